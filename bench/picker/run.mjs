import { args, isShort } from '../shared/args.mjs';
import { bundle, installPeers } from '../shared/bundle.mjs';
import { tellGoals, tellLoad } from '../shared/figures.mjs';
import { runSessions } from '../shared/sessions.mjs';
import { measure } from './measure.mjs';
import { goals, table } from './report.mjs';

// Opening and typing, at 25 and 10,000 terminals: npm run bench:picker -- [sessions, default 3] [subject …]

const [sessions = isShort ? '1' : '3', ...chosen] = args;
const known = [
  'floor',
  'tillkit',
  'tillkit-silent',
  'downshift',
  'downshift-virtual',
  'base-ui-virtual',
  'rac-virtual',
  'mui',
  'react-select',
];
const subjects = chosen.length > 0 ? chosen : known;
const counts = [25, 10_000];
const every = subjects.flatMap((name) => counts.map((count) => `${name} ${count}`));
// The counts that the goals need.
const few = [
  'tillkit 25',
  'downshift 25',
  ...['tillkit', 'tillkit-silent', 'downshift-virtual', 'base-ui-virtual', 'rac-virtual'].map(
    (name) => `${name} 10000`,
  ),
];

await installPeers();
const samples = await runSessions(
  {
    bundle: await bundle('bench/picker/page.tsx'),
    body: '<main></main>',
    subjects: isShort ? few : every,
    sessions: Number(sessions),
  },
  (session, subject) => {
    const [name = '', count] = subject.split(' ');
    return measure(session, name, Number(count));
  },
);
for (const count of counts) console.log(`\n${table(samples, subjects, count)}\n`);
if (chosen.length === 0) tellGoals(goals(samples));
else tellLoad();
