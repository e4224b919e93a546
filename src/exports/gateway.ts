export { createGateway, type Gateway } from '../gateway/createGateway.ts';
export { createMemoryStore, type StoreOptions } from '../gateway/createMemoryStore.ts';
export type { GatewayStore } from '../gateway/gatewayStore.ts';
export type {
  Authorization,
  GatewayCall,
  GatewayMetric,
  GatewayOperation,
  GatewayOptions,
  GatewayProblem,
  Visibility,
} from '../gateway/gatewayOptions.ts';
export type {
  GatewayEvent,
  SendWebhook,
  EventOperation,
  OrderPaidEvent,
  Webhook,
  WebhookRequest,
  ConfiguredWebhooks,
} from '../gateway/webhooks.ts';
export type { EventOptions } from '../gateway/eventOptions.ts';
export type { UndeliveredEvent } from '../gateway/createOutbox.ts';
