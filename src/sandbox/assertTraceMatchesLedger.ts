import { currencyDigits } from '../core/money/currency.ts';
import { isMoneyOperation } from '../core/wire/routes.ts';
import type { Ledger, LedgerCharge, LedgerRequest, TraceEntry } from './ledger.ts';

/** One operation of a trace: every phase in which it was shown, and what was really charged for it. */
interface TracedOperation {
  last: TraceEntry;
  phases: ReadonlySet<string>;
  charges: LedgerCharge[];
}

// The longest time (ms) from an operation's creation until its request arrives: a journal write and the network.
const longestWayMs = 60_000;

/** Assigns charges to operations: by operation id, else message, else order number, else terminal, amount and time. */
function attributeCharges(trace: readonly TraceEntry[], { requests, charges }: Ledger): TracedOperation[] {
  const operations = collect(trace);
  const free = new Set(requests.filter(({ operation }) => isMoneyOperation(operation)));
  const owned = new Map(operations.map((operation) => [operation, new Set<LedgerRequest>()]));

  for (const { isMatch, takesAll } of matchers) {
    for (const operation of operations) {
      const taken = owned.get(operation);
      if (!taken || (taken.size > 0 && !takesAll)) continue;
      const matches = [...free].filter((request) => isMatch(operation.last, request));
      for (const request of takesAll ? matches : matches.slice(0, 1)) {
        taken.add(request);
        free.delete(request);
      }
    }
  }
  for (const [operation, taken] of owned) {
    const messages = new Set([...taken].map(({ msgIdentifier }) => msgIdentifier));
    operation.charges = charges.filter(({ msgIdentifier }) => messages.has(msgIdentifier));
  }
  return operations;
}

function collect(trace: readonly TraceEntry[]): TracedOperation[] {
  const ids = [...new Set(trace.map(({ id }) => id))];
  return ids.map((id) => {
    const shown = trace.filter((entry) => entry.id === id);
    const phases = new Set(shown.map(({ phase }) => phase));
    return { last: shown.reduce(merge), phases, charges: [] };
  });
}

// Joins two snapshots. A value that was shown once is kept: perhaps the later snapshot's operator may not see it.
function merge(earlier: TraceEntry, later: TraceEntry): TraceEntry {
  return {
    ...later,
    terminalId: later.terminalId ?? earlier.terminalId,
    amountCents: later.amountCents ?? earlier.amountCents,
    orderNumber: later.orderNumber ?? earlier.orderNumber,
    msgIdentifier: later.msgIdentifier ?? earlier.msgIdentifier,
    createdAt: later.createdAt ?? earlier.createdAt,
  };
}

// The operation id comes before the message, because a service may answer with the message of another operation.
// `takesAll`: whether all matching requests belong to the operation, or only the first.
const matchers: readonly {
  takesAll: boolean;
  isMatch: (operation: TraceEntry, request: LedgerRequest) => boolean;
}[] = [
  { takesAll: true, isMatch: (operation, request) => operation.id === request.operationId },
  {
    takesAll: true,
    isMatch: (operation, request) =>
      operation.msgIdentifier !== undefined && operation.msgIdentifier === request.msgIdentifier,
  },
  {
    takesAll: false,
    isMatch: (operation, request) =>
      operation.orderNumber !== undefined &&
      operation.orderNumber === request.orderNumber &&
      isAlike(operation, request),
  },
  {
    takesAll: false,
    isMatch: (operation, request) => isAlike(operation, request) && isInTime(operation, request),
  },
];

function isAlike(
  { kind, terminalId, amountCents, currency = 'USD' }: TraceEntry,
  request: LedgerRequest,
): boolean {
  const isOtherScale = currencyDigits(currency) !== 2;
  return (
    kind === request.operation &&
    (terminalId === undefined || terminalId === request.terminalId) &&
    (isOtherScale ||
      amountCents === undefined ||
      request.amount === undefined ||
      amountCents === request.amount)
  );
}

function isInTime({ createdAt }: TraceEntry, { at }: LedgerRequest): boolean {
  return createdAt === undefined || (at >= createdAt && at <= createdAt + longestWayMs);
}

/** Throws an Error that lists every contradiction between the shown phases and the ledger. */
export function assertTraceMatchesLedger(trace: readonly TraceEntry[], ledger: Ledger): void {
  const operations = attributeCharges(trace, ledger);
  const violations = [
    ...operations.flatMap((operation) => contradictions(operation, ledger)),
    ...repeatedRequests(ledger),
    ...unexplainedCharges(operations, ledger),
  ];
  if (violations.length > 0) {
    throw new Error(
      `What was shown contradicts the ledger:\n${violations.map((line) => `- ${line}`).join('\n')}`,
    );
  }
}

function contradictions({ last, phases, charges }: TracedOperation, ledger: Ledger): string[] {
  const subject = `${last.kind} ${last.id}`;
  const found: string[] = [];
  for (const phase of ['failed', 'rejected']) {
    if (phases.has(phase) && charges.length > 0)
      found.push(`${subject} was shown as ${phase}, but ${told(charges)}.`);
  }
  // An operation that was shown as successful must have a charge. The closing of a batch charges nothing.
  for (const phase of ['complete', 'partial']) {
    if (phases.has(phase) && charges.length === 0 && last.kind !== 'closeBatch')
      found.push(`${subject} was shown as ${phase}, but nothing took effect.`);
  }
  for (const charge of charges) {
    const asked = askedFor(charge, ledger);
    if (asked === undefined) continue;
    const wrong = charge.amount < asked ? 'complete' : 'partial';
    if (phases.has(wrong))
      found.push(`${subject} was shown as ${wrong}, but of the ${asked} asked for ${told([charge])}.`);
  }
  if (charges.length > 1) found.push(`${subject} took effect ${charges.length} times: ${told(charges)}.`);
  return found;
}

/** The amount that the request of a charge named; undefined for a void, whose request names none. */
function askedFor({ msgIdentifier }: LedgerCharge, { requests }: Ledger): number | undefined {
  return requests.find(
    (request) => isMoneyOperation(request.operation) && request.msgIdentifier === msgIdentifier,
  )?.amount;
}

function repeatedRequests({ requests }: Ledger): string[] {
  const counts = new Map<string, number>();
  for (const { operation, operationId } of requests) {
    if (operationId === undefined || !isMoneyOperation(operation)) continue;
    counts.set(operationId, (counts.get(operationId) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([operationId, count]) => `${count} money requests were sent for the one operation ${operationId}.`);
}

function unexplainedCharges(operations: readonly TracedOperation[], { charges }: Ledger): string[] {
  const explained = new Set(operations.flatMap((operation) => operation.charges));
  return charges
    .filter((charge) => !explained.has(charge))
    .map((charge) => `No operation that was shown explains that ${told([charge])}.`);
}

function told(charges: readonly LedgerCharge[]): string {
  return charges
    .map(
      ({ kind, amount, terminalId, msgIdentifier }) =>
        `${kind} of ${amount} on ${terminalId} took effect (${msgIdentifier})`,
    )
    .join(' and ');
}
