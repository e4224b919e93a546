import type { OperationName } from '../core/wire/routes.ts';

/** The service's answer to an operation, as it came; or what the gateway says in its place. */
export interface OperationAnswer {
  status: number;
  body: string;
  /** The service was not reached, or refused the gateway itself: nothing was done, and never will be under this id. */
  isNotSent?: boolean | undefined;
  /** What the gateway says in its place: the status is none of the service's, and proves nothing. */
  isOwn?: boolean | undefined;
}

/** What is kept of one operation id. Of the request's body only a hash is kept, and so it is with the subject. */
export interface OperationEntry {
  id: string;
  /** `sent`: the service is or was asked. `closed`: it never was, and never will be. */
  state: 'sent' | 'closed';
  operation?: OperationName | undefined;
  bodyHash?: string | undefined;
  /** Hash of the person or till it belongs to, as `authorize` named it. Empty where it was closed before anybody knew. */
  subject: string;
  /** Names the copy of the request that holds the id. */
  claimedBy?: string | undefined;
  /** How long after it was claimed its answer may still come (ms). */
  answerWithinMs: number;
  answer?: OperationAnswer | undefined;
}

/** An entry, and how long ago it was claimed by the store's own clock: those of the instances differ. */
export type HeldOperation = OperationEntry & { ageMs: number };

export interface PollRules {
  /** How many questions the service takes in any `windowMs`. */
  limit: number;
  windowMs: number;
  /** The shortest time between two questions about one message (ms). */
  minGapMs: number;
}

/** The last answer about a message. */
export interface MessageEntry {
  /** Empty where the service has only accepted it: there is such a message, and nothing is known of it. */
  body: string;
  isFinal: boolean;
}

export type KnownMessage = MessageEntry & { ageMs: number };

/** Whether the service may be asked about a message now. The slot is spent with the answer. */
export interface PollTurn {
  isGranted: boolean;
  /** When to come back; 0 where it is granted or final. */
  waitMs: number;
  known?: KnownMessage | undefined;
}

/**
 * Where a gateway keeps what must outlive a request: operation ids and their answers, the log of polls, results. Every method
 * rejects when the store cannot be reached; a gateway then refuses payments. Instances that share a store share all of it.
 */
export interface GatewayStore {
  /** For how long it has forgotten nothing (ms): an operation older than that may be unknown to it although it was sent. */
  knownForMs: () => Promise<number>;
  /**
   * Takes an id that is not there yet, in one step for all instances. Resolves when the entry would survive a crash. Gives the
   * entry that holds the id, and nothing where the id is now the caller's.
   */
  claim: (entry: OperationEntry) => Promise<HeldOperation | undefined>;
  find: (id: string) => Promise<HeldOperation | undefined>;
  /** Records the answer to an id that was claimed, durably. */
  answer: (id: string, answer: OperationAnswer) => Promise<void>;
  /**
   * In one step: what is known of a message and, unless that is final, whether it may be asked about now. Messages that
   * `keepMessage` was never called for share one place among the others.
   */
  askFor: (messageId: string, rules: PollRules) => Promise<PollTurn>;
  /**
   * A question that was granted about a message has its answer, or never will: its slot counts from now on. When it
   * reached the service nobody knows, so it counts as long as it may have been on its way.
   */
  pollEnded: (messageId: string) => Promise<void>;
  /**
   * A result is not replaced by what came before it. An empty body is a new message: it drops what was kept under its id. Gives
   * whether there was something.
   */
  keepMessage: (messageId: string, entry: MessageEntry) => Promise<boolean>;
  /**
   * After a question about this message nobody asks about anything for so long (ms); where `keepMessage` was never called for it,
   * about none of its kind. A rest that lasts longer stays.
   */
  rest: (ms: number, messageId: string) => Promise<void>;
}
