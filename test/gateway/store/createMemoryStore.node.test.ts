import { expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { allowConsole } from '../../console.ts';
import { type CreateHarness, testStore } from './storeConformance.ts';
import type { OperationRow } from '../../../src/gateway/recordRows.ts';
import {
  account,
  claim,
  find,
  knownForMs,
  operationRow,
  reading,
  startedAt,
  writing,
} from './storeEntries.ts';
import { runs } from '../../runs.ts';

const create: CreateHarness = async ({ keepMs } = {}) => {
  const clock = createVirtualClock(startedAt);
  const store = createMemoryStore({ keepMs, clock });
  return { store, clock, another: async () => store };
};

testStore(create, { runs: runs(30, 200) });

test('a wall clock that jumps makes it forget nothing and claim to know no more', async () => {
  const { store, clock } = await create({ keepMs: 60_000 });
  await claim(store, 1);
  clock.jump(3_600_000);
  expect(await find(store, 1)).toEqual(operationRow(1));
  expect(await knownForMs(store)).toBe(0);
});

test('says once in production what it forgets', () => {
  allowConsole(/createMemoryStore/);
  const warn = vi.spyOn(console, 'warn');
  createMemoryStore();
  expect(warn).not.toHaveBeenCalled();
  vi.stubEnv('NODE_ENV', 'production');
  createMemoryStore();
  createMemoryStore();
  vi.unstubAllEnvs();
  expect(warn.mock.calls).toEqual([[expect.stringContaining('forgets on a restart')]]);
});

test('finds ranges and pages of thousands, whatever comes in between and goes', async () => {
  const { store } = await create();
  const all = Array.from({ length: 2000 }, (_, at) => (at * 7919) % 2000);
  const rowOf = (number: number) =>
    operationRow(number, { createdAt: startedAt + Math.floor(number / 3), isOpen: number % 2 === 0 });
  const isInRange = ({ createdAt }: OperationRow) =>
    createdAt >= startedAt + 100 && createdAt < startedAt + 600;
  let kept: OperationRow[] = [];
  const check = async () => {
    kept = kept.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    const open = kept.filter(({ isOpen }) => isOpen);
    const range = { from: startedAt + 100, below: startedAt + 600 };
    const by = ['createdAt', 'id'] as const;
    for (const isDescending of [false, true]) {
      const found = await reading(store, function* (tx) {
        const ranged = yield* tx.operations.list(
          { account, isOpen: true, createdAt: range },
          { by, isDescending },
        );
        const pages = [];
        for (let after: [number, string] | undefined, length = 70; length === 70;) {
          const page = yield* tx.operations.list(
            { account, isOpen: true },
            { by, isDescending, after, limit: 70 },
          );
          ({ length } = page);
          const last = page.at(-1);
          if (last) after = [last.createdAt, last.id];
          pages.push(...page);
        }
        return { ranged, pages };
      });
      const inOrder = isDescending ? open.toReversed() : open;
      expect(found.pages).toEqual(inOrder);
      expect(found.ranged).toEqual(inOrder.filter(isInRange));
    }
  };
  const put = async (numbers: readonly number[]) => {
    await writing(store, function* (tx) {
      for (const number of numbers) yield* tx.operations.put(rowOf(number));
    });
    kept.push(...numbers.map(rowOf));
  };
  await put(all.slice(0, 900));
  await check();
  await put(all.slice(900));
  await check();
  await writing(store, (tx) => tx.operations.remove({ account, createdAt: { from: startedAt + 200 } }));
  kept = kept.filter(({ createdAt }) => createdAt < startedAt + 200);
  await check();
});

test('finds texts in the order of their code points, as a database does', async () => {
  const { store } = await create();
  // By their units the last one, which has two, would come before the others but the first.
  const ordered = ['a', '\uD7FF', '\uE000', '\uFFFD', '😀'];
  await writing(store, function* (tx) {
    for (const [at, text] of [...ordered.entries()].toReversed())
      yield* tx.operations.put(operationRow(at, { id: text, isOpen: true, createdAt: startedAt }));
  });
  const where = { account, isOpen: true, createdAt: startedAt };
  const listed = (id: object) =>
    reading(store, function* (tx) {
      const rows = yield* tx.operations.list({ ...where, id }, { by: ['id'] });
      return rows.map((row) => row.id);
    });
  for (const [at, text] of ordered.entries()) {
    expect(await listed({ below: text })).toEqual(ordered.slice(0, at));
    expect(await listed({ from: text })).toEqual(ordered.slice(at));
  }
});

test('keeps what was written, whatever becomes of the object afterwards', async () => {
  const { store } = await create();
  const answer = { status: 200, body: 'first' };
  const put = (number: number) => writing(store, (tx) => tx.operations.put(operationRow(number, { answer })));
  await put(1);
  answer.body = 'second';
  await put(2);
  expect((await find(store, 1))?.answer?.body).toBe('first');
  expect((await find(store, 2))?.answer?.body).toBe('second');
});

test.each([Number(undefined), 0, '34560000000'])(
  'a keepMs of %j, by which all might go, is refused',
  (value) => {
    const keepMs = value as number;
    const refusal = expect.objectContaining({ code: 'configuration', field: 'keepMs' }) as Error;
    expect(() => createMemoryStore({ keepMs })).toThrow(refusal);
    const connection = { exec: () => undefined, prepare: () => ({ all: () => [], run: () => undefined }) };
    expect(() => createSqlStore(connection, { keepMs })).toThrow(refusal);
  },
);
