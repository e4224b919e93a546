export interface Mutant {
  /** What the broken kit would do. */
  name: string;
  file: string;
  find: string;
  replace: string;
  /** Where a test must turn red. */
  tests: string;
}

const operations = 'src/core/operations';
const unit = 'test/core/operations';
const schedules = 'test/core/operations/schedules';
const gatewayMode = 'test/core/gateway-mode';
const gateway = 'test/gateway/atMostOnce';

/** The kit, broken on purpose. Each must turn a test red; `find` must stand in its file exactly once. */
export const mutants: Mutant[] = [
  {
    name: 'drops the claim',
    file: `${operations}/memoryJournal.ts`,
    find: 'if (holder) return { ok: false, holder };',
    replace: '',
    tests: unit,
  },
  {
    name: 'drops the claim between tabs',
    file: `${operations}/indexedDbJournal.ts`,
    find: 'const found = holders.find(({ id }) => !over.includes(id));',
    replace: 'const found = holders.find(({ id }) => over.includes(id));',
    tests: unit,
  },
  {
    name: 'sends before the journal has answered',
    file: `${operations}/createTerminalOperations.ts`,
    find: 'const notClaimed = await claim(operation, over);',
    replace:
      'void sendOperation(operation, request, { client, clock, ledger });\n      const notClaimed = await claim(operation, over);',
    tests: unit,
  },
  {
    name: 'sends although the journal refused',
    file: `${operations}/createTerminalOperations.ts`,
    find: 'if (notClaimed) return notClaimed;',
    replace: '',
    tests: unit,
  },
  {
    name: 'forgets the synchronous guard',
    file: `${operations}/createTerminalOperations.ts`,
    find: 'claiming.set(operation.terminalId, operation);',
    replace: '',
    tests: unit,
  },
  {
    name: 'shows timeout as failed',
    file: `${operations}/operationReducer.ts`,
    find: "phase: 'unknown', reason: 'service-timeout'",
    replace: "phase: 'failed'",
    tests: unit,
  },
  {
    name: 'takes every lost answer for a refusal',
    file: `${operations}/outcomeOfError.ts`,
    find: "return { type: 'lost', at, reason: reasonOf(cause), error };",
    replace: "return { type: 'refused', at, error };",
    tests: unit,
  },
  {
    name: 'takes 500 for a refusal',
    file: `${operations}/classifyStatus.ts`,
    find: '422, 429]',
    replace: '422, 429, 500]',
    tests: unit,
  },
  {
    name: 'takes 409 for a refusal',
    file: `${operations}/classifyStatus.ts`,
    find: '405, 413',
    replace: '405, 409, 413',
    tests: unit,
  },
  {
    name: 'sends again on a lost answer',
    file: `${operations}/sendOperation.ts`,
    find: 'accepted = await call(request, { operationId: id, mayStillSend });',
    replace:
      'accepted = await call(request, { operationId: id }).catch(() => call(request, { operationId: id }));',
    tests: unit,
  },
  {
    name: 'sends what was being sent again after a reload',
    file: `${operations}/operationSync.ts`,
    find: "phase === 'sending' && !presence.isHeldHere(id) && !presence.isHeldElsewhere(id)",
    replace: 'false && Boolean(phase) && Boolean(id)',
    tests: unit,
  },
  {
    name: 'shows what was being sent at a reload as not sent',
    file: `${operations}/operationSync.ts`,
    find: "ledger.apply(operation.id, { type: 'lost', at: clock.now(), reason: 'reloaded' })",
    replace:
      "ledger.apply(operation.id, { type: 'refused', at: clock.now(), error: { code: 'http', shortMessage: '' } })",
    tests: unit,
  },
  {
    name: 'does not ask again after a reload',
    file: `${operations}/operationSync.ts`,
    find: 'follow(isOrphan(operation) ? buried(operation) : operation);',
    replace: 'if (isOrphan(operation)) buried(operation);',
    tests: unit,
  },
  {
    name: 'takes complete back when failed follows',
    file: `${operations}/operationReducer.ts`,
    find: "return message.status === 'failed' ? withAnomaly(operation, 'contradiction') : operation;",
    replace: "return message.status === 'failed' ? ended(operation, 'failed', at) : operation;",
    tests: unit,
  },
  {
    name: 'believes a failure that is followed by complete',
    file: `${operations}/operationReducer.ts`,
    find: "if (message.status !== 'complete') return operation;",
    replace: 'return operation;',
    tests: unit,
  },
  {
    name: 'goes back to an earlier status',
    file: `${operations}/operationReducer.ts`,
    find: 'if (!isNewer(message.status, operation.status)) return operation;',
    replace: '',
    tests: unit,
  },
  {
    name: 'frees the terminal while nobody knows',
    file: `${operations}/terminalOperation.ts`,
    find: "|| (phase === 'unknown' && archivedAt === undefined)",
    replace: '|| (phase === archivedAt)',
    tests: unit,
  },
  {
    name: 'stores what is personal',
    file: `${operations}/operationDraft.ts`,
    find: "phase: 'sending',",
    replace: "phase: 'sending', ...(request as object),",
    tests: unit,
  },
  {
    name: 'edits what the service said when a person resolves',
    file: `${operations}/operationReducer.ts`,
    find: 'resolution: { charged: fact.charged, basis: fact.basis },',
    replace:
      "status: fact.charged ? 'complete' : 'failed', resolution: { charged: fact.charged, basis: fact.basis },",
    tests: unit,
  },
  {
    name: 'lets a person overrule the service',
    file: `${operations}/operationReducer.ts`,
    find: "if (phase === 'sending' || phase === 'rejected' || reason === 'contradiction') return operation;",
    replace:
      "if (phase === 'sending' || phase === 'rejected' || phase === 'resolved' || reason === 'contradiction') return operation;",
    tests: unit,
  },
  {
    name: 'captures more than was held',
    file: `${operations}/referenceGuard.ts`,
    find: 'amountCents > rule.maxCents',
    replace: 'amountCents > rule.maxCents * 2',
    tests: unit,
  },
  {
    name: 'forgets which transaction an accepted capture is about',
    file: `${operations}/operationReducer.ts`,
    find: 'pnRefNum: fact.pnRefNum ?? operation.pnRefNum,',
    replace: 'pnRefNum: fact.pnRefNum,',
    tests: unit,
  },
  {
    name: 'writes over what another page learnt',
    file: `${operations}/memoryJournal.ts`,
    find: 'record.seq >= seq',
    replace: 'record.seq > seq',
    tests: unit,
  },
  {
    name: 'asks nothing after a doubt',
    file: `${operations}/duplicateGuard.ts`,
    find: 'if (leavesDoubt(earlier)) return age < doubtMs;',
    replace: '',
    tests: unit,
  },
  {
    name: 'takes any confirmation',
    file: `${operations}/startGuard.ts`,
    find: 'confirmation === context.confirmed',
    replace: 'context.confirmed !== undefined',
    tests: unit,
  },
  {
    name: 'reads COMPLETE as complete',
    file: 'src/core/contract/processedMessage.ts',
    find: "const status = source['status'];",
    replace: "const status = String(source['status']).toLowerCase();",
    tests: unit,
  },
  {
    name: 'loses digits of an id',
    file: 'src/core/contract/parseJson.ts',
    find: 'return JSON.parse(text.replace(stringOrNumber, quoteUnsafeInteger));',
    replace: 'return JSON.parse(text);',
    tests: 'test/core/client',
  },
  {
    name: 'follows redirects',
    file: 'src/core/client/send.ts',
    find: "redirect: 'error',",
    replace: "redirect: 'follow',",
    tests: 'test/core/client',
  },
  {
    name: 'polls without the budget',
    file: 'src/core/client/getProcessedMessage.ts',
    find: 'if (!slot || !budget.redeem(slot)) budget.redeem(await budget.acquire(signal));',
    replace: '',
    tests: 'test/core/client',
  },
  {
    name: 'lets a clock that jumps open the budget',
    file: 'src/core/polling/pollBudget.ts',
    find: ', nextSlotAt(ownTaken, mono, own) - mono',
    replace: '',
    tests: 'test/core/polling',
  },
  {
    name: 'gives up waiting as failed in a random schedule',
    file: `${operations}/operationReducer.ts`,
    find: "return phase === 'waiting' ? { ...operation, phase: 'unknown', reason: fact.reason } : operation;",
    replace: "return phase === 'waiting' ? ended(operation, 'failed', fact.at) : operation;",
    tests: schedules,
  },
  {
    name: 'believes a gateway that may have forgotten',
    file: `${operations}/provenOutcome.ts`,
    find: "known.state !== 'not-seen' || known.knownForMs > age() + doubtMs",
    replace: "known.state !== 'not-seen' || known.knownForMs + age() > 0",
    tests: schedules,
  },
  {
    name: 'believes a gateway that forgot between question and closing',
    file: `${operations}/provenOutcome.ts`,
    find: "if (closed.state === 'sent' || !reachesBack(closed)) return undefined;",
    replace: "if (closed.state === 'sent') return undefined;",
    tests: gatewayMode,
  },
  {
    name: 'believes that nothing was sent without closing the id',
    file: `${operations}/provenOutcome.ts`,
    find: 'const closed = await client.askOperation({ ...question, close: true });',
    replace: 'const closed = { ...known, isClosed: true } as ProvenOutcome | { state: "sent" };',
    tests: schedules,
  },
  {
    name: 'believes a refusal that a gateway does not call one',
    file: `${operations}/outcomeOfError.ts`,
    find: "const isBelieved = !options.gateway || operationState === 'refused';",
    replace: 'const isBelieved = true;',
    tests: schedules,
  },
  {
    name: 'takes what is told of another operation for its own',
    file: 'src/core/client/askOperation.ts',
    find: 'if (id !== operationId || !isOperationState(state))',
    replace: 'if (!id || !isOperationState(state))',
    tests: gatewayMode,
  },
  {
    name: 'asks no gateway about what another page left',
    file: `${operations}/operationInquiry.ts`,
    find: 'begin(operation).plan(isElsewhere(id) ? longestGapMs : 0);',
    replace: 'begin(operation);',
    tests: gatewayMode,
  },
  {
    name: 'makes an operation young when the clock is set back',
    file: `${operations}/askingAbout.ts`,
    find: 'return byWall < 0 ? Infinity : Math.max(byWall, clock.monotonic() - since);',
    replace: 'return Math.max(byWall, 0 * since);',
    tests: gatewayMode,
  },
  {
    name: 'says nothing where a gateway contradicts a person',
    file: `${operations}/operationReducer.ts`,
    find: "return mayEnd ? contradicted(ended(operation, 'complete', fact.at), true) : operation;",
    replace: "return mayEnd ? ended(operation, 'complete', fact.at) : operation;",
    tests: gatewayMode,
  },
  {
    name: 'sends what another page has given up',
    file: `${operations}/sendOperation.ts`,
    find: 'passedMs() <= frozenMs || ledger.isStillSending(id)',
    replace: 'passedMs() >= 0',
    tests: unit,
  },
  {
    name: 'takes an empty page before the gateway for a closed batch',
    file: 'src/core/client/terminalOperations.ts',
    find: "headers.get('x-operation-state') !== 'accepted'",
    replace: 'status >= 300',
    tests: gatewayMode,
  },
  {
    name: 'sends a copy whose id is taken',
    file: 'src/gateway/createSender.ts',
    find: 'return holder?.claimedBy === claimedBy ? undefined : holder;',
    replace: 'return holder && undefined;',
    tests: gateway,
  },
  {
    name: 'sends under an id that was closed',
    file: 'src/gateway/createSender.ts',
    find: "if (first.state === 'closed')",
    replace: 'if (!first.state)',
    tests: gateway,
  },
  {
    name: 'lets the runtime send a payment again',
    file: 'src/gateway/prepareCall.ts',
    find: "if (typeof body !== 'string') return body;",
    replace: "if (typeof body === 'string') return body as never;",
    tests: 'test/gateway/raw',
  },
  {
    name: 'says that a payment was never sent when an open connection failed',
    file: 'src/gateway/createSender.ts',
    find: "return syscall === 'connect' || syscall === 'getaddrinfo';",
    replace: 'return syscall.length > 0;',
    tests: 'test/gateway/securityCopies',
  },
  {
    name: 'forgets that a question is still on its way',
    file: 'src/gateway/createMessages.ts',
    find: 'await keep(() => store.pollEnded(id));',
    replace: '',
    tests: 'test/gateway/polls',
  },
  {
    name: 'tells one person of the payment of another',
    file: 'src/gateway/tellOperation.ts',
    find: 'if (entry) assertOwner(entry, subject);',
    replace: '',
    tests: gateway,
  },
];
