import 'tillkit/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Till } from './Till.tsx';

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Till />
  </StrictMode>,
);
