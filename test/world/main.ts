import { storyOf, workShifts } from './campaign.ts';
import { faultKinds, faultPhases } from './faults.ts';
import { workShift } from './shift.ts';
import { takeOverGlobals } from './worldGlobals.ts';

// Run by scripts/world.mjs, bundled. `trace SEED…` prints the hash of each shift, `lines SEED…` what happened in it, and
// `shifts SEED COUNT [MOST]` what the shifts from a seed on reached, up to the MOST-th that fails.
const [what, ...given] = process.argv.slice(2);
takeOverGlobals();
if (what === 'trace') {
  for (const seed of given) process.stdout.write(`${(await workShift(storyOf(seed))).trace}\n`);
} else if (what === 'lines') {
  for (const seed of given) console.log((await workShift(storyOf(seed))).lines?.join('\n'));
} else {
  const [seed = '1', count = 100, most = 10] = given;
  const { coverage, failures } = await workShifts(seed, Number(count), Number(most));
  const cpu = process.cpuUsage();
  const told = {
    ...coverage,
    kinds: faultKinds,
    phases: faultPhases,
    delivered: [...coverage.delivered],
    pairs: [...coverage.pairs],
    failures,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  };
  process.stdout.write(JSON.stringify(told));
}
// Timers of the driver of SQLite must not hold the process.
process.exit(0);
