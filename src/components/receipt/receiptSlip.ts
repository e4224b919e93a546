import { isProvenNotCharged } from '../../core/operations/terminalOperation.ts';
import type { ReceiptLabels } from '../../words/words.ts';
import type { IconName } from '../kit/Icon.tsx';
import { type PaymentEnding, paymentEnding } from '../payment-status/paymentEnding.ts';
import { type PaymentView } from '../payment-status/paymentView.ts';
import { shownText, withFullStop } from '../kit/shownText.ts';

export interface SlipRow {
  term: string;
  text: string;
}

/** What a slip says of one operation. */
export interface ReceiptSlip {
  title: string;
  icon: IconName;
  tone: PaymentEnding['tone'];
  /** How much of the amount was moved; undefined if that is unknown. */
  moved: PaymentEnding['moved'];
  /** The amounts, the most important first. */
  figures: SlipRow[];
  /** The kit's sentences, or the service's own. */
  sentences: PaymentEnding['sentences'];
  details: SlipRow[];
}

export function receiptSlip(
  view: PaymentView,
  words: ReceiptLabels,
  /** The words for an operation's kind, such as "Sale". */
  kindWords: (of: Pick<PaymentView['operation'], 'kind'>) => string,
): ReceiptSlip {
  const ending = paymentEnding(view);
  const details = detailsOf(view);
  if (ending?.moved === undefined) {
    const state = ending?.title ?? words.underWay;
    return {
      title: words.notReceipt({ state }),
      icon: ending?.icon ?? 'clock',
      tone: 'attention',
      moved: undefined,
      figures: rowsOf([view.labels.askedFor, view.asked]),
      sentences: unknownSentences(view, words).map((text) => ({ text })),
      details,
    };
  }
  return {
    title: ending.heading ?? ending.title,
    icon: ending.icon,
    tone: ending.tone,
    moved: ending.moved,
    figures: figuresOf(view, ending, words, kindWords(view.operation)),
    sentences: sentencesOf(view, ending, words),
    details,
  };
}

function rowsOf(...rows: [term: string, text: string | undefined][]): SlipRow[] {
  return rows.flatMap(([term, text]) => (text ? { term, text } : []));
}

function unknownSentences({ operation, labels, terminal }: PaymentView, words: ReceiptLabels): string[] {
  const { kind, phase } = operation;
  const advice = words.notReceiptText({ kind, terminal });
  return phase === 'unknown' ? [withFullStop(labels.unknownSentence({ kind })), advice] : [advice];
}

function figuresOf(view: PaymentView, ending: PaymentEnding, words: ReceiptLabels, kind: string): SlipRow[] {
  const { labels, amount, asked, tip, operation } = view;
  if (ending.moved === 'none') return rowsOf([labels.askedFor, asked]);
  if (ending.figures) {
    const { approved, asked: requested } = ending.figures;
    return rowsOf(
      [labels.completeTitle(operation), approved],
      [labels.askedFor, requested],
      [words.tip, tip],
    );
  }
  return tip ? rowsOf([words.total, amount], [kind, asked], [words.tip, tip]) : rowsOf([kind, amount]);
}

function sentencesOf(
  view: PaymentView,
  ending: PaymentEnding,
  words: ReceiptLabels,
): PaymentEnding['sentences'] {
  const { operation, labels } = view;
  const { kind, phase, anomalies } = operation;
  const doubt = anomalies.includes('contradiction') ? [{ text: labels.contradiction }] : [];
  if (phase === 'failed' || phase === 'rejected') {
    const proof = isProvenNotCharged(operation) ? [{ text: words.nothingMoved({ kind }) }] : [];
    return [...proof, ...ending.sentences.filter(({ isFromService }) => isFromService), ...doubt];
  }
  const isMoved = phase === 'complete' || (phase === 'partial' && operation.confirmedCents);
  const meanings: Partial<Record<typeof kind, string>> = {
    preAuth: words.held,
    void: words.voided,
    refund: words.refunded,
    closeBatch: labels.batchClosedSentence,
  };
  const meaning = isMoved && meanings[kind];
  return [
    ...(meaning ? [{ text: meaning }] : []),
    ...(phase === 'complete' ? [] : ending.sentences),
    ...doubt,
  ];
}

/** The details by which a person finds the payment again. The time is when the operation started. */
function detailsOf({ operation, labels, terminal, formatTime }: PaymentView): SlipRow[] {
  const { createdAt, orderNumber, pnRefNum, msgIdentifier } = operation;
  return rowsOf(
    [labels.time, formatTime(createdAt)],
    [labels.terminal, terminal],
    [labels.orderNumber, shownText(orderNumber)],
    pnRefNum ? [labels.reference, shownText(pnRefNum)] : [labels.messageId, shownText(msgIdentifier)],
  );
}
