import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIndexedDbJournal } from '../../../src/core/standalone/journal.ts';
import {
  createMemoryJournal,
  createTerminalOperations,
  type Journal,
  type OperationRecord,
  createVirtualClock,
  type TerminalOperationsOptions,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { changeRaw, saleRecord as record } from './rawJournal.ts';
import { createTabHub } from '../fakeChannel.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe.each<[string, () => Journal, boolean]>([
  ['the journal in memory', createMemoryJournal, false],
  ['the journal in IndexedDB', createIndexedDbJournal, true],
])('%s', (_, create, durable) => {
  it('says whether it outlives the page', () => {
    expect(create().durable).toBe(durable);
  });

  it('records an operation and gives it back as it was', async () => {
    const journal = create();
    expect(await journal.claim(record('a'))).toEqual({ ok: true });
    expect(await journal.get('a')).toMatchObject(record('a'));
    expect(await journal.list()).toHaveLength(1);
    expect(await journal.get('none')).toBeUndefined();
  });

  it('gives a terminal to one of many that claim it at once', async () => {
    const journal = create();
    const claims = await Promise.all(Array.from({ length: 20 }, (__, n) => journal.claim(record(`op${n}`))));
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
    expect(claims.filter((claim) => !claim.ok && claim.holder?.id === 'op0')).toHaveLength(19);
    expect(await journal.list({ open: true })).toHaveLength(1);
  });

  it('keeps a terminal taken while its operation is open or unknown, and frees it at the end', async () => {
    const journal = create();
    await journal.claim(record('a'));
    await journal.update('a', { phase: 'unknown', reason: 'no-response' }, 2);
    expect(await journal.claim(record('b'))).toMatchObject({
      ok: false,
      holder: { id: 'a', phase: 'unknown' },
    });
    expect(await journal.claim(record('c', { lock: 'https://pay.test T2' }))).toEqual({ ok: true });
    await journal.update('a', { phase: 'resolved' }, 3);
    expect(await journal.claim(record('b'))).toEqual({ ok: true });
  });

  it('lets a claim be made over those it names, and no others', async () => {
    const journal = create();
    await journal.claim(record('a'));
    expect(await journal.claim(record('b'), { over: ['x'] })).toMatchObject({ ok: false });
    expect(await journal.claim(record('b'), { over: ['a'] })).toEqual({ ok: true });
    expect(await journal.claim(record('c'), { over: ['a'] })).toMatchObject({
      ok: false,
      holder: { id: 'b' },
    });
  });

  it('records nothing if the judge of what is recorded says no', async () => {
    const journal = create();
    let told = 0;
    journal.subscribe(() => (told += 1));
    const isFirst = (records: readonly OperationRecord[]) => records.length === 0;
    const claims = ['T1', 'T2'].map((lock) => journal.claim(record(lock, { lock }), { judge: isFirst }));
    expect(await Promise.all(claims)).toEqual([{ ok: true }, { ok: false }]);
    expect(await journal.list()).toMatchObject([{ id: 'T1' }]);
    expect(told).toBe(1);
  });

  it('writes nothing over a later change', async () => {
    const journal = create();
    await journal.claim(record('a'));
    expect(await journal.update('a', { phase: 'waiting' }, 5)).toBe(true);
    expect(await journal.update('a', { phase: 'failed' }, 5)).toBe(false);
    expect(await journal.update('a', { phase: 'failed' }, 4)).toBe(false);
    expect(await journal.update('none', {}, 9)).toBe(false);
    expect(await journal.get('a')).toMatchObject({ phase: 'waiting', seq: 5 });
  });

  it('lists what is open, or what has ended', async () => {
    const journal = create();
    await journal.claim(record('a', { phase: 'waiting' }));
    await journal.claim(record('b', { lock: 'other', phase: 'complete' }));
    expect((await journal.list({ open: true })).map(({ id }) => id)).toEqual(['a']);
    expect((await journal.list({ open: false })).map(({ id }) => id)).toEqual(['b']);
    expect((await journal.list({ lock: 'other' })).map(({ id }) => id)).toEqual(['b']);
  });

  it('tells of changes until it is not listened to any more', async () => {
    const journal = create();
    let told = 0;
    const leave = journal.subscribe(() => (told += 1));
    await journal.claim(record('a'));
    await journal.update('a', { phase: 'waiting' }, 2);
    await journal.remove('a');
    expect(told).toBe(3);
    leave();
    await journal.claim(record('a'));
    expect(told).toBe(3);
    expect(await journal.list()).toHaveLength(1);
  });
});

describe('the journal in IndexedDB', () => {
  it('is shared by two that have the same name, and outlives both', async () => {
    await createIndexedDbJournal().claim(record('a'));
    expect(await createIndexedDbJournal().claim(record('b'))).toMatchObject({
      ok: false,
      holder: { id: 'a' },
    });
    expect(await createIndexedDbJournal({ name: 'another' }).list()).toEqual([]);
  });

  it.each([
    ['an older version', { v: 0, id: 'a', terminalId: 'T1', amountCents: 1250, status: 'pending' }],
    ['a newer version', { v: 9, id: 'a', terminalId: 'T1', amountCents: 1250, phase: 'teleporting' }],
    ['a broken one', { id: 'a', terminalId: 'T1', amountCents: 1250, anomalies: 'none', phase: 7 }],
  ])('F57: shows a record of %s as unknown, with what can be read of it', async (_, stored) => {
    const journal = createIndexedDbJournal();
    await journal.list();
    await changeRaw((store) => void store.put(stored));
    expect(await journal.list({ open: true })).toMatchObject([
      {
        id: 'a',
        phase: 'unknown',
        reason: 'reloaded',
        terminalId: 'T1',
        amountCents: 1250,
        anomalies: ['unreadable-record'],
      },
    ]);
  });

  it('F80: believes nothing that does not fit, and drops fields it does not know', async () => {
    const journal = createIndexedDbJournal();
    await journal.claim(record('a', { phase: 'waiting' }));
    await changeRaw((store) => {
      void store.put({ ...record('b', { lock: 'x' }), amountCents: '<img>', html: '<script>' });
      void store.put({ ...record('c', { lock: 'y' }), extra: 'ignored' });
    });
    const [, b, c] = await journal.list();
    expect(b).toMatchObject({ phase: 'unknown', terminalId: 'T1' });
    expect(b!.amountCents).toBeUndefined();
    expect(c).not.toHaveProperty('extra');
    expect(JSON.stringify(b)).not.toContain('<');
  });

  it('opens its database again when the browser closed it without a word', async () => {
    const opened: IDBDatabase[] = [];
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (...input) => {
      const request = open(...input);
      request.addEventListener('success', () => opened.push(request.result));
      return request;
    };
    const journal = createIndexedDbJournal();
    await journal.claim(record('a'));
    opened[0]!.close();
    expect(await Promise.all([journal.claim(record('b')), journal.update('a', {}, 2)])).toMatchObject([
      { ok: false, holder: { id: 'a' } },
      true,
    ]);
    expect(opened).toHaveLength(2);
  });

  it('F75: refuses with storage where there is no database', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    await expect(createIndexedDbJournal().claim(record('a'))).rejects.toMatchObject({ code: 'storage' });
  });

  it('F76: refuses with storage where the write fails', async () => {
    const journal = createIndexedDbJournal();
    await journal.list();
    await expect(journal.claim(record('a', { flowKey: (() => undefined) as never }))).rejects.toMatchObject({
      code: 'storage',
    });
    expect(await journal.list()).toEqual([]);
  });
});

describe('F75: a database that this build did not make', () => {
  const make = (version: number, change: (made: IDBDatabase) => void) =>
    new Promise<void>((resolve) => {
      const request = indexedDB.open('tillkit', version);
      request.addEventListener('upgradeneeded', () => change(request.result));
      request.addEventListener('success', () => {
        request.result.close();
        resolve();
      });
    });
  const open = async () => {
    const { client, sandbox } = createSandboxPayments({ latencyMs: 0 });
    const operations = createTerminalOperations({ client, journal: createIndexedDbJournal() });
    await operations.ready.catch(() => undefined);
    const start = () => operations.start('pay', { terminalId: 'terminal-1', amount: 800, receipt: false });
    return { operations, start, origin: client.origin(), sandbox };
  };

  it('of a newer build shows what is open in it, and takes new operations', async () => {
    const before = await open();
    const left = { lock: `${before.origin} T1`, phase: 'unknown', createdAt: Date.now() } as const;
    await createIndexedDbJournal().claim(record('left', left));
    before.operations.dispose();
    await make(2, (made) => void made.createObjectStore('endings'));
    const { operations, start } = await open();
    expect(operations.list({ open: true })).toMatchObject([{ id: 'left', phase: 'unknown' }]);
    expect(await start()).toMatchObject({ started: true });
    operations.dispose();
  });

  it('of another program is named in the refusal, and nothing is sent', async () => {
    await make(1, (made) => void made.createObjectStore('notes'));
    const { operations, start, sandbox } = await open();
    const refusal = { code: 'no-journal', message: expect.stringMatching(/The database "tillkit"/) };
    expect(await start()).toMatchObject({ started: false, refusal });
    expect(sandbox.ledger.requests).toEqual([]);
    operations.dispose();
  });
});

/** Pages on one journal that each may do otherwise than it should. */
function till(options: SandboxOptions = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const { client, sandbox } = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const journal = createMemoryJournal();
  const join = createTabHub();
  const sale = { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false };
  const open = (change: Partial<Journal> = {}, more: Partial<TerminalOperationsOptions> = {}) => {
    const changed = { ...journal, ...change };
    return createTerminalOperations({ client, journal: changed, clock, channel: join(), ...more });
  };
  const wait = (ms: number) => new Promise<void>((resolve) => clock.setTimeout(resolve, ms));
  const posts = () => sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
  return { clock, sandbox, journal, sale, open, wait, posts };
}

describe('a claim that comes too late', () => {
  it('and cannot be taken back shows up, so that a person can free the terminal', async () => {
    const { clock, journal, sale, open, wait, posts } = till();
    let isSick = true;
    const operations = open({
      claim: async (...input) => {
        if (isSick) await wait(1500);
        return journal.claim(...input);
      },
      remove: (id) => (isSick ? Promise.reject(new Error('busy')) : journal.remove(id)),
    });
    const late = operations.start('pay', sale);
    await clock.advance(3000);
    expect(await late).toMatchObject({ refusal: { code: 'no-journal' } });
    isSick = false;
    const refused = operations.start('pay', { ...sale, amount: 800 });
    await clock.advance(1000);
    const [left] = operations.list();
    expect(await refused).toMatchObject({ refusal: { code: 'terminal-busy', operationId: left!.id } });
    expect(left).toMatchObject({ phase: 'unknown', reason: 'reloaded', amountCents: 1250 });
    expect(posts()).toEqual([]);

    operations.resolveUnknown(left!.id, { charged: false, basis: 'terminal-screen' });
    void operations.start('pay', { ...sale, amount: 800 });
    await clock.advance(20_000);
    expect(operations.list()[0]).toMatchObject({ phase: 'complete', amountCents: 800 });
    expect(posts()).toHaveLength(1);
  });
});

describe('order numbers that the host wants out of the journal', () => {
  it('F61: are not lost here when another tab is the first to write the result', async () => {
    const { clock, journal, sale, open } = till();
    const [first, second] = [
      open({ update: () => Promise.reject(new Error('slow')) }, { storeOrderNumber: false }),
      open({}, { storeOrderNumber: false }),
    ];
    await clock.advance(300);
    const draft = { ...sale, orderNumber: 'A-7' };
    void first.start('pay', draft);
    await clock.advance(1000);
    const { id, msgIdentifier } = first.list()[0]!;
    await journal.update(id, { phase: 'waiting', msgIdentifier, acceptedAt: clock.now() }, 2);
    await journal.update(id, { phase: 'complete', endedAt: clock.now(), pnRefNum: 'r' }, 9);
    await clock.advance(10);
    expect(second.get(id)).toMatchObject({ phase: 'complete', orderNumber: undefined });
    expect(first.get(id)).toMatchObject({ phase: 'complete', orderNumber: 'A-7' });
    expect(await first.start('pay', draft)).toMatchObject({ refusal: { code: 'needs-confirmation' } });
  });
});
