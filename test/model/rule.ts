import type { PaymentState } from './paymentState.ts';

/** A fault. A run of the model has each kind at most once. */
export const faults = ['lost', 'repeated', 'late', 'kill', 'reload', 'commit', 'restored'] as const;
export type Fault = (typeof faults)[number];

/** A state that may follow. `only`: if the other payment holds the terminal, or if it does not. */
export interface Step {
  next: PaymentState;
  only?: 'free' | 'busy';
}

export interface Rule {
  name: string;
  /** The function that does this in the kit; undefined for what the world does. */
  stands?: readonly [file: string, name: string];
  fault?: Fault;
  steps: (state: PaymentState, broken: Broken) => Step[];
}

/** Parts of a rule that a mutant of the model leaves out. */
export type Broken = ReadonlySet<string>;

export const both = [0, 1] as const;
export const only = (next: PaymentState): Step[] => [{ next }];
export const nothing: Step[] = [];
