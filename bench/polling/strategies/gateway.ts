import { defaultPollLimits } from '../../../src/core/polling/chooseNextPoll.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import { type TakenPollTurn, takePollTurn } from '../../../src/gateway/pollTurns.ts';
import { recordPollOutcome } from '../../../src/gateway/recordPollOutcome.ts';
import { newMessageColumns } from '../../../src/gateway/record.ts';
import type { Strategy, Tab, World } from '../strategy.ts';

const account = 'shop';
const rules = { limits: defaultPollLimits, maxWaitMs: 5 * 60_000 };

/**
 * The gateway's scheduling with its store in memory, as one instance follows its own payments. Its pages get results
 * at once.
 */
export const gateway: Strategy = {
  name: 'gateway',
  looksForLate: true,
  open: (world, tabs) => {
    const follow = createFollowing(world);
    return Array.from({ length: tabs }, () => follow);
  },
};

function createFollowing({ clock, random, service }: World): Tab {
  const store = createMemoryStore({ clock });
  const shown = new Map<string, () => void>();
  const timedOut = new Set<string>();
  let timer: unknown;
  let looksAt = Infinity;

  function lookAt(at: number): void {
    if (at >= looksAt) return;
    clock.clearTimeout(timer);
    looksAt = at;
    timer = clock.setTimeout(() => {
      looksAt = Infinity;
      void look();
    }, at - clock.now());
  }

  async function look(): Promise<void> {
    const { turn, inMs } = await store.transact(account, 'write', (tx) => takePollTurn(tx, account, rules));
    if (turn) void ask(turn);
    lookAt(clock.now() + Math.max(1, inMs));
  }

  async function ask(turn: TakenPollTurn): Promise<void> {
    const { id } = turn.message;
    const told = await service.ask(id);
    const isRefused = told.status === 'refused';
    const answer = {
      status: isRefused ? 429 : 200,
      body: JSON.stringify({ data: { msgIdentifier: id, status: told.status } }),
      headers: new Headers(isRefused ? { 'retry-after': String(told.retryAfterMs / 1000) } : {}),
    };
    await store.transact(account, 'write', (tx) => recordPollOutcome(tx, turn, { answer }, rules, random()));
    if (told.status === 'complete' || (told.status === 'timeout' && !timedOut.has(id))) shown.get(id)?.();
    if (told.status === 'timeout') timedOut.add(id);
    lookAt(clock.now() + 1);
  }

  return {
    show({ id }, heard) {
      shown.set(id, heard);
      const accepted = { ...newMessageColumns(clock.now()), operationId: id, dueAt: clock.now() + 2000 };
      void store
        .transact(account, 'write', (tx) => tx.messages.put({ account, provider: '', id, ...accepted }))
        .then(() => lookAt(clock.now() + 2000));
    },
    dispose: () => undefined,
  };
}
