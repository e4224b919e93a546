import '@fontsource-variable/roboto';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PatientPage } from './PatientPage.tsx';
import { Payments } from './payments.tsx';
import { Shell } from './Shell.tsx';
import { theme } from './theme.ts';

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <Payments>
        <Shell>
          <PatientPage />
        </Shell>
      </Payments>
    </ThemeProvider>
  </StrictMode>,
);
