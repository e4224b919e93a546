import { beforeAll, expect, test } from 'vitest';
import {
  computeReportWithoutLegs,
  mergeReportLegs,
  readReportLegs,
} from '../../../src/gateway/computeReport.ts';
import { createRecordReaderForCallers } from '../../../src/gateway/createRecordReaderForCallers.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { parameterNamesByQuery, parseRecordQuery } from '../../../src/gateway/recordQuery.ts';
import { latestDateMs } from '../../../src/gateway/visibility.ts';
import { ask, createGatewayTill, gate } from '../gatewayTill.ts';
import {
  accepted,
  approved,
  callerOf,
  createTestRecord,
  lost,
  minuteMs,
  startedAt,
  type TestRecord,
} from '../store/recordRows.ts';

const many = 3500;
const dayMs = 24 * 60 * minuteMs;
let record: TestRecord;

/** Sales, holds and what follows them much later; a burst within one millisecond, and a month without any. */
async function fill(filled: TestRecord): Promise<void> {
  const { clock, store } = filled;
  for (let number = 0; number < many; number += 1) {
    const about = {
      subject: `till-${number % 3}`,
      terminalId: `T${number % 4}`,
      orderNumber: `A-${number % 700}`,
      currency: number % 11 === 0 ? 'USD' : 'EUR',
      amountCents: 100 + (number % 97),
    };
    const earlier = { pnRefNum: `p-${number - 1201}`, currency: undefined };
    const sold = [accepted(`m-${number}`, `p-${number}`), approved(about.amountCents, number % 7)];
    const followed = [accepted(`m-${number}`), approved(50)];
    if (number % 10 < 5) await filled.begin(about, ...sold);
    else if (number % 10 < 7) await filled.begin({ ...about, kind: 'preAuth' }, ...sold);
    else if (number % 10 === 7) await filled.begin(about, lost);
    else if (number % 20 === 8)
      await filled.begin({ ...about, ...earlier, kind: 'void', amountCents: undefined }, ...followed);
    else await filled.begin({ ...about, ...earlier, kind: 'capture' }, ...followed);
    if (number < 1000 || number > 1150) await clock.advance((number * 7919) % 40_000);
    if (number === 2000) await clock.advance(30 * dayMs);
  }
  await store.transact('shop', 'write', function* (tx) {
    for (let number = 0; number < many; number += 1) {
      const id = `${number}`.padStart(16, '0');
      const about = { account: 'shop', id, orderNumber: 'A-1', actor: null, subject: `till-${number % 3}` };
      const at = startedAt + number * 20_000;
      yield* tx.legs.put({
        ...about,
        at,
        name: number % 2 ? 'cash' : 'voucher',
        currency: 'EUR',
        cents: number,
      });
    }
  });
}

beforeAll(async () => {
  record = createTestRecord();
  await fill(record);
});

/** The report as one transaction answers it. */
const inOne = (store: GatewayStore, caller: ReturnType<typeof callerOf>, words: string) =>
  store.transact(caller.account, 'read', function* (tx) {
    const query = parseRecordQuery(new URLSearchParams(words), parameterNamesByQuery.report);
    const { from = 0, to = 0 } = query.period;
    const report = yield* computeReportWithoutLegs(tx, caller, query.filter(caller, tx.now));
    const legs = yield* readReportLegs(tx, caller, query.words, { from, to });
    return { ...report, legs: mergeReportLegs(legs) };
  });

/** A store that tells how many operations a transaction gets at most, and what waits for a turn when it ends. */
function watched(store: GatewayStore) {
  const seen = { transactions: 0, most: 0 };
  const counting: GatewayStore = {
    ...store,
    transact(account, access, steps) {
      seen.transactions += 1;
      return store.transact(account, access, (tx) => {
        const { operations } = tx;
        const sums: typeof operations.sums = function* (where, by) {
          const groups = yield* operations.sums(where, by);
          seen.most = Math.max(
            seen.most,
            groups.reduce((all, { count }) => all + count, 0),
          );
          return groups;
        };
        return steps({ ...tx, operations: { ...operations, sums } });
      });
    },
  };
  return { seen, store: counting };
}

test.each([
  ['all of it', `from=0&to=${latestDateMs}`, {}],
  ['a part of it', `from=${startedAt + 777_777}&to=${startedAt + 30 * dayMs}`, {}],
  ['what one till did', `from=0&to=${latestDateMs}`, { sees: 'own' as const, subject: 'till-2' }],
  ['two terminals', `from=0&to=${latestDateMs}&terminalId=T1&terminalId=T3`, {}],
  ['what is found by a text', `from=0&to=${latestDateMs}&search=A-6`, {}],
  ['what is unknown', `from=0&to=${latestDateMs}&phase=unknown`, {}],
])('of %s, a long report in pieces is what it is in one piece', async (_, words, who) => {
  const caller = callerOf(who);
  const expected = await inOne(record.store, caller, words);
  expect(expected.rows.length + expected.unknown.length).toBeGreaterThan(3);
  const { seen, store } = watched(record.store);
  const report = await createRecordReaderForCallers({ store }).getReport(caller, new URLSearchParams(words));
  expect(JSON.stringify(report)).toBe(JSON.stringify(expected));
  expect(seen.transactions).toBeGreaterThan(4);
  expect(seen.most).toBeLessThanOrEqual(1000);
});

test('a payment waits for one piece of one report, however many are asked for', async () => {
  const queries = createRecordReaderForCallers({ store: record.store });
  const words = new URLSearchParams({ from: '0', to: `${latestDateMs}` });
  let ended = 0;
  const reports = [1, 2, 3].map(async () => {
    await queries.getReport(callerOf(), words);
    ended += 1;
  });
  const endedBefore: number[] = [];
  for (let payment = 0; payment < 5; payment += 1) {
    await new Promise(setImmediate);
    await record.store.transact('shop', 'write', function* (tx) {
      yield* tx.slots.add({ account: 'shop', at: tx.now, messageId: null, isPatient: false });
    });
    endedBefore.push(ended);
  }
  await Promise.all(reports);
  expect(endedBefore).toEqual([0, 0, 0, 0, 0]);
});

test('a long report is read no further once the page that asked for it has gone', async () => {
  const { seen, store } = watched(record.store);
  const page = new AbortController();
  const leaving: GatewayStore = {
    ...store,
    transact(account, access, steps) {
      if (seen.transactions === 2) page.abort();
      return store.transact(account, access, steps);
    },
  };
  const { fetch } = createGatewayTill({
    authorize: () => ({ account: 'shop', subject: 'till-1', sees: 'all' }),
  }).gateway({
    store: leaving,
  });
  const asked = ask(`/report?from=0&to=${latestDateMs}`);
  const { status } = await fetch(new Request(asked, { signal: page.signal }));
  expect([status, seen.transactions]).toEqual([500, 3]);
});

test('a report of a short time is of one moment', async () => {
  const { seen, store } = watched(record.store);
  const words = { from: `${startedAt}`, to: `${startedAt + 60 * minuteMs}` };
  await createRecordReaderForCallers({ store }).getReport(callerOf(), new URLSearchParams(words));
  expect(seen.transactions).toBe(1);
});

test('a report of a short time does not wait for long ones', async () => {
  const { promise: goOn, open: end } = gate();
  const second = gate();
  let pieces = 0;
  const store: GatewayStore = {
    ...record.store,
    async transact(account, access, steps) {
      if (account === 'shop' && (pieces += 1) > 1) {
        second.open();
        await goOn;
      }
      return record.store.transact(account, access, steps);
    },
  };
  const queries = createRecordReaderForCallers({ store });
  const words = new URLSearchParams({ from: '0', to: `${latestDateMs}` });
  const long = queries.getReport(callerOf(), words);
  await second.promise;
  let isAnswered = false;
  void queries.getReport(callerOf({ account: 'other' }), words).then(() => (isAnswered = true));
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(isAnswered).toBe(true);
  end();
  await long;
});
