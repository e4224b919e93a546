import type { Mutant } from './mutant.ts';

/** What the gateway keeps, follows and tells, broken on purpose. */
export const recordMutants: Mutant[] = [
  {
    name: 'skips a change of the stream',
    file: 'src/gateway/streamedEvents.ts',
    find: 'account, id: { above: position } }',
    replace: 'account, id: { above: position + 1 } }',
    tests: 'test/gateway/stream/stream.node.test.ts',
  },
  {
    name: 'calls an id closed that no page has closed',
    file: 'src/gateway/createRecordedOperationEndpoints.ts',
    find: "isClosed: (row && state === 'not-seen') || undefined,",
    replace: "isClosed: state === 'not-seen' || undefined,",
    tests: 'test/gateway/claims/atMostOnce',
  },
  {
    name: 'delivers the newest event of an operation first',
    file: 'src/gateway/deliveries.ts',
    find: "return yield* tx.deliveries.list(where, { by: ['eventId'] });",
    replace: "return yield* tx.deliveries.list(where, { by: ['eventId'], isDescending: true });",
    tests: 'test/gateway/outbox/outbox.node.test.ts',
  },
  {
    name: 'takes a message id that two open payments have for the second one',
    file: 'src/gateway/recordAnswer.ts',
    find: 'others: [...open, ...endedMeanwhile].filter(isOthers),',
    replace: 'others: [],',
    tests: 'test/gateway/following/reusedMessageIds',
  },
  {
    name: 'does not end what no instance waits for',
    file: 'src/gateway/createRecordUpkeep.ts',
    find: 'for (const { account, id } of overdue) {',
    replace: 'for (const { account, id } of overdue.slice(0, 0)) {',
    tests: 'test/gateway/following/following',
  },
  {
    name: 'does not notice that the database was restored',
    file: 'src/gateway/sql/checkStoreForRestore.ts',
    find: 'const isSame = common !== undefined;',
    replace: "const isSame = common !== undefined || row.marker !== '';",
    tests: 'test/gateway/sql/sqlite.node.test.ts',
  },
  {
    name: 'polls on where the service wants a pause',
    file: 'src/gateway/recordPollOutcome.ts',
    find: 'restUntil: Math.max(budget.restUntil, until)',
    replace: 'restUntil: budget.restUntil',
    tests: 'test/gateway/following/polls',
  },
  {
    name: 'tells no stream what another instance has written',
    file: 'src/gateway/createEventStreams.ts',
    find: 'unwatch ??= store.watch(() => void readAllHubs());',
    replace: 'unwatch ??= () => void readAllHubs;',
    tests: 'test/gateway/stream/stream.node.test.ts',
  },
];
