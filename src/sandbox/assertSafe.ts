import type { Ledger, LedgerCharge } from './ledger.ts';
import { isMoneyOperation } from './operations.ts';
import type { TraceEntry } from './trace.ts';
import { attributeCharges, type TracedOperation } from './attributeCharges.ts';

/** Throws with every contradiction between what was shown, in order, and what really happened. */
export function assertSafe(trace: readonly TraceEntry[], ledger: Ledger): void {
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
  // Closing a batch charges nothing, so there is nothing to compare it with.
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

/** Undefined for a void, whose request names no amount. */
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
