import { workShifts } from './campaign.ts';
import { storyOf } from './campaign.ts';
import { workShift } from './shift.ts';
import { takeOverGlobals } from './worldGlobals.ts';

// Run by scripts/world.mjs, bundled: `trace SEED…` prints the hash of each, `shifts FIRST COUNT [MOST [KIND+KIND]]` what was reached.
const [what, ...given] = process.argv.slice(2);
takeOverGlobals();
if (what === 'trace') {
  for (const seed of given) process.stdout.write(`${(await workShift(storyOf(seed))).trace}\n`);
} else if (what === 'lines') {
  for (const seed of given) console.log((await workShift(storyOf(seed))).lines?.join('\n'));
} else {
  const [first = 1, count = 100, most = 10] = given.slice(0, 3).map(Number);
  const { coverage, failures } = await workShifts(first, count, given[3] ? given[3].split('+') : [], most);
  const cpu = process.cpuUsage();
  const told = {
    ...coverage,
    delivered: [...coverage.delivered],
    pairs: [...coverage.pairs],
    failures,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  };
  process.stdout.write(JSON.stringify(told));
}
// Timers of the driver of SQLite must not hold the process.
process.exit(0);
