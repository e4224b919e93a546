import { noOwnerStacks } from './ownerStacks.ts'; // before React
import { afterEachTest } from './overdue.ts'; // before Testing Library
import '@testing-library/jest-dom/vitest';
import { afterAll } from 'vitest';
import { outcomeLoader } from '../src/components/terminal-checkout/useOutcomeParts.ts';
import { preloadGatewayEngine } from '../src/core/mirror/createGatewayClient.ts';
import { preloadStandaloneEngine } from '../src/core/standalone/createPaymentsClient.ts';
import { cleanUp } from './cleanups.ts';
import { quickenComputedStyles } from './computedStyles.ts';
import { watchConsole } from './console.ts';
import { closeChannels, watchLeaving } from './leaving.ts';
import { cleanup } from './testingLibrary.ts';

export { allowConsole, consoleLines } from './console.ts';

// A test of the till begins where a page has been open for a while.
await Promise.all([outcomeLoader.load(), preloadGatewayEngine(), preloadStandaloneEngine()]);
watchConsole();
await noOwnerStacks;
quickenComputedStyles();
afterAll(watchLeaving());
afterEachTest(() => {
  cleanup();
  cleanUp();
  closeChannels();
  document.body.replaceChildren();
  localStorage.clear();
});
