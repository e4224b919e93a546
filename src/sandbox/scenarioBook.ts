import { isMoneyOperation, isOperationName, type OperationName } from '../core/wire/routes.ts';
import { dropped, type ReplyOrDrop, errorReply, type RetryAfterHeaderFor } from './replies.ts';
import { assertScenarioName, type ScenarioName, scenarioOfAmount } from './scenarios.ts';
import { type SandboxTerminal, findTerminalOrThrow } from './terminals.ts';

const elsewhere = 'https://elsewhere.example';

type BeforeEffect = (path: string, retryAfter: RetryAfterHeaderFor) => ReplyOrDrop;

/** The faults with which a request has no effect. */
export const faultsBeforeEffect = /*#__PURE__*/ new Map<ScenarioName, BeforeEffect>([
  ['offline', () => dropped],
  ['lost-request', () => dropped],
  [
    'rate-limited',
    (_, retryAfter) => errorReply(429, 'Too many requests. Try again later.', retryAfter(7000)),
  ],
  ['conflict', () => errorReply(409, 'The terminal is busy with another message.')],
  ['unauthorized', () => errorReply(401, 'The authorization is not valid.')],
  ['redirect', (path) => ({ status: 307, headers: { location: `${elsewhere}${path}` } })],
]);

/** The faults of an answer: the request takes effect, but its answer is lost or wrong. */
export const faultsAfterEffect = /*#__PURE__*/ new Map<ScenarioName, ReplyOrDrop>([
  ['lost-answer', dropped],
  [
    'malformed',
    { status: 200, html: '<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>' },
  ],
  ['server-error', errorReply(500, 'Something went wrong.')],
]);

export interface ScenarioTarget {
  /** If set, the scenario applies only to requests for this terminal. */
  terminalId?: string | undefined;
  /** With `true`, the scenario applies only to the next matching request. With a number, to that many of them. */
  next?: boolean | number | undefined;
  /**
   * The operation to which the scenario applies. Default: each operation that moves money or closes a batch, and for a
   * fault of the request or its answer also `createPaymentLink`.
   */
  operation?: OperationName | undefined;
}

interface Rule extends Omit<ScenarioTarget, 'next'> {
  name: ScenarioName;
  remaining: number;
}

export interface ScenarioRequest {
  operation: OperationName;
  terminalId?: string | undefined;
  amount?: number | undefined;
}

export function createScenarioBook(initial: ScenarioName, terminals: readonly SandboxTerminal[]) {
  // 'approved' makes no rule, so that the terminal and the amount may choose another scenario.
  let rules: Rule[] = initial === 'approved' ? [] : [{ name: initial, remaining: Infinity }];

  return {
    /** Sets the scenario of a target. `undefined` removes it: the terminal or the amount chooses the scenario again. */
    set(name: ScenarioName | undefined, { terminalId, next, operation }: ScenarioTarget = {}): void {
      if (name !== undefined) assertScenarioName(name);
      if (terminalId !== undefined) findTerminalOrThrow(terminalId, terminals);
      if (operation !== undefined && !isOperationName(operation))
        throw new TypeError(`There is no operation "${String(operation)}".`);
      const remaining = requestsMeant(next);
      const isStanding = remaining === Infinity;
      rules = rules.filter((rule) => {
        const isSameTarget = rule.terminalId === terminalId && rule.operation === operation;
        return !isSameTarget || (name !== undefined && isStanding !== (rule.remaining === Infinity));
      });
      if (name !== undefined) rules.push({ name, terminalId, operation, remaining });
    },
    /** Chooses the scenario of a request. If the scenario was set for a number of requests, counts this one. */
    choose(question: ScenarioRequest): ScenarioName {
      const fitting = rules.filter((rule) => fits(rule, question));
      const rule = fitting.find(({ remaining }) => remaining !== Infinity) ?? mostSpecific(fitting);
      if (rule) {
        rule.remaining -= 1;
        rules = rules.filter(({ remaining }) => remaining > 0);
        return rule.name;
      }
      if (!isMoneyOperation(question.operation)) return 'approved';
      const terminal = terminals.find(({ id }) => id === question.terminalId);
      return terminal?.scenario ?? scenarioOfAmount(question.amount);
    },
  };
}

function requestsMeant(next: boolean | number | undefined): number {
  if (next === undefined || next === false) return Infinity;
  const count = Number(next);
  if (!Number.isInteger(count) || count < 1)
    throw new TypeError('next must be true or a whole number, 1 or more.');
  return count;
}

function fits(rule: Rule, { operation, terminalId }: ScenarioRequest): boolean {
  if (rule.terminalId !== undefined && rule.terminalId !== terminalId) return false;
  if (rule.operation !== undefined) return rule.operation === operation;
  const isExchangeFault = faultsBeforeEffect.has(rule.name) || faultsAfterEffect.has(rule.name);
  return isMoneyOperation(operation) || (operation === 'createPaymentLink' && isExchangeFault);
}

function mostSpecific(rules: readonly Rule[]): Rule | undefined {
  const weight = (rule: Rule) =>
    (rule.terminalId === undefined ? 0 : 2) + (rule.operation === undefined ? 0 : 1);
  return rules.toSorted((a, b) => weight(b) - weight(a))[0];
}
