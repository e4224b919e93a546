// All that scripts/start.mjs imports from src and examples. It is one module, so that Vite compiles each file once.
export { createDashboardGateway } from '../examples/merchant-dashboard/gateway.ts';
export { toNodeListener } from '../src/gateway/node/toNodeListener.ts';
export * as core from '../src/exports/core.ts';
export * as gateway from '../src/exports/gateway.ts';
export * as sql from '../src/exports/gateway-sql.ts';
export { createSandbox } from '../src/exports/sandbox.ts';
