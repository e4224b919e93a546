import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { watchConsole } from './console.ts';

export { allowConsole } from './console.ts';

watchConsole();
afterEach(() => cleanup());
