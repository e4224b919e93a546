import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { cleanUp } from './cleanups.ts';
import { watchConsole } from './console.ts';

export { allowConsole } from './console.ts';

configure({ asyncUtilTimeout: 4000 }); // a busy machine is slow, not wrong
watchConsole();
afterEach(() => {
  cleanup();
  cleanUp();
  localStorage.clear();
});
