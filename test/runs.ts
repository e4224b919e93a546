/** How many random cases a test draws: enough for a change to be seen in `npm test`, many in `npm run test:long`. */
export const runs = (everyDay: number, long: number): number =>
  process.env['TILLKIT_RUNS'] === 'long' ? long : everyDay;
