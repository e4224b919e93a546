export { createGateway, type Gateway } from '../gateway/createGateway.ts';
export { createMemoryStore, type StoreOptions } from '../gateway/createMemoryStore.ts';
export type {
  GatewayStore,
  HeldOperation,
  KnownMessage,
  MessageEntry,
  OperationAnswer,
  OperationEntry,
  PollRules,
  PollTurn,
} from '../gateway/gatewayStore.ts';
export type {
  Authorization,
  GatewayCall,
  GatewayOperation,
  GatewayOptions,
  GatewayProblem,
} from '../gateway/gatewayOptions.ts';
