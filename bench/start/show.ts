import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

export function show(page: ReactNode): void {
  createRoot(document.querySelector('main')!).render(page);
}
