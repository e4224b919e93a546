export { toNodeListener } from '../gateway/node/toNodeListener.ts';
export { webhookSender, type WebhookSenderOptions } from '../gateway/node/webhookSender.ts';
