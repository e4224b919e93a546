import type { Clock } from './http.ts';

/** A sale or an authorisation that a card was read for. All amounts are cents. */
interface Transaction {
  reference: string;
  terminal: string;
  orderNumber: string | undefined;
  kind: 'sale' | 'authorisation';
  finishedAt: number;
  authorised: number;
  /** Of a sale, all that was authorised. */
  captured: number;
  settled: number;
  refunded: number;
  isVoided: boolean;
}

export interface Message {
  id: string;
  /** Of the transaction it is about; a batch has none. */
  reference?: string;
  terminal: string;
  needsCard: boolean;
  startedAt: number;
  ending: 'approved' | 'declined' | 'timeout';
  approved?: number;
  tip?: number;
}

/** What a card holder was charged in the end, refunds taken off. */
export interface Charge {
  reference: string;
  terminal: string;
  orderNumber: string | undefined;
  cents: number;
}

/** Why a capture, void or refund is refused. */
export type Refusal =
  | 'no such transaction'
  | 'other terminal'
  | 'not approved'
  | 'voided'
  | 'not an authorisation'
  | 'too much'
  | 'settled'
  | 'not settled';

export interface FollowUp {
  kind: 'capture' | 'void' | 'refund';
  terminal: string;
  reference: string;
  amount?: number;
}

/** What the cents of an amount make the card do. */
function cardAnswer(amount: number): { ending: Message['ending']; approved: number } {
  switch (amount % 100) {
    case 5:
      return { ending: 'declined', approved: 0 };
    case 10:
      return { ending: 'approved', approved: Math.round(amount * 0.64) };
    case 15:
      return { ending: 'timeout', approved: 0 };
    default:
      return { ending: 'approved', approved: amount };
  }
}

function refusalOf(transaction: Transaction, { kind, amount = 0 }: FollowUp): Refusal | undefined {
  const { authorised, captured, settled, refunded, isVoided } = transaction;
  if (isVoided) return 'voided';
  switch (kind) {
    case 'capture':
      if (transaction.kind !== 'authorisation') return 'not an authorisation';
      return amount > authorised - captured ? 'too much' : undefined;
    case 'void':
      return settled > 0 ? 'settled' : undefined;
    case 'refund':
      if (settled === 0) return 'not settled';
      return amount > settled - refunded ? 'too much' : undefined;
  }
}

/** The money of a service: its transactions and messages, and what may be done to which. */
export function createBook(options: {
  clock: Clock;
  /** How long a message takes. */
  paymentMs: number;
  newMessageId: () => string;
  newReference: () => string;
}) {
  const { clock, paymentMs } = options;
  const transactions = new Map<string, Transaction>();
  const messages = new Map<string, Message>();

  function addMessage(message: Omit<Message, 'id' | 'startedAt'>): Message {
    const added = { ...message, id: options.newMessageId(), startedAt: clock.now() };
    messages.set(added.id, added);
    return added;
  }

  return {
    messages: messages as ReadonlyMap<string, Message>,

    isBusy: (terminal: string) =>
      [...messages.values()].some(
        (message) =>
          message.terminal === terminal && message.needsCard && clock.now() < message.startedAt + paymentMs,
      ),

    /** A sale or an authorisation. The tip comes on top of what is approved in full. */
    takeCard(wanted: {
      kind: Transaction['kind'];
      terminal: string;
      amount: number;
      orderNumber?: string | undefined;
      tipPercent?: number | undefined;
    }): Message {
      const { kind, terminal, amount, orderNumber, tipPercent = 0 } = wanted;
      const { ending, approved } = cardAnswer(amount);
      const tip = approved === amount ? Math.round((amount * tipPercent) / 100) : 0;
      const reference = options.newReference();
      transactions.set(reference, {
        reference,
        terminal,
        orderNumber,
        kind,
        finishedAt: clock.now() + paymentMs,
        authorised: approved + tip,
        captured: kind === 'sale' ? approved + tip : 0,
        settled: 0,
        refunded: 0,
        isVoided: false,
      });
      return addMessage({ reference, terminal, needsCard: true, ending, approved: approved + tip, tip });
    },

    followUp(wanted: FollowUp): Message | Refusal {
      const { kind, terminal, reference, amount = 0 } = wanted;
      const transaction = transactions.get(reference);
      if (!transaction) return 'no such transaction';
      if (transaction.terminal !== terminal) return 'other terminal';
      if (transaction.authorised === 0 || clock.now() < transaction.finishedAt) return 'not approved';
      const refusal = refusalOf(transaction, wanted);
      if (refusal) return refusal;
      if (kind === 'capture') transaction.captured += amount;
      if (kind === 'refund') transaction.refunded += amount;
      if (kind === 'void') transaction.isVoided = true;
      const approved = kind === 'void' ? transaction.authorised : amount;
      return addMessage({ reference, terminal, needsCard: false, ending: 'approved', approved });
    },

    /** Settles what the terminal has captured. */
    closeBatch(terminal: string): Message {
      for (const transaction of transactions.values())
        if (transaction.terminal === terminal && !transaction.isVoided)
          transaction.settled = transaction.captured;
      return addMessage({ terminal, needsCard: false, ending: 'approved' });
    },

    progressOf({ startedAt, ending }: Message): 'waiting' | 'running' | Message['ending'] {
      const elapsed = clock.now() - startedAt;
      if (elapsed >= paymentMs) return ending;
      return elapsed < paymentMs / 3 ? 'waiting' : 'running';
    },

    /** Of every transaction that was approved; 0 cents where nothing is captured, or all was given back. */
    charges: (): Charge[] =>
      [...transactions.values()]
        .filter(({ authorised, finishedAt }) => authorised > 0 && clock.now() >= finishedAt)
        .map(({ reference, terminal, orderNumber, captured, refunded, isVoided }) => ({
          reference,
          terminal,
          orderNumber,
          cents: isVoided ? 0 : captured - refunded,
        })),
  };
}

export interface ServiceOptions {
  clock?: Clock;
  /** How long a card takes to be read. */
  paymentMs?: number;
}
