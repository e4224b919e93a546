import { type Clock, systemClock } from '../core/time.ts';
import type { PollLimit } from './limiter.ts';
import type { RetryAfterForm } from './retryAfterHeader.ts';
import { isScenarioName, type ScenarioName, scenarioNames } from './scenarios.ts';
import { createTerminals, type SandboxTerminal } from './terminals.ts';

/** What a terminal does with a message while it works on another. */
export type BusyPolicy = 'reject' | 'queue' | 'replace';

export interface SandboxOptions {
  /** The same seed gives the same ids and durations. Default 1. */
  seed?: number | undefined;
  clock?: Clock | undefined;
  /** How many, or which. Default 3. */
  terminals?: number | readonly SandboxTerminal[] | undefined;
  /** Holds for every money request until another is set. The default, `approved`, leaves the choice to terminal and amount. */
  scenario?: ScenarioName | undefined;
  /** What the header `authorization` must say. Default `sandbox`. */
  authorization?: string | undefined;
  /** How long each answer takes. Default 200; with 0 answers need no clock. */
  latencyMs?: number | undefined;
  /** Default `reject` (409). */
  busyPolicy?: BusyPolicy | undefined;
  /** Default 50 in a sliding minute. */
  pollLimit?: PollLimit | undefined;
  /** How a 429 tells when to come back. Default `seconds`. */
  retryAfter?: RetryAfterForm | undefined;
  /** Whether another origin may read `Retry-After`. Default true. */
  exposeRetryAfter?: boolean | undefined;
  /** The unit of the amounts of payment links. Default `minor`. */
  linkAmountUnit?: 'minor' | 'major' | undefined;
  /** The keys configured for payment links' custom values. */
  customValueKeys?: readonly string[] | undefined;
  /** A money request whose `x-operation-id` was accepted before gets that answer again, and no second effect. Default false, as the interface is written. */
  dedupe?: boolean | undefined;
  /** Answer on addresses that are not this machine's. Default false. */
  allowRemote?: boolean | undefined;
}

export type Settings = {
  [Name in Exclude<keyof SandboxOptions, 'terminals'>]-?: Exclude<SandboxOptions[Name], undefined>;
} & { terminals: readonly SandboxTerminal[] };

export function settleOptions(options: SandboxOptions): Settings {
  const { scenario = 'approved' } = options;
  if (!isScenarioName(scenario)) {
    throw new TypeError(
      `There is no scenario "${String(scenario)}". Choose one of: ${scenarioNames.join(', ')}.`,
    );
  }
  return {
    seed: options.seed ?? 1,
    clock: options.clock ?? systemClock,
    terminals: createTerminals(options.terminals ?? 3),
    scenario,
    authorization: options.authorization ?? 'sandbox',
    latencyMs: options.latencyMs ?? 200,
    busyPolicy: options.busyPolicy ?? 'reject',
    pollLimit: options.pollLimit ?? { limit: 50, windowMs: 60_000, kind: 'sliding' },
    retryAfter: options.retryAfter ?? 'seconds',
    exposeRetryAfter: options.exposeRetryAfter ?? true,
    linkAmountUnit: options.linkAmountUnit ?? 'minor',
    customValueKeys: options.customValueKeys ?? ['customer-reference', 'invoice-number', 'table', 'note'],
    dedupe: options.dedupe ?? false,
    allowRemote: options.allowRemote ?? false,
  };
}
