import { describe, expect, test } from 'vitest';
import { createBrowser, minute, mirrorTill } from './mirrorTill.ts';
import type { NoteStorage } from '../../../src/core/mirror/browserOperationNotes.ts';
import { createNoteStorage } from './noteStorage.ts';

/** Nothing is told of a payment, so that pages have to ask. */
async function untold(way: string) {
  const till = await mirrorTill();
  for (const news of ['stream', 'list'] as const) till.ways.bend(news, 'the request is lost', Infinity);
  till.ways.bend('POST', way);
  return till;
}

describe('two tabs of one browser', () => {
  test('F48: a tab that is opened while another sends does not ask, and so closes nothing', async () => {
    const till = await untold('the request is lost');
    // Nothing has left yet.
    const sender = till.open({ headersMs: 1500 });
    till.ways.bend('POST', 'nothing is lost');
    void sender.pay();
    await till.pass(10);
    const other = till.open();
    await till.pass(1000);
    expect([other.only().phase, till.asks]).toEqual(['sending', []]);
    till.ways.mend();
    await till.pass(minute);
    expect([sender.only().phase, other.only().phase]).toEqual(['complete', 'complete']);
    till.assertSafe();
  });

  test('F48: learn the result both, whichever of them sent it', async () => {
    const till = await untold('the answer is lost');
    till.ways.bend('ask', 'the request is lost', Infinity);
    const [sender, other] = [till.open(), till.open()];
    await till.pass(300);
    await sender.pay();
    await till.pass(50_000);
    expect(sender.only().phase).toBe('unknown');
    till.ways.mend();
    await till.pass(2 * minute);
    expect([sender.only().phase, other.only().phase]).toEqual(['complete', 'complete']);
    till.assertSafe();
  });

  test('a tab that is looked at asks, where the one that has the doubt is hidden', async () => {
    const till = await untold('the answer is lost');
    till.ways.bend('ask', 'the request is lost', Infinity);
    const sender = till.open();
    await till.pass(300);
    await sender.pay();
    await till.pass(20_000);
    sender.signals.isVisible = false;
    const other = till.open();
    await till.pass(300);
    expect(other.only().phase).toBe('unknown');
    till.ways.bend('ask', 'nothing is lost');
    await till.pass(3 * minute);
    expect(other.only().phase).toBe('complete');
  });

  test('one hears from the other that a press was lost, or never left', async () => {
    const till = await untold('the request is lost');
    till.ways.bend('ask', 'the request is lost', Infinity);
    const sender = till.open({ headersMs: 5000 });
    void sender.pay();
    await till.pass(10);
    const other = till.open();
    await till.pass(4000);
    expect(other.only().phase).toBe('sending');
    await till.pass(minute);
    expect([sender.only().phase, other.only().phase]).toEqual(['unknown', 'unknown']);
    till.ways.mend();
    await till.pass(2 * minute);
    expect([sender.only().phase, other.only().phase]).toEqual(['rejected', 'rejected']);
    till.assertSafe();
  });

  test('a press in one is refused while the gateway holds the terminal for the other', async () => {
    const till = await mirrorTill();
    const [one, other] = [till.open(), till.open()];
    await till.pass(300);
    await Promise.all([one.pay(), other.pay({ amount: 900 })]);
    await till.pass(1000);
    const phases = [one, other].map(({ operations }, tab) =>
      operations.list().flatMap(({ phase, amountCents }) => (amountCents === [1250, 900][tab] ? phase : [])),
    );
    // Whichever of them came first.
    expect(phases.flat().toSorted()).toEqual(['rejected', 'waiting']);
    await till.pass(minute);
    expect(till.sandbox.ledger.charges).toHaveLength(1);
    till.assertSafe();
  });

  test('what was seen in one stands in none', async () => {
    const till = await mirrorTill();
    const [one, other] = [till.open(), till.open()];
    await one.pay();
    await till.pass(minute);
    expect(other.operations.list({ standing: true })).toHaveLength(1);
    other.operations.acknowledge(other.only().id);
    await till.pass(1000);
    expect(one.operations.list({ standing: true })).toEqual([]);
    expect([...one.asked, ...other.asked].filter((path) => path.endsWith('acknowledgement'))).toHaveLength(1);
  });

  test('one that is killed leaves its payment to the other', async () => {
    const till = await mirrorTill();
    const [one, other] = [till.open(), till.open()];
    await till.pass(300);
    await one.pay();
    await till.pass(1000);
    const { id } = one.only();
    expect(other.operations.isOrphan(id)).toBe(false);
    one.crash();
    other.wake();
    await till.pass(minute);
    expect(other.only()).toMatchObject({ id, phase: 'complete', flowKey: 'default' });
    expect(other.operations.isOrphan(id)).toBe(true);
  });
});

describe('a page that was frozen', () => {
  test('while it sent finds its sale ended by another, and agrees', async () => {
    const { open, pass, payments, assertSafe } = await mirrorTill();
    const frozen = open();
    await pass(300);
    void frozen.pay();
    await pass(10);
    frozen.freeze();
    const other = open();
    await pass(3 * minute);
    expect(other.only().phase).toBe('complete');
    await frozen.thaw();
    await pass(minute);
    expect(frozen.only().phase).toBe('complete');
    expect(payments()).toHaveLength(1);
    assertSafe();
  });

  test.each([
    [500, 5000],
    [500, minute],
    [minute, minute],
  ])(
    'before it sent does not send what another tab has proven unsent %i ms later, and wakes after %i more',
    async (frozenMs, sleepsMs) => {
      const { open, pass, payments, sandbox, assertSafe } = await mirrorTill();
      const slow = open({ headersMs: 200 });
      await pass(300);
      void slow.pay();
      await pass(100);
      slow.freeze();
      const other = open();
      await pass(frozenMs);
      expect(other.only().phase).toBe('rejected');
      await other.pay();
      await pass(sleepsMs);
      await slow.thaw();
      await pass(minute);
      expect(slow.asked).not.toContain('POST pay');
      expect(payments()).toHaveLength(1);
      expect(sandbox.ledger.charges).toHaveLength(1);
      assertSafe();
    },
  );

  test.each([20_000, 5 * minute])(
    'before it sent does not send %i ms later what a customer may have paid otherwise',
    async (frozenMs) => {
      const { open, pass, payments, assertSafe } = await mirrorTill();
      const page = open({ headersMs: 200 });
      await pass(300);
      void page.pay();
      await pass(100);
      page.freeze();
      await pass(frozenMs);
      await page.thaw();
      await pass(minute);
      expect(payments()).toEqual([]);
      expect(page.only()).toMatchObject({ phase: 'rejected' });
      assertSafe();
    },
  );

  test('while it waited shows the ending when it wakes', async () => {
    const { open, pass, assertSafe } = await mirrorTill();
    const page = open();
    await page.pay();
    await pass(1000);
    page.freeze();
    await pass(30 * minute);
    expect(page.only().phase).toBe('waiting');
    await page.thaw();
    await pass(1000);
    expect(page.only()).toMatchObject({ phase: 'complete', connection: 'ok' });
    assertSafe();
  });
});

describe('clocks', () => {
  test.each([-3_600_000, 3_600_000])(
    'of a page that are %i ms off change nothing but what it calls now',
    async (offMs) => {
      const { open, clock, pass, ways, assertSafe } = await mirrorTill();
      const pageClock = { ...clock, now: () => clock.now() + offMs };
      const page = open({ client: { clock: pageClock }, operations: { clock: pageClock } });
      const others = open({ browser: createBrowser(), till: 'kiosk' });
      ways.bend('POST', 'the answer is lost');
      await page.pay();
      await pass(minute);
      expect(page.only()).toMatchObject({ phase: 'complete' });
      expect(pageClock.now() - page.only().createdAt).toBe(minute);
      const { endedAt = 0, acceptedAt = 0 } = page.only();
      expect(endedAt - acceptedAt).toBeLessThan(20_000);
      expect(Math.abs(endedAt - pageClock.now())).toBeLessThan(minute);
      await others.pay({ amount: 900 });
      await pass(1000);
      const other = page.operations.list({ open: true })[0]!;
      expect(Math.abs(other.createdAt - pageClock.now())).toBeLessThan(5000);
      assertSafe();
    },
  );

  test.each([-7_200_000, -60_000, 60_000, 7_200_000])(
    'that jump by %i ms while a payment runs neither end nor lose it',
    async (ms) => {
      const { open, clock, pass, ways, trace, assertSafe } = await mirrorTill();
      const page = open();
      ways.bend('POST', 'the answer is lost');
      await page.pay();
      await pass(200);
      clock.jump(ms);
      await pass(2 * minute);
      expect(page.only().phase).toBe('complete');
      expect(trace.map(({ phase }) => phase)).not.toContain('rejected');
      assertSafe();
    },
  );

  test('that jump make nothing of what was not sent a proof of it too early', async () => {
    const { open, clock, pass, ways, restart, trace } = await mirrorTill({ knownForMs: 5000 });
    for (const news of ['stream', 'list', 'ask'] as const) ways.bend(news, 'the request is lost', Infinity);
    const page = open();
    ways.bend('POST', 'the answer is lost');
    await page.pay();
    await pass(20_000);
    restart({ forgets: true });
    clock.jump(-20_000);
    ways.mend();
    await pass(25_000);
    expect(page.only().phase).toBe('unknown');
    expect(trace.map(({ phase }) => phase)).not.toContain('rejected');
  });
});

describe('storage that', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const broken: Record<string, Partial<NoteStorage>> = {
    'cannot be written': { setItem: refuse },
    'cannot be read': { getItem: refuse },
    'cannot be listed': { key: refuse },
    'cannot be cleaned': { removeItem: refuse },
    'holds something else': { getItem: () => '{"id":7,"phase":null}' },
    'forgets at once': { getItem: () => null, key: () => null },
  };
  const storageThat = (how: string): NoteStorage => {
    const kept = createNoteStorage();
    return new Proxy(kept, { get: (_, name) => Reflect.get(broken[how]!, name) ?? Reflect.get(kept, name) });
  };

  test.each(Object.keys(broken))('%s costs no sale and no word', async (how) => {
    const { open, pass, sandbox, ways, assertSafe } = await mirrorTill();
    const page = open({ storage: storageThat(how) });
    ways.bend('POST', 'the answer is lost');
    await page.pay();
    await pass(minute);
    expect(page.only()).toMatchObject({ phase: 'complete' });
    page.operations.acknowledge(page.only().id);
    await pass(minute);
    expect(page.operations.list({ standing: true })).toEqual([]);
    page.crash();
    const next = open();
    await pass(minute);
    expect(next.operations.list({ standing: true })).toEqual([]);
    expect(sandbox.ledger.charges).toHaveLength(1);
    assertSafe();
  });

  test('was cleared while a payment ran costs nothing: the record has it', async () => {
    const { open, pass, assertSafe } = await mirrorTill({ scenario: 'slow' });
    const storage = createNoteStorage();
    const page = open({ storage });
    await page.pay();
    await pass(1000);
    storage.clear();
    await pass(1000);
    page.crash();
    const next = open({ storage: createNoteStorage() });
    await pass(3 * minute);
    expect(next.only()).toMatchObject({ phase: 'complete' });
    assertSafe();
  });

  test('is full when a press turns out not to be sent does not keep another tab waiting for it', async () => {
    const { open, pass, ways, assertSafe } = await mirrorTill();
    const kept = createNoteStorage();
    const full = { is: false };
    const setItem = (key: string, value: string) => (full.is ? refuse() : kept.setItem(key, value));
    const storage = new Proxy(kept, {
      get: (_, name) => (name === 'setItem' ? setItem : Reflect.get(kept, name)),
    });
    ways.bend('POST', 'the request is lost');
    const one = open({ storage, headersMs: 1500 });
    void one.pay();
    await pass(10);
    full.is = true;
    const other = open({ storage });
    await pass(minute);
    expect([one.only().phase, other.only().phase]).toEqual(['rejected', 'rejected']);
    assertSafe();
  });

  test('is full of notes keeps those of today that matter', async () => {
    const { open, pass } = await mirrorTill();
    const storage = createNoteStorage();
    const note = {
      kind: 'pay',
      terminalId: 'T9',
      flowKey: 'default',
      at: 0,
      phase: 'complete',
      isOver: true,
    };
    const page = open({ storage });
    await page.pay();
    const [name = ''] = [...Array(storage.length).keys()].map((index) => storage.key(index)!);
    const prefix = name.slice(0, name.lastIndexOf(':') + 1);
    await pass(minute);
    for (let count = 0; count < 300; count += 1)
      storage.setItem(`${prefix}old${count}`, JSON.stringify({ ...note, id: `old${count}`, at: count }));
    // What a person said of it is not told yet.
    const resolution = { charged: true, basis: 'receipt', seq: 3, at: 0 };
    const owed = { ...note, id: 'owed', phase: 'unknown', isOver: false, isTaken: true, resolution };
    storage.setItem(`${prefix}owed`, JSON.stringify(owed));
    page.operations.acknowledge(page.only().id);
    await pass(1000);
    await page.pay({ amount: 700, orderNumber: 'A 7' });
    await pass(100);
    expect(storage.length).toBeLessThan(5);
    expect(storage.getItem(`${prefix}owed`)).not.toBeNull();
    expect(page.operations.list({ flowKey: 'default' })).toHaveLength(2);
  });
});
