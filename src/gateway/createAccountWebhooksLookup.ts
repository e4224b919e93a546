import { ConfigurationError } from '../core/errors.ts';
import { type Clock, withTimeout } from '../core/time.ts';
import type { EventOptions, OutboxProblem } from './eventOptions.ts';
import { assertReceiverNames, onEventReceiverName, receiverNameOf, type Webhook } from './webhooks.ts';

/** An account's webhooks by receiver name. The receiver in this process (`onEvent`, `onOrderPaid`) has no webhook. */
export type WebhooksByReceiver = ReadonlyMap<string, Webhook | undefined>;

interface AccountWebhooksLookupOptions extends Pick<EventOptions, 'onEvent' | 'onOrderPaid' | 'webhooks'> {
  clock: Clock;
  timeoutMs: number;
  report: (problem: OutboxProblem) => void;
  onAnswer: (account: string) => void;
}

/** How long the host's list of webhooks stays valid, and how soon the host is asked again after a failure (ms). */
const webhooksValidMs = 10_000;
const webhooksRetryMs = 30_000;

/** Asks the host for the webhooks of each account, and caches its answers for a while. */
export function createAccountWebhooksLookup({
  onEvent,
  onOrderPaid,
  webhooks = [],
  clock,
  timeoutMs,
  report,
  onAnswer,
}: AccountWebhooksLookupOptions) {
  const answers = new Map<string, { receivers: WebhooksByReceiver | undefined; until: number }>();
  const asking = new Set<string>();

  const ask = async (account: string) => {
    const merchant = { account: account || undefined };
    const askHost = async () => (typeof webhooks === 'function' ? webhooks(merchant) : webhooks);
    asking.add(account);
    let receivers: WebhooksByReceiver | undefined;
    try {
      const hooks = await withTimeout(clock, timeoutMs, askHost());
      assertReceiverNames(hooks);
      receivers = new Map(hooks.map((hook) => [receiverNameOf(hook), hook] as const));
    } catch (error) {
      const what =
        error instanceof ConfigurationError ? error.shortMessage : 'webhooks threw, or took too long.';
      report({
        type: 'webhooks-failed',
        message: `${what} No event is delivered until webhooks returns a list.`,
      });
    }
    if (receivers && (onEvent ?? onOrderPaid))
      receivers = new Map([[onEventReceiverName, undefined], ...receivers]);
    asking.delete(account);
    const now = clock.monotonic();
    for (const [name, { until }] of answers) if (until <= now) answers.delete(name);
    answers.set(account, { receivers, until: now + (receivers ? webhooksValidMs : webhooksRetryMs) });
    onAnswer(account);
  };

  return {
    /** The account's receivers. Undefined until the host has answered (`onAnswer`), or if its answer is unusable. */
    find(account: string): WebhooksByReceiver | undefined {
      const answer = answers.get(account);
      if (answer && clock.monotonic() < answer.until) return answer.receivers;
      if (!asking.has(account)) void ask(account);
      return undefined;
    },
    /** True if the account has no receivers by the host's last answer. Without an answer, false. */
    hasNone: (account: string) => answers.get(account)?.receivers?.size === 0,
  };
}
