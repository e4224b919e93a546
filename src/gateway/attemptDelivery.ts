import { isPaymentsError, runHostCallback } from '../core/errors.ts';
import { type Clock, withTimeout } from '../core/time.ts';
import { appendCodeOfError } from './GatewayRefusal.ts';
import type { WebhooksByReceiver } from './createAccountWebhooksLookup.ts';
import type { DeliveryOutcome, DeliveryRules, LeasedDelivery } from './deliveries.ts';
import type { EventOptions } from './eventOptions.ts';
import { isOkStatus } from './replies.ts';
import { createGatewayEvent, onEventReceiverName, sendWebhookEvent } from './webhooks.ts';

/** The result of one attempt. `reason` tells staff why the attempt failed; otherwise it is empty. */
interface Attempt {
  outcome: DeliveryOutcome;
  reason: string;
}

interface AttemptOptions extends Pick<EventOptions, 'onEvent' | 'onOrderPaid' | 'sendWebhook'> {
  receivers: WebhooksByReceiver;
  /** The key with which event ids are hashed. */
  secret: string;
  clock: Clock;
  rules: Pick<DeliveryRules, 'onEventTimeoutMs' | 'webhookTimeoutMs'>;
}

/** Delivers one event to its receiver. Never rejects. */
export async function attemptDelivery(delivery: LeasedDelivery, options: AttemptOptions): Promise<Attempt> {
  try {
    return await attempt(delivery, options);
  } catch (error) {
    if (delivery.receiver !== onEventReceiverName) {
      const reason = isPaymentsError(error)
        ? error.shortMessage
        : appendCodeOfError('The receiver gave no answer', error);
      return { outcome: 'failed', reason };
    }
    runHostCallback(() => {
      throw error;
    });
    return {
      outcome: 'failed',
      reason: `${'order' in (delivery.event?.operation ?? {}) ? 'onOrderPaid' : 'onEvent'} threw, or took too long.`,
    };
  }
}

async function attempt(
  { receiver, event: row }: LeasedDelivery,
  { receivers, secret, onEvent, onOrderPaid, sendWebhook, clock, rules }: AttemptOptions,
): Promise<Attempt> {
  if (!row) return { outcome: 'gone', reason: '' };
  const event = await createGatewayEvent(row, secret);
  const webhook = receivers.get(receiver);
  if (!webhook) {
    const told = async () => (event.type === 'order.paid' ? onOrderPaid?.(event) : onEvent?.(event));
    await withTimeout(clock, rules.onEventTimeoutMs, told());
    return { outcome: 'delivered', reason: '' };
  }
  if (!sendWebhook) return { outcome: 'failed', reason: 'sendWebhook is missing.' };
  // This machine's time and not the store's, which may be wrong: the receiver compares `now` with its own clock.
  const limit = { now: clock.now(), clock, timeoutMs: rules.webhookTimeoutMs };
  const status = await sendWebhookEvent(event, webhook, sendWebhook, limit);
  if (status === 410) return { outcome: 'gone', reason: '' };
  return {
    outcome: isOkStatus(status) ? 'delivered' : 'failed',
    reason: `The receiver answered with status ${status}.`,
  };
}
