import type { BrowserOperationNote } from '../../src/core/mirror/browserOperationNotes.ts';
import { type OperationSources, shownOperation } from '../../src/core/mirror/shownOperation.ts';
import type { OperationFact } from '../../src/core/operations/operationFacts.ts';
import { reduceOperation } from '../../src/core/operations/operationReducer.ts';
import type { OperationError, TerminalOperation } from '../../src/core/operations/terminalOperation.ts';
import { createUnifier } from './interner.ts';
import type { Page, StoreRow } from './paymentState.ts';

const at = 1;

const oneOperation = createUnifier<TerminalOperation>();
export const onePage = createUnifier<Page>();

export const sending = oneOperation({
  id: 'o',
  kind: 'pay',
  terminalId: 't',
  amountCents: 100,
  phase: 'sending',
  anomalies: [],
  connection: 'ok',
  seenProcessing: false,
  flowKey: 'f',
  createdAt: 0,
});

const error = (operationState: OperationError['operationState']): OperationError => ({
  code: 'http',
  shortMessage: '',
  operationState,
});

/** The facts of the model, as `recordAnswerOrReplacement`, `recordPollOutcome` and the page's sender make them. */
export const facts = {
  accepted: { type: 'accepted', at, msgIdentifier: 'm', isProof: true },
  refused: { type: 'refused', at, error: error('refused'), isProof: true },
  notSent: { type: 'refused', at, error: error('not-seen'), isProof: true },
  unanswered: { type: 'lost', at, reason: 'no-response', isProof: true },
  overdue: { type: 'lost', at, reason: 'no-response' },
  approved: { type: 'polled', at, message: { msgIdentifier: 'm', status: 'complete', confirmedCents: 100 } },
  declined: { type: 'polled', at, message: { msgIdentifier: 'm', status: 'failed' } },
  gaveUp: { type: 'gave-up', at, reason: 'max-wait' },
  stopped: { type: 'gave-up', at, reason: 'stopped' },
  charged: { type: 'resolved', at, charged: true, basis: 'terminal-screen' },
  notCharged: { type: 'resolved', at, charged: false, basis: 'terminal-screen' },
} satisfies Record<string, OperationFact>;

/** The row after a fact, by the kit's own reducer; the same row if the fact changes nothing. */
export function withFact(row: StoreRow, ...said: OperationFact[]): StoreRow {
  return said.reduce<StoreRow>((before, fact) => {
    const operation = before.operation && reduceOperation(before.operation, fact);
    return operation === before.operation
      ? before
      : { ...before, operation: operation && oneOperation(operation), seq: before.seq + 1 };
  }, row);
}

export function wholeNote(note: NonNullable<Page['note']>): BrowserOperationNote {
  const { id, kind, terminalId, amountCents, flowKey } = sending;
  return { ...note, id, kind, terminalId, amountCents, flowKey, at: 0 };
}

const shownPages = new WeakMap<Page, { shown: TerminalOperation | undefined }>();

/** What the page shows, by the kit's own rule. */
export function shownBy(page: Page): TerminalOperation | undefined {
  const known = shownPages.get(page) ?? { shown: shown(page) };
  shownPages.set(page, known);
  return known.shown;
}

function shown({ press, row, seq, note, isGone }: Page): TerminalOperation | undefined {
  const known: OperationSources = {
    row: row && { ...row, seq, isOwn: true },
    press,
    goneAt: isGone ? at : undefined,
  };
  return shownOperation(known, note && wholeNote(note), { scope: 's', aheadMs: 0 });
}

/** What a person sees of an ending. */
export const endingOf = ({ phase, anomalies }: TerminalOperation) =>
  [phase, ...anomalies.filter((name) => name !== 'resolution-refused')].join(' ');
