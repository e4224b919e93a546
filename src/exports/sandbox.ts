export { checkFetcher } from '../sandbox/checkFetcher.ts';
export {
  createSandbox,
  type Sandbox,
  createSandboxPayments,
  type SandboxPayments,
} from '../sandbox/createSandbox.ts';
export { createOpenApi, type OpenApiDocument, type OpenApiOptions } from '../sandbox/createOpenApi.ts';
export { type RecordedAnswer, replayAnswers, type ReplayedAnswers } from '../sandbox/replayAnswers.ts';
export type { BusyPolicy, SandboxOptions } from '../sandbox/sandboxState.ts';
export type { Ledger, LedgerCharge, LedgerPreflight, LedgerRequest, TraceEntry } from '../sandbox/ledger.ts';
export type { PollLimit } from '../sandbox/pollLimiter.ts';
export type { RetryAfterForm } from '../sandbox/replies.ts';
export type { ScenarioTarget } from '../sandbox/scenarioBook.ts';
export { type ScenarioName, scenarioNames } from '../sandbox/scenarios.ts';
export type { SandboxTax } from '../sandbox/links.ts';
export type { TerminalPress, TerminalScreen } from '../sandbox/terminalScreen.ts';
export type { Provider, SandboxTerminal } from '../sandbox/terminals.ts';
export { createVirtualClock, type VirtualClock } from '../core/time.ts';
