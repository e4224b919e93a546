import type { TerminalOperation } from './terminalOperation.ts';

/** Why an operation was not started. No request was sent. */
export interface Refusal {
  code:
    | 'invalid-request'
    | 'terminal-busy'
    | 'needs-confirmation'
    | 'not-allowed'
    | 'no-journal'
    | 'already-started';
  message: string;
  field?: string | undefined;
  /** The operation that is in the way. */
  operationId?: string | undefined;
  /** With `needs-confirmation`: pass it as `confirmed` once a person has said yes. */
  confirmation?: string | undefined;
}

export type StartResult =
  { started: true; operation: TerminalOperation } | { started: false; refusal: Refusal };
