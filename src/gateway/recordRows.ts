import type { Phase, PaymentsEventDetail, TerminalOperation } from '../core/operations/terminalOperation.ts';
import type { MessageState } from '../core/polling/messageState.ts';
import type { SharedMessage } from '../core/polling/pollLog.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { OperationAnswer } from './replies.ts';

/** What is kept of an operation id. Of the request's body only a hash is kept. Times are epoch ms of the store's clock. */
export interface OperationRow {
  account: string;
  id: string;
  /** `sent`: the service is or was asked. `closed`: it never was, and never will be. */
  state: 'sent' | 'closed';
  /** Nothing where it was closed before anybody knew. */
  kind: OperationName | null;
  /** A keyed hash of the till or shop it belongs to. Empty where it was closed before anybody knew. */
  subject: string;
  /** Who took it, in the host's words. */
  actor: string | null;
  bodyHash: string | null;
  /** Names the copy of the request that holds the id. */
  claimedBy: string | null;
  claimedAt: number;
  /** Until when its answer may still come. */
  answerBy: number;
  answer: OperationAnswer | null;
  /** Counts its changes. */
  seq: number;
  /** Of a terminal operation: what is known of it. The columns below repeat what is asked for. */
  operation: TerminalOperation | null;
  phase: Phase | null;
  /** It holds its terminal. */
  isOpen: boolean;
  terminalId: string | null;
  provider: string | null;
  orderNumber: string | null;
  pnRefNum: string | null;
  msgIdentifier: string | null;
  currency: string | null;
  amountCents: number | null;
  /** What was moved; nothing as long as nobody knows. */
  movedCents: number | null;
  createdAt: number;
  endedAt: number | null;
  /** It has ended, and nobody took note of that. */
  isUnseen: boolean;
}

/** What is known of an id that is only taken. */
export const emptyRow = {
  answer: null,
  seq: 0,
  operation: null,
  phase: null,
  isOpen: false,
  terminalId: null,
  provider: null,
  orderNumber: null,
  pnRefNum: null,
  msgIdentifier: null,
  currency: null,
  amountCents: null,
  movedCents: null,
  endedAt: null,
  isUnseen: false,
} satisfies Partial<OperationRow>;

/** A `MessageState` without the service's own words, but for the checked ones. */
export type HeardState = Omit<
  MessageState,
  'msgIdentifier' | 'message' | 'error' | 'lastCheckedAt' | 'nextCheckAt'
> & {
  message?: SharedMessage | undefined;
  /** Of an answer that could not be read: `unrecognised-status: WORD` or `unreadable: path`. */
  misfit?: string | undefined;
};

/** A message that is asked about: of an operation, or one that a page wants to hear of. */
export interface MessageRow {
  account: string;
  /** Empty where all providers are asked under one path. */
  provider: string;
  id: string;
  /** Whose result it is; nothing where nobody accepted it here. */
  operationId: string | null;
  /** ISO 4217, in whose cents a page counts its amounts. */
  currency: string | null;
  /** What was heard, and how the asking goes. */
  state: HeardState;
  /** When the last good answer came. */
  heardAt: number | null;
  /** When it was accepted, or asked for first. */
  since: number;
  askedAt: number | null;
  /** A question is under way, and counts as lost after this. */
  askingUntil: number | null;
  /** From when it may be asked about again; nothing where it is not. */
  dueAt: number | null;
  /** When `timeout` was first seen. */
  timedOutAt: number | null;
  /** Until when somebody wants to hear of one that is nobody's operation. */
  wantedUntil: number | null;
}

/** A question that was asked within the last window. */
export interface SlotRow {
  id: number;
  account: string;
  /** When it was taken; once it has ended, when that was: nobody knows when it reached the service. */
  at: number;
  messageId: string | null;
  /** About a message that nobody waits for any more, or that is strange. */
  isPatient: boolean;
}

/** What the service wants of the asking for one account. */
export interface BudgetRow {
  account: string;
  restUntil: number;
  /** Which of its guessed pauses comes next. */
  restStep: number;
  /** Strange messages rest by themselves. */
  strangersRestUntil: number;
  loweredTo: number | null;
  loweredAt: number | null;
}

/** A change of an operation, numbered in the order in which it can be seen. */
export interface EventRow {
  id: number;
  account: string;
  operationId: string;
  seq: number;
  at: number;
  /** Nothing where only something small is new, as that the service works on it. */
  detail: PaymentsEventDetail | null;
  /** The operation after it. */
  operation: TerminalOperation;
  subject: string;
  terminalId: string;
  /** Receivers outside know of it; see `deliveries`. */
  isDispatched: boolean;
}

/** An event that a receiver shall get. */
export interface DeliveryRow {
  id: number;
  account: string;
  eventId: number;
  operationId: string;
  /** `process`, or a webhook's name. */
  receiver: string;
  attempts: number;
  nextAt: number;
  /** Taken by an instance until then. */
  takenUntil: number | null;
  /** When it was tried first; until then, when it was made. */
  firstAt: number;
  /** `behind`: an earlier event of its operation comes first. */
  state: 'due' | 'behind' | 'undelivered';
}

/** A receiver for which something waits. */
export interface ReceiverRow {
  account: string;
  receiver: string;
  /** When the first thing for it is due, and it may be tried. */
  nextAt: number;
  /** How often it failed in a row. Until it does not, it gets one thing at a time. */
  failures: number;
  failingSince: number | null;
  /** It is left alone until then. */
  restUntil: number;
}

/** What a person said became of an operation that nobody knew. Appended, never changed. */
export interface ResolutionRow {
  id: number;
  account: string;
  operationId: string;
  at: number;
  actor: string | null;
  subject: string;
  charged: boolean;
  basis: string;
  note: string | null;
}

/** Who took note of how an operation ended. */
export interface AcknowledgementRow {
  account: string;
  operationId: string;
  subject: string;
  actor: string | null;
  at: number;
}

export interface RecordRows {
  operations: OperationRow;
  messages: MessageRow;
  slots: SlotRow;
  budgets: BudgetRow;
  events: EventRow;
  deliveries: DeliveryRow;
  receivers: ReceiverRow;
  resolutions: ResolutionRow;
  acknowledgements: AcknowledgementRow;
}

type Kind<Value> = [Exclude<Value, null>] extends [boolean]
  ? 'flag'
  : [Exclude<Value, null>] extends [number]
    ? 'number' | 'serial'
    : [Exclude<Value, null>] extends [string]
      ? 'text'
      : 'json';

/** How a table is kept. `serial` numbers its rows; a `?` marks what may be null. */
export interface TableShape<Row> {
  readonly columns: {
    readonly [Column in keyof Row]-?: null extends Row[Column] ? `${Kind<Row[Column]>}?` : Kind<Row[Column]>;
  };
  readonly key: readonly (keyof Row & string)[];
  readonly indexes: readonly (readonly (keyof Row & string)[])[];
}

export const recordShapes: { readonly [Name in keyof RecordRows]: TableShape<RecordRows[Name]> } = {
  operations: {
    columns: {
      account: 'text',
      id: 'text',
      state: 'text',
      kind: 'text?',
      subject: 'text',
      actor: 'text?',
      bodyHash: 'text?',
      claimedBy: 'text?',
      claimedAt: 'number',
      answerBy: 'number',
      answer: 'json?',
      seq: 'number',
      operation: 'json?',
      phase: 'text?',
      isOpen: 'flag',
      terminalId: 'text?',
      provider: 'text?',
      orderNumber: 'text?',
      pnRefNum: 'text?',
      msgIdentifier: 'text?',
      currency: 'text?',
      amountCents: 'number?',
      movedCents: 'number?',
      createdAt: 'number',
      endedAt: 'number?',
      isUnseen: 'flag',
    },
    key: ['account', 'id'],
    // What is asked for in a page of the list is equal in all columns before the last two, so that nothing has to be sorted.
    indexes: [
      ['account', 'createdAt', 'id'],
      ['account', 'isOpen', 'createdAt', 'id'],
      ['account', 'isOpen', 'terminalId', 'endedAt'],
      ['account', 'isUnseen', 'createdAt', 'id'],
      ['account', 'subject', 'createdAt', 'id'],
      ['account', 'terminalId', 'createdAt', 'id'],
      ['account', 'kind', 'createdAt', 'id'],
      ['account', 'phase', 'createdAt', 'id'],
      ['account', 'movedCents', 'createdAt', 'id'],
      ['account', 'amountCents', 'createdAt', 'id'],
      ['account', 'orderNumber', 'createdAt', 'id'],
      ['account', 'pnRefNum', 'createdAt', 'id'],
      ['account', 'msgIdentifier'],
      ['phase', 'answerBy'],
      ['claimedAt', 'account'],
      ['id'],
    ],
  },
  messages: {
    columns: {
      account: 'text',
      provider: 'text',
      id: 'text',
      operationId: 'text?',
      currency: 'text?',
      state: 'json',
      heardAt: 'number?',
      since: 'number',
      askedAt: 'number?',
      askingUntil: 'number?',
      dueAt: 'number?',
      timedOutAt: 'number?',
      wantedUntil: 'number?',
    },
    key: ['account', 'provider', 'id'],
    indexes: [['account', 'dueAt'], ['dueAt', 'account'], ['wantedUntil']],
  },
  slots: {
    columns: { id: 'serial', account: 'text', at: 'number', messageId: 'text?', isPatient: 'flag' },
    key: ['id'],
    indexes: [['account', 'at']],
  },
  budgets: {
    columns: {
      account: 'text',
      restUntil: 'number',
      restStep: 'number',
      strangersRestUntil: 'number',
      loweredTo: 'number?',
      loweredAt: 'number?',
    },
    key: ['account'],
    indexes: [],
  },
  events: {
    columns: {
      id: 'serial',
      account: 'text',
      operationId: 'text',
      seq: 'number',
      at: 'number',
      detail: 'json?',
      operation: 'json',
      subject: 'text',
      terminalId: 'text',
      isDispatched: 'flag',
    },
    key: ['id'],
    indexes: [
      ['account', 'id'],
      ['account', 'operationId', 'id'],
      ['isDispatched', 'account', 'id'],
      ['account', 'isDispatched', 'at', 'id'],
      ['at', 'account'],
    ],
  },
  deliveries: {
    columns: {
      id: 'serial',
      account: 'text',
      eventId: 'number',
      operationId: 'text',
      receiver: 'text',
      attempts: 'number',
      nextAt: 'number',
      takenUntil: 'number?',
      firstAt: 'number',
      state: 'text',
    },
    key: ['id'],
    indexes: [
      ['account', 'receiver', 'state', 'nextAt', 'eventId'],
      ['account', 'operationId', 'receiver', 'eventId'],
      ['account', 'state', 'eventId'],
    ],
  },
  receivers: {
    columns: {
      account: 'text',
      receiver: 'text',
      nextAt: 'number',
      failures: 'number',
      failingSince: 'number?',
      restUntil: 'number',
    },
    key: ['account', 'receiver'],
    indexes: [['nextAt']],
  },
  resolutions: {
    columns: {
      id: 'serial',
      account: 'text',
      operationId: 'text',
      at: 'number',
      actor: 'text?',
      subject: 'text',
      charged: 'flag',
      basis: 'text',
      note: 'text?',
    },
    key: ['id'],
    indexes: [['account', 'operationId']],
  },
  acknowledgements: {
    columns: { account: 'text', operationId: 'text', subject: 'text', actor: 'text?', at: 'number' },
    key: ['account', 'operationId', 'subject'],
    indexes: [],
  },
};
