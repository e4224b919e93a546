import '@fontsource-variable/inter';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, ConfigProvider, theme } from 'antd';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { LinksPage } from './LinksPage.tsx';
import { Payments } from './payments.tsx';
import { Shell } from './Shell.tsx';

const queryClient = new QueryClient();

function Root() {
  const [isDark, setIsDark] = useState(false);
  return (
    <ConfigProvider
      theme={{
        algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: {
          colorPrimary: isDark ? '#3b82f6' : '#1d4ed8',
          borderRadius: 8,
          fontFamily: '"Inter Variable", sans-serif',
        },
      }}
    >
      <AntApp>
        <QueryClientProvider client={queryClient}>
          <Payments>
            <Shell isDark={isDark} onDarkChange={setIsDark}>
              <LinksPage />
            </Shell>
          </Payments>
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  );
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
