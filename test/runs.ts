/** How many cases a test has, or which: enough in `npm test`, all in `npm run test:long`. */
export const runs = <Cases>(everyDay: Cases, long: Cases): Cases =>
  process.env['TILLKIT_RUNS'] === 'long' ? long : everyDay;
