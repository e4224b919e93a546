import { type Clock, systemClock } from '../core/time.ts';
import type { Service } from '../core/wire/service.ts';
import type { LedgerCharge, LedgerPreflight, LedgerRequest } from './ledger.ts';
import { createPollLimiter, type PollLimit } from './pollLimiter.ts';
import { createSeedLinks } from './links.ts';
import type { SandboxMessage } from './messages.ts';
import { createRetryAfterHeaderFor, createServerNow, type Reply, type RetryAfterForm } from './replies.ts';
import type { SandboxRouteMatch } from './routes.ts';
import { createScenarioBook } from './scenarioBook.ts';
import { assertScenarioName, type ScenarioName } from './scenarios.ts';
import type { SandboxTransaction } from './simulatedOperations.ts';
import { createIdSource, createSeededRandom, createTerminals, type SandboxTerminal } from './terminals.ts';

/** What a busy terminal does with a new message. */
export type BusyPolicy = 'reject' | 'queue' | 'replace';

export interface SandboxOptions {
  /** The same seed gives the same ids and durations. Default 1. */
  seed?: number | undefined;
  clock?: Clock | undefined;
  /** The number of terminals, or the terminals. Default 3. */
  terminals?: number | readonly SandboxTerminal[] | undefined;
  /** The scenario of money requests at first. Default `approved`: the terminal or the amount chooses the scenario. */
  scenario?: ScenarioName | undefined;
  /** Required value of the header `authorization`. Default `sandbox`. */
  authorization?: string | undefined;
  /** Latency of each answer (ms). Default 200. With 0, an answer comes even if `clock` stands still. */
  latencyMs?: number | undefined;
  /** What a busy terminal does with a new message. Default `reject` (409). */
  busyPolicy?: BusyPolicy | undefined;
  /** How many polls are answered; further ones get a 429. Default 50 in a sliding minute. */
  pollLimit?: PollLimit | undefined;
  /** The form of `Retry-After` in a 429. Default `seconds`. */
  retryAfter?: RetryAfterForm | undefined;
  /** Whether pages of another origin may read `Retry-After`. Default true. */
  exposeRetryAfter?: boolean | undefined;
  /** The service to simulate: the result of `defineService`. Default: a service as docs/contract.md describes it. */
  service?: Service | undefined;
  /** The keys configured for payment links' custom values. */
  customValueKeys?: readonly string[] | undefined;
  /** Whether a repeated `x-operation-id` gets the first answer again, with no second effect. Default false. */
  dedupe?: boolean | undefined;
  /** Whether to answer requests that name another host than this machine. Default false. */
  allowRemote?: boolean | undefined;
}

export type SandboxSettings = {
  [Name in Exclude<keyof SandboxOptions, 'terminals' | 'service'>]-?: Exclude<
    SandboxOptions[Name],
    undefined
  >;
} & { terminals: readonly SandboxTerminal[]; service: Service | undefined };

export function withDefaultSandboxOptions(options: SandboxOptions): SandboxSettings {
  const { scenario = 'approved' } = options;
  assertScenarioName(scenario);
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
    service: options.service,
    customValueKeys: options.customValueKeys ?? ['customer-reference', 'invoice-number', 'table', 'note'],
    dedupe: options.dedupe ?? false,
    allowRemote: options.allowRemote ?? false,
  };
}

export interface ReceivedFile {
  /** The name of the form field that holds the file. */
  part: string;
  name: string;
  size: number;
  type: string;
}

type Transactions = ReadonlyMap<string, SandboxTransaction>;

/** A closed batch on its way to settlement. */
interface Batch {
  settlesAt: number;
  /** The captured amount of each transaction when the batch was closed (cents), by pnRefNum. */
  captured: ReadonlyMap<string, number>;
}

const settlementMs = 2000;

/** Creates the batch of the terminal's transactions of which some captured money is not settled yet. */
export function createBatchToSettle(transactions: Transactions, terminalId: string, now: number): Batch {
  const captured = new Map<string, number>();
  for (const transaction of transactions.values()) {
    if (transaction.terminalId === terminalId && transaction.captured > transaction.settled) {
      captured.set(transaction.pnRefNum, transaction.captured);
    }
  }
  return { settlesAt: now + settlementMs, captured };
}

export function settleBatch(transactions: Transactions, batch: Batch): void {
  for (const [pnRefNum, amount] of batch.captured) {
    const transaction = transactions.get(pnRefNum);
    if (transaction && !transaction.isVoided) transaction.settled = Math.max(transaction.settled, amount);
  }
}

export type SandboxState = ReturnType<typeof createSandboxState>;

/** The state of the sandbox. A reset creates a new one. */
export function createSandboxState(settings: SandboxSettings) {
  const now = createServerNow(settings.clock);
  const ids = createIdSource(settings.seed);
  return {
    settings,
    now,
    ids,
    random: createSeededRandom(settings.seed),
    scenarios: createScenarioBook(settings.scenario, settings.terminals),
    pollLimiter: createPollLimiter(settings.pollLimit),
    retryAfter: createRetryAfterHeaderFor(settings.retryAfter, now),
    messages: new Map<string, SandboxMessage>(),
    transactions: new Map<string, SandboxTransaction>(),
    batches: [] as Batch[],
    /** Since when (epoch ms) each unplugged terminal is offline, by id. */
    unplugged: new Map<string, number>(),
    /** The payment links, the newest last. */
    links: createSeedLinks(ids, now()),
    /** `handedOut`: the paths that uploads returned. `failedOnce`: files whose first upload failed on purpose. */
    attachments: { handedOut: new Set<string>(), failedOnce: new Set<string>() },
    /** Replies to accepted money requests, by operation id: with `dedupe`, a repeated request gets the same reply. */
    accepted: new Map<string, { reply: Reply; msgIdentifier?: string | undefined }>(),
    requests: [] as LedgerRequest[],
    charges: [] as LedgerCharge[],
    preflights: [] as LedgerPreflight[],
  };
}

/** One authorized request, as its handler receives it. */
export interface AuthorizedSandboxRequest {
  route: SandboxRouteMatch;
  scenario: ScenarioName;
  /** The body as parsed JSON, not yet checked. */
  body: unknown;
  files: readonly ReceivedFile[];
  /** The request's ledger entry. The handler writes the message id into the entry. */
  entry: LedgerRequest;
}
