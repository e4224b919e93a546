import './index.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { Payments } from './payments.tsx';

// The shop's own, with its own defaults: the lists of payments live in it too.
const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 60_000, retry: 2 }, mutations: { retry: 1 } },
});

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Payments>
        <App />
      </Payments>
    </QueryClientProvider>
  </StrictMode>,
);
