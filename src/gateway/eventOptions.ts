import { ConfigurationError } from '../core/errors.ts';
import {
  assertWebhooks,
  type GatewayEvent,
  type OrderPaidEvent,
  type SendWebhook,
  type ConfiguredWebhooks,
} from './webhooks.ts';

/** The receivers of events. All instances that share a store must have the same receivers. */
export interface EventOptions {
  /** Gets every change at least once. If the function throws or rejects, the event is delivered again later. */
  onEvent?: ((event: GatewayEvent) => void | Promise<void>) | undefined;
  /** Gets an event for each order that is paid, at least once, like `onEvent`. Webhooks get this event as `order.paid`. */
  onOrderPaid?: ((event: OrderPaidEvent) => void | Promise<void>) | undefined;
  webhooks?: ConfiguredWebhooks | undefined;
  /** Sends webhooks: `webhookSender()` of `tillkit/gateway/node`. */
  sendWebhook?: SendWebhook | undefined;
}

export function mayHaveReceivers({ onEvent, onOrderPaid, webhooks = [] }: EventOptions): boolean {
  return (
    onEvent !== undefined ||
    onOrderPaid !== undefined ||
    typeof webhooks === 'function' ||
    webhooks.length > 0
  );
}

/** A problem with events that staff should look into. */
export interface OutboxProblem {
  type: 'event-delayed' | 'event-undelivered' | 'webhooks-failed' | 'store-failed';
  /** For `event-undelivered`: the operation of the first event that was given up. */
  operationId?: string | undefined;
  message: string;
}

/** Throws `configuration`, naming the option. */
export function assertEventOptions({ onEvent, onOrderPaid, webhooks, sendWebhook }: EventOptions): void {
  for (const [name, given] of Object.entries({ onEvent, onOrderPaid })) {
    if (given === undefined || typeof given === 'function') continue;
    throw new ConfigurationError(name, `${name} must be a function that takes an event.`);
  }
  if (webhooks === undefined) return;
  if (typeof webhooks !== 'function') {
    if (!Array.isArray(webhooks)) {
      throw new ConfigurationError(
        'webhooks',
        'webhooks must be a list, or a function that returns one for a merchant.',
      );
    }
    assertWebhooks(webhooks);
  }
  if (typeof sendWebhook !== 'function') {
    throw new ConfigurationError(
      'sendWebhook',
      'sendWebhook is missing. Give webhookSender() of tillkit/gateway/node.',
    );
  }
}
