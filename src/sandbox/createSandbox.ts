import { createPaymentsClient } from '../core/standalone/createPaymentsClient.ts';
import type { PaymentsClient } from '../core/client/paymentsClient.ts';
import { createTerminalOperations } from '../core/standalone/createTerminalOperations.ts';
import type { TerminalOperations } from '../core/operations/terminalOperations.ts';
import { createMemoryJournal } from '../core/standalone/journal.ts';
import { createPollBudget } from '../core/polling/pollBudget.ts';
import { type Clock, systemClock } from '../core/time.ts';
import { defineService } from '../core/wire/defineService.ts';
import { isOperationName } from '../core/wire/routes.ts';
import { assertTraceMatchesLedger } from './assertTraceMatchesLedger.ts';
import { createLedgerView, deliverReplyAndUpdateLedgerEntry } from './dueEffects.ts';
import type { Ledger, TraceEntry } from './ledger.ts';
import { type SandboxTax, sandboxTaxes } from './links.ts';
import {
  commonAnswerHeaders,
  type IncomingRequest,
  isPreflight,
  addPreflightHeaders,
  readIncomingRequest,
  handleRequest,
  replyIfRemoteHost,
} from './handleRequest.ts';
import { okReply, noContentReply, errorReply, fieldErrorReply, type Reply, toResponse } from './replies.ts';
import {
  ownField,
  strictObjectOf,
  checkThat,
  nonEmptyString,
  numberField,
  optional,
  required,
  stringField,
} from './requests.ts';
import type { ScenarioTarget } from './scenarioBook.ts';
import { isScenarioName, type ScenarioName, scenarioNames } from './scenarios.ts';
import { createServiceTranslator } from './serviceTranslator.ts';
import type { SandboxTerminal } from './terminals.ts';
import { createSandboxState, type SandboxOptions, withDefaultSandboxOptions } from './sandboxState.ts';
import {
  pressTerminal,
  readTerminalScreen,
  type TerminalPress,
  type TerminalScreen,
} from './terminalScreen.ts';

const prefix = '/__sandbox/';

/** The sandbox's control routes, for hosts that cannot call its functions. They need no authorization. */
function handleControl(sandbox: Sandbox, arrival: IncomingRequest): Reply {
  if (arrival.unreadable) return arrival.unreadable;
  switch (`${arrival.method} ${arrival.url.pathname.slice(prefix.length)}`) {
    case 'GET ledger': {
      const { requests, charges, polls, links, preflights } = sandbox.ledger;
      return okReply({ requests, charges, polls, links, preflights });
    }
    case 'POST scenario':
      return changeScenario(sandbox, arrival.body);
    case 'GET terminals':
      return okReply({ terminals: sandbox.terminals.map(({ id }) => sandbox.screenOf(id)) });
    case 'POST press':
      return pressByRequest(sandbox, arrival.body);
    case 'POST reset':
      sandbox.reset();
      return noContentReply;
    default:
      return errorReply(
        404,
        'The sandbox has GET ledger, GET terminals, POST scenario, POST press and POST reset here.',
      );
  }
}

const optionalOrNull = (isRight: (value: unknown) => boolean, message: string) =>
  optional(checkThat((value) => value === undefined || value === null || isRight(value), message));

const scenarioCheck = /*#__PURE__*/ strictObjectOf({
  name: required(
    checkThat(
      (value) => value === null || isScenarioName(value),
      `there is no such scenario. Choose one of: ${scenarioNames.join(', ')}.`,
    ),
  ),
  terminalId: optionalOrNull((value) => typeof value === 'string', 'must be the id of a terminal.'),
  next: optionalOrNull(
    (value) => typeof value === 'boolean' || typeof value === 'number',
    'must be true or a whole number, 1 or more.',
  ),
  operation: optionalOrNull(isOperationName, 'there is no such operation.'),
});

function changeScenario(sandbox: Sandbox, body: unknown): Reply {
  const [first, ...rest] = scenarioCheck(body, '');
  if (first) return fieldErrorReply([first, ...rest]);
  const name = ownField(body, 'name');
  const next = ownField(body, 'next');
  const operation = ownField(body, 'operation');
  return replyTo(() =>
    sandbox.setScenario(isScenarioName(name) ? name : undefined, {
      terminalId: stringField(body, 'terminalId'),
      next: next === true || numberField(body, 'next'),
      operation: isOperationName(operation) ? operation : undefined,
    }),
  );
}

const pressCheck = /*#__PURE__*/ strictObjectOf({
  terminalId: required(nonEmptyString),
  press: required(nonEmptyString),
});

function pressByRequest(sandbox: Sandbox, body: unknown): Reply {
  const [first, ...rest] = pressCheck(body, '');
  if (first) return fieldErrorReply([first, ...rest]);
  const terminalId = stringField(body, 'terminalId') ?? '';
  // The body may name a press that does not exist. Then `sandbox.press` throws, and the answer is 422.
  return replyTo(() => sandbox.press(terminalId, stringField(body, 'press') as TerminalPress));
}

function replyTo(change: () => void): Reply {
  try {
    change();
    return noContentReply;
  } catch (error) {
    return errorReply(422, error instanceof Error ? error.message : String(error));
  }
}

export type { SandboxOptions };

export interface Sandbox {
  readonly baseUrl: string;
  /** The service, called like `fetch`. A request takes effect on arrival; its answer comes `latencyMs` later. */
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
  /** Sets the scenario of later money requests. With `undefined`, the terminal or the amount chooses the scenario. */
  readonly setScenario: (name: ScenarioName | undefined, target?: ScenarioTarget) => void;
  /** Acts as a person at a terminal. If no message waits for a press, `tap`, `decline` and `walk-away` throw. */
  readonly press: (terminalId: string, press: TerminalPress) => void;
  /** What a terminal shows now. */
  readonly screenOf: (terminalId: string) => TerminalScreen;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Returns to the state of the start: no requests, no charges, and the first scenario and links. */
  readonly reset: () => void;
  /** Throws an Error that lists every contradiction between the trace and the ledger. */
  readonly assertSafe: (trace: readonly TraceEntry[]) => void;
  readonly customValueKeys: readonly string[];
  readonly terminals: readonly SandboxTerminal[];
  readonly taxes: readonly SandboxTax[];
}

/**
 * Creates a simulated payment service in memory. It applies the service's rules and can simulate faults.
 * @example createPaymentsClient({ baseUrl: sandbox.baseUrl, fetcher: sandbox.fetch, headers: { authorization: 'sandbox' } })
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const settings = withDefaultSandboxOptions(options);
  const words = settings.service && createServiceTranslator(settings.service, settings.authorization);
  const { credentials = [], operationIdHeader = [] } = settings.service?.description ?? {};
  let state = createSandboxState(settings);
  const ledger = createLedgerView(() => state);

  const fetch = async (asked: Request, init?: RequestInit): Promise<Response> => {
    const { signal = asked.signal, ...overrides } = init ?? {};
    signal?.throwIfAborted();
    const request =
      'body' in overrides || 'method' in overrides || 'headers' in overrides
        ? new Request(asked, overrides)
        : asked;
    const url = new URL(request.url);
    const respond = (reply: Reply) => toResponse(reply, commonAnswerHeaders(state, request.headers));

    if (isPreflight(request.method, request.headers)) {
      state.preflights.push({ at: state.now(), path: url.pathname });
      return new Response(null, {
        status: 204,
        headers: addPreflightHeaders(
          commonAnswerHeaders(state, request.headers),
          [credentials, operationIdHeader].flat(),
        ),
      });
    }
    if (url.pathname.startsWith(prefix)) {
      const refusal = settings.allowRemote ? undefined : replyIfRemoteHost(url);
      return respond(refusal ?? handleControl(sandbox, await readIncomingRequest(request)));
    }
    const heard = words ? await words.toContract(request) : undefined;
    if (heard && !('request' in heard)) return respond(heard);
    const arrival = await readIncomingRequest(heard?.request ?? request);
    const refusal = heard && words?.refuseOtherProvider(state, heard, arrival.body);
    const { outcome, entry } = handleRequest(state, refusal ? { ...arrival, unreadable: refusal } : arrival);
    const reply = await deliverReplyAndUpdateLedgerEntry(settings, outcome, entry, signal);
    return respond(heard && words ? words.toService(heard.operation, reply) : reply);
  };

  const sandbox: Sandbox = {
    baseUrl: 'http://localhost:4010',
    fetch,
    setScenario: (name, target) => state.scenarios.set(name, target),
    press: (terminalId, press) => pressTerminal(state, terminalId, press),
    screenOf: (terminalId) => readTerminalScreen(state, terminalId),
    ledger,
    clock: settings.clock,
    reset: () => void (state = createSandboxState(settings)),
    assertSafe: (trace) => assertTraceMatchesLedger(trace, ledger),
    customValueKeys: settings.customValueKeys,
    terminals: settings.terminals,
    taxes: sandboxTaxes,
  };
  return sandbox;
}

export interface SandboxPayments {
  client: PaymentsClient;
  operations: TerminalOperations;
  sandbox: Sandbox;
  clock: Clock;
}

// Says in which unit payment links have their amounts. Otherwise the client would warn that the unit is not described.
const asContract = /*#__PURE__*/ defineService({ paymentLinks: { amountUnit: 'minor' } });

/** A sandbox with a client and operations, on one clock and with a memory journal: for a host's tests and stories. */
export function createSandboxPayments(options: SandboxOptions = {}): SandboxPayments {
  const { clock = systemClock, authorization = 'sandbox', service = asContract } = options;
  const sandbox = createSandbox(options);
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    clientId: 'sandbox',
    headers: Object.fromEntries(service.credentials.map((name) => [name, authorization])),
    fetcher: sandbox.fetch,
    pollBudget: createPollBudget({ clock }),
    service,
    clock,
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  return { client, operations, sandbox, clock };
}
