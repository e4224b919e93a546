import fc from 'fast-check';
import type { Clock, Fetcher } from '../../../../src/exports/core.ts';
import type { createSandbox } from '../../../../src/exports/sandbox.ts';
import { createGatewayMemory, createScriptedGateway } from '../../gateway-mode/scriptedGateway.ts';
import { createWays, wayNames } from '../../gateway-mode/ways.ts';

/** What can happen between pages and their gateways, and to the gateways. */
export const gatewayStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('way' as const),
      what: fc.constantFrom('POST' as const, 'ask' as const),
      name: fc.constantFrom(...wayNames),
      next: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const), forgets: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('session' as const), isOver: fc.boolean() }) },
);
export type GatewayStep = typeof gatewayStep extends fc.Arbitrary<infer S> ? S : never;

/** Two gateways that share their memory, and take turns. */
export function createGatewayFaults(sandbox: ReturnType<typeof createSandbox>, clock: Clock) {
  const memory = createGatewayMemory(clock);
  const gateways = [
    createScriptedGateway({ sandbox, clock }, memory),
    createScriptedGateway({ sandbox, clock }, memory),
  ];
  const ways = createWays(clock);
  let turn = 0;
  const fetch: Fetcher = (request, init) => {
    const { run } = memory;
    // Nothing that was under way reaches the next process: a memory that forgot would send it a second time.
    const send: Fetcher = async (copy) => {
      if (memory.run !== run) throw new TypeError('fetch failed');
      turn += 1;
      return gateways[turn % 2]!.fetch(copy);
    };
    return ways.go(send)(request, init);
  };
  const endSession = (isOver: boolean) =>
    gateways.forEach((gateway) => gateway.authorize(() => (isOver ? 401 : undefined)));
  return {
    fetch,
    do(step: GatewayStep, mayForget: boolean) {
      if (step.do === 'way') ways.bend(step.what, step.name, step.next);
      else if (step.do === 'restart') memory.restart(step.forgets && mayForget);
      else endSession(step.isOver);
    },
    heal() {
      ways.bend('POST', '', 0);
      ways.bend('ask', '', 0);
      endSession(false);
    },
  };
}
