// What scripts/start.mjs needs of the kit and the dashboard. It is one module, so that each file is compiled once.
export { createDashboardGateway } from '../examples/merchant-dashboard/gateway.ts';
export { toNodeListener } from '../src/gateway/node/toNodeListener.ts';
export * as core from '../src/exports/core.ts';
export * as gateway from '../src/exports/gateway.ts';
export * as sql from '../src/exports/gateway-sql.ts';
export { createSandbox } from '../src/exports/sandbox.ts';
