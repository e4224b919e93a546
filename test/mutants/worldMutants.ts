/** The kit, or the world around it, broken on purpose so that one check of test/world notices, and no other. */
export interface WorldMutant {
  /** The check that must find something. */
  check: string;
  /** What the broken kit would do. */
  name: string;
  file: string;
  find: string;
  replace: string;
}

export const worldMutants: readonly WorldMutant[] = [
  {
    check: 'shown',
    name: 'lets a page alone take any error for a refusal',
    file: 'src/core/standalone/sendOperationAndApplyAnswer.ts',
    find: '(refusal) => client.isRefusal(refusal, kind)',
    replace: '() => true',
  },
  {
    check: 'polls',
    name: 'polls as often as there are messages',
    file: 'src/core/polling/chooseNextPoll.ts',
    find: '{ limit: 47, windowMs: 60_000, burst: 10 }',
    replace: '{ limit: 470, windowMs: 60_000, burst: 100 }',
  },
  {
    check: 'requests',
    name: 'sends a second copy of what was sent',
    file: 'src/gateway/claimIdToSend.ts',
    find: 'if (holder && holder.claimedBy !== claimedBy) return holder;',
    replace: "if (holder && holder.claimedBy !== claimedBy && holder.state === 'closed') return holder;",
  },
  {
    check: 'accounts',
    name: 'lists the operations of every merchant',
    file: 'src/gateway/createRecordReaderForCallers.ts',
    find: '(tx, filter(caller, tx.now), {',
    replace: '(tx, filter(caller, tx.now).map(({ account: _, ...where }) => where), {',
  },
  {
    check: 'subjects',
    name: 'lists the operations of other tills',
    file: 'src/gateway/visibility.ts',
    find: "    ...(sees === 'own' && { subject }),\n    // The condition on",
    replace: '    // The condition on',
  },
  {
    check: 'record',
    name: 'records more than was held',
    file: 'src/gateway/record.ts',
    find: 'movedCents: moved ?? null,',
    replace: "movedCents: moved !== undefined && operation.kind === 'preAuth' ? moved + 1 : (moved ?? null),",
  },
  {
    check: 'ends',
    name: 'forgets a refused press of a page before once the storage is cleared',
    file: 'src/core/mirror/createGatewayOperations.ts',
    find: '    notes.put(note);\n',
    replace: '',
  },
  {
    check: 'terminals',
    name: 'sends two payments to one terminal',
    file: 'src/gateway/claimIdOrReadHolder.ts',
    find: 'known.set(row.id, yield* archiveOldUnknown(tx, yield* markLostIfOverdue(tx, row)));',
    replace: 'yield* archiveOldUnknown(tx, yield* markLostIfOverdue(tx, row));',
  },
  {
    check: 'pages',
    name: 'does not show what another page has resolved',
    file: 'src/core/mirror/mirrorRows.ts',
    find: 'row.seq < before.seq || differsAtSameSeq(before, row)',
    replace: "row.phase === 'resolved' || row.seq < before.seq || differsAtSameSeq(before, row)",
  },
  {
    check: 'unseen',
    name: 'keeps to itself that a refusal was seen',
    file: 'src/core/mirror/browserOperationNotes.ts',
    find: 'const isWithGateway = !refused || isTaken === true;',
    replace: 'const isWithGateway = !refused || isTaken === undefined;',
  },
  {
    check: 'events',
    name: 'writes no event of a small change',
    file: 'src/gateway/record.ts',
    find: 'tx.events.addAll(events)',
    replace: 'tx.events.addAll(details.length > 0 ? events : [])',
  },
  {
    check: 'receiver',
    name: 'delivers events of an operation side by side',
    file: 'src/gateway/deliveries.ts',
    find: "const state = busyKeys.has(orderingKeyOf({ receiver, operationId })) ? 'behind' : 'due';",
    replace: "const state = busyKeys.has('') ? 'behind' : 'due';",
  },
  {
    check: 'resolutions',
    name: 'does not keep what a person said',
    file: 'src/gateway/createRecordedOperationEndpoints.ts',
    find: 'yield* tx.resolutions.add({ ...said, at: tx.now });',
    replace: 'void said;',
  },
  {
    check: 'report',
    name: 'reports no refunds',
    file: 'src/gateway/computeReport.ts',
    find: "moneyOperations.filter((kind) => kind !== 'void')",
    replace: "moneyOperations.filter((kind) => kind !== 'void' && kind !== 'refund')",
  },
  {
    check: 'slips',
    name: 'prints a part as the whole',
    file: 'src/components/payment-status/paymentView.ts',
    find: 'title: labels.partialTitle({ kind, approved, asked }) };',
    replace: "title: labels.partialTitle({ kind, approved, asked }), moved: 'all' };",
  },
  {
    check: 'orders',
    name: 'takes what was given back for paid',
    file: 'src/core/operations/orders.ts',
    find: 'capturedCents - refundedCents,',
    replace: 'capturedCents,',
  },
  {
    check: 'times',
    name: 'takes the time of this machine for that of the gateway',
    file: 'src/core/mirror/shownOperation.ts',
    find: 'const nextMs = clock.now() - now;',
    replace: 'const nextMs = 0 * now;',
  },
  {
    check: 'presses',
    name: 'takes a double press for two payments',
    file: 'src/core/mirror/startPress.ts',
    find: '.find((press) => !rows.rowOf(press.id) &&',
    replace: ".find((press) => press.id === '' &&",
  },
  {
    check: 'pauses',
    name: 'polls on where the service wants a pause',
    file: 'src/gateway/recordPollOutcome.ts',
    find: 'restUntil: Math.max(budget.restUntil, until)',
    replace: 'restUntil: budget.restUntil',
  },
  {
    check: 'seen',
    name: 'takes what a person has said for seen',
    file: 'src/core/operations/operationFacts.ts',
    find: "...asEnded(operation, 'resolved', fact.at),",
    replace: "...asEnded(operation, 'resolved', fact.at), acknowledgedAt: fact.at,",
  },
  {
    check: 'soon',
    name: 'opens no stream',
    file: 'src/core/mirror/createGatewayFollower.ts',
    find: 'const mayStream = () => page.isVisible() || isMultiplexed(client.origin());',
    replace: "const mayStream = () => page.isVisible() && client.origin() === '';",
  },
  {
    check: 'quiet',
    name: 'reads the lists on and on while the stream stands',
    file: 'src/core/mirror/createGatewayFollower.ts',
    find: 'const isWanted = isUp ? reads.isBehind() : isFirst || page.isVisible();',
    replace: 'const isWanted = isUp || isFirst || page.isVisible();',
  },
  {
    check: 'paid',
    name: 'tells of a paid order again and again',
    file: 'src/gateway/orders.ts',
    find: 'yield* tx.orders.put({ ...order, paidAt: tx.now });',
    replace: '',
  },
  {
    check: 'closings',
    name: 'numbers every closing alike',
    file: 'src/gateway/closings.ts',
    find: 'const number = (last?.number ?? 0) + 1;',
    replace: 'const number = (last?.number ?? 0) + 2;',
  },
  {
    check: 'delivered',
    name: 'counts no fault',
    file: 'test/world/faults.ts',
    find: 'delivered.set(kind, phases);',
    replace: '',
  },
];
