import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { cleanUp } from './cleanups.ts';
import { watchConsole } from './console.ts';
import { watchLeaving } from './leaving.ts';

export { allowConsole } from './console.ts';

configure({ asyncUtilTimeout: 4000 }); // a busy machine is slow, not wrong
watchConsole();
afterAll(watchLeaving());
afterEach(() => {
  cleanup();
  cleanUp();
  localStorage.clear();
});
