import type { Attachments } from './attachments.ts';
import { createAttachments } from './attachments.ts';
import type { Batch } from './batches.ts';
import { createIds, type Ids } from './ids.ts';
import type { LedgerCharge, LedgerPreflight, LedgerRequest } from './ledger.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { type PaymentLink, seedLinks } from './links.ts';
import type { Message } from './messages.ts';
import type { Reply } from './replies.ts';
import { createRetryAfterHeader, type RetryAfterHeader } from './retryAfterHeader.ts';
import type { Settings } from './sandboxOptions.ts';
import { createScenarioBook, type ScenarioBook } from './scenarioBook.ts';
import { createSeededRandom, type Random } from './seededRandom.ts';
import { createServerTime } from './serverTime.ts';
import type { Transaction } from './transactions.ts';

/** Everything the service remembers. A reset makes a new one. */
export interface World {
  settings: Settings;
  now: () => number;
  random: Random;
  ids: Ids;
  scenarios: ScenarioBook;
  pollLimiter: Limiter;
  retryAfter: RetryAfterHeader;
  messages: Map<string, Message>;
  transactions: Map<string, Transaction>;
  batches: Batch[];
  /** Newest last. */
  links: PaymentLink[];
  attachments: Attachments;
  /** Accepted money requests by operation id, for `dedupe`. */
  accepted: Map<string, { reply: Reply; msgIdentifier?: string | undefined }>;
  requests: LedgerRequest[];
  charges: LedgerCharge[];
  preflights: LedgerPreflight[];
}

export function createWorld(settings: Settings): World {
  const now = createServerTime(settings.clock);
  const ids = createIds(settings.seed);
  return {
    settings,
    now,
    ids,
    random: createSeededRandom(settings.seed),
    scenarios: createScenarioBook(settings.scenario, settings.terminals),
    pollLimiter: createLimiter(settings.pollLimit),
    retryAfter: createRetryAfterHeader(settings.retryAfter, now),
    messages: new Map(),
    transactions: new Map(),
    batches: [],
    links: seedLinks(ids, now()),
    attachments: createAttachments(),
    accepted: new Map(),
    requests: [],
    charges: [],
    preflights: [],
  };
}
