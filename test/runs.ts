/** How many cases a test has, or which: enough in `npm test`, all in `npm run test:long`. A browser has no `process`. */
export const runs = <Cases>(everyDay: Cases, long: Cases): Cases =>
  (globalThis.process?.env ?? import.meta.env)['TILLKIT_RUNS'] === 'long' ? long : everyDay;
