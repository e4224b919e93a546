import type { Clock } from '../core/time.ts';
import { readArrival } from './arrival.ts';
import { assertSafe } from './assertSafe.ts';
import { type Controls, handleControl, isControl } from './control.ts';
import { isPreflight, preflightHeaders } from './cors.ts';
import { deliver } from './deliver.ts';
import type { Ledger } from './ledger.ts';
import { createLedgerView } from './ledgerView.ts';
import { refuseRemote } from './localOnly.ts';
import { receive } from './receive.ts';
import { type Reply, toResponse } from './replies.ts';
import { answerHeaders } from './answerHeaders.ts';
import { type SandboxOptions, settleOptions } from './sandboxOptions.ts';
import type { ScenarioTarget } from './scenarioBook.ts';
import type { ScenarioName } from './scenarios.ts';
import { type SandboxTax, taxes } from './taxes.ts';
import type { SandboxTerminal } from './terminals.ts';
import type { TraceEntry } from './trace.ts';
import { createWorld } from './world.ts';

export type { SandboxOptions };

export interface Sandbox {
  readonly baseUrl: string;
  /** The service, as a `fetch`. What a request does is done when it arrives; the answer comes `latencyMs` later. */
  readonly fetch: (request: Request, init?: RequestInit) => Promise<Response>;
  /** Sets how money requests go from now on. `undefined` leaves it to terminal and amount again. */
  readonly setScenario: (name: ScenarioName | undefined, target?: ScenarioTarget) => void;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Back to the beginning: no requests, no charges, no set scenario. */
  readonly reset: () => void;
  /** Throws with every way in which what was shown, in order, contradicts the ledger. */
  readonly assertSafe: (trace: readonly TraceEntry[]) => void;
  readonly customValueKeys: readonly string[];
  readonly terminals: readonly SandboxTerminal[];
  readonly taxes: readonly SandboxTax[];
}

/**
 * Creates the whole payment service in memory, rules and faults included.
 * @example createPaymentsClient({ baseUrl: sandbox.baseUrl, fetcher: sandbox.fetch, headers: { authorization: 'sandbox' } })
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const settings = settleOptions(options);
  let world = createWorld(settings);
  const ledger = createLedgerView(() => world);
  const controls: Controls = {
    ledger,
    setScenario: (name, target) => world.scenarios.set(name, target),
    reset: () => void (world = createWorld(settings)),
  };

  const fetch = async (asked: Request, init?: RequestInit): Promise<Response> => {
    const { signal = asked.signal, ...overrides } = init ?? {};
    signal?.throwIfAborted();
    const request =
      'body' in overrides || 'method' in overrides || 'headers' in overrides
        ? new Request(asked, overrides)
        : asked;
    const url = new URL(request.url);
    const respond = (reply: Reply) => toResponse(reply, answerHeaders(world, request.headers));

    if (isPreflight(request.method, request.headers)) {
      world.preflights.push({ at: world.now(), path: url.pathname });
      return new Response(null, {
        status: 204,
        headers: preflightHeaders(answerHeaders(world, request.headers)),
      });
    }
    const arrival = await readArrival(request);
    if (isControl(url)) {
      const refusal = settings.allowRemote ? undefined : refuseRemote(url);
      return respond(refusal ?? handleControl(controls, arrival));
    }
    const { outcome, entry } = receive(world, arrival);
    return respond(await deliver(settings, outcome, entry, signal));
  };

  return {
    baseUrl: 'http://localhost:4010',
    fetch,
    setScenario: controls.setScenario,
    ledger,
    clock: settings.clock,
    reset: controls.reset,
    assertSafe: (trace) => assertSafe(trace, ledger),
    customValueKeys: settings.customValueKeys,
    terminals: settings.terminals,
    taxes,
  };
}
