import { describe, expect, test } from 'vitest';
import { createSandboxPayments, createVirtualClock, type TerminalPress } from 'tillkit/sandbox';
import { openService, sale, startMs } from './service.ts';

/** A sale that waits at terminal-1. */
async function openByHand(body = sale, path = '/pay') {
  const service = openService({ scenario: 'by-hand' });
  await service.post(path, body);
  await service.clock.advance(800);
  const { sandbox, poll } = service;
  return {
    ...service,
    press: (press: TerminalPress) => sandbox.press('terminal-1', press),
    shows: () => sandbox.screenOf('terminal-1').shows,
    status: async () => (await poll()).body.data.status,
  };
}

describe('a message in the scenario by-hand', () => {
  test('waits for a press, and the terminal shows what is asked', async () => {
    const { clock, sandbox, status } = await openByHand();
    await clock.advance(40_000);
    expect(await status()).toBe('processing');
    expect(sandbox.screenOf('terminal-1')).toEqual({
      terminalId: 'terminal-1',
      name: 'Front counter',
      shows: 'waiting',
      kind: 'pay',
      amount: 1250,
    });
    expect(sandbox.screenOf('terminal-2').shows).toBe('idle');
    expect(sandbox.ledger.charges).toEqual([]);
  });

  test('is approved two seconds after a tap, and charges then', async () => {
    const { clock, press, sandbox, shows, status } = await openByHand();
    press('tap');
    expect(shows()).toBe('processing');
    await clock.advance(1999);
    expect(await status()).toBe('processing');
    expect(sandbox.ledger.charges).toEqual([]);
    await clock.advance(1);
    expect(await status()).toBe('complete');
    expect(sandbox.ledger.charges).toMatchObject([{ amount: 1250, at: startMs + 2800 }]);
    expect(shows()).toBe('approved');
    await clock.advance(5000);
    expect(shows()).toBe('idle');
  });

  test.each([
    [1231, 787, undefined],
    [1232, 1478, 246],
    [1233, 1480, undefined],
  ])('of %i cents, a tap approves %i, as the amount says', async (amount, approved, tip) => {
    const { clock, press, poll, sandbox } = await openByHand({ ...sale, amount });
    press('tap');
    await clock.advance(2000);
    expect((await poll()).body.data).toMatchObject({ status: 'complete', amount: approved });
    expect((await poll()).body.data.tip).toBe(tip);
    expect(sandbox.screenOf('terminal-1')).toMatchObject({ shows: 'approved', amount: approved });
  });

  test.each([
    ['decline', 2000, 'failed', 'declined'],
    ['walk-away', 0, 'timeout', 'timed-out'],
  ] as const)('ends by %s after %i ms as %s', async (pressed, ms, ending, shown) => {
    const { clock, press, poll, sandbox, shows, post } = await openByHand();
    press(pressed);
    await clock.advance(ms);
    expect((await poll()).body.data).toMatchObject({ status: ending, message: expect.any(String) });
    expect(shows()).toBe(shown);
    expect((await post('/pay', sale)).status).toBe(200);
    await clock.advance(100_000);
    expect(sandbox.ledger.charges).toEqual([]);
  });

  test('times out after 45 seconds without a press', async () => {
    const { clock, press, sandbox, status } = await openByHand();
    await clock.advance(44_200);
    expect(await status()).toBe('timeout');
    expect(() => press('tap')).toThrow('terminal-1 does not wait for a press');
    await clock.advance(100_000);
    expect(sandbox.ledger.charges).toEqual([]);
  });

  test('takes one tap only', async () => {
    const { clock, press, sandbox } = await openByHand();
    press('tap');
    for (const again of ['tap', 'decline', 'walk-away'] as const)
      expect(() => press(again)).toThrow('terminal-1 does not wait for a press');
    await clock.advance(10_000);
    expect(sandbox.ledger.charges).toHaveLength(1);
  });

  test('may be a void', async () => {
    const { clock, press, post, lastReference, sandbox } = await openByHand();
    press('tap');
    await clock.advance(2000);
    await post('/void', { terminalId: 'terminal-1', pnRefNum: lastReference() });
    await clock.advance(800);
    expect(sandbox.screenOf('terminal-1')).toMatchObject({ shows: 'waiting', kind: 'void', amount: 1250 });
    press('tap');
    await clock.advance(2000);
    expect(sandbox.ledger.charges).toMatchObject([{ kind: 'pay' }, { kind: 'void' }]);
  });
});

describe('an unplugged terminal', () => {
  test('keeps the result of a tap until it is plugged in; the card is charged before', async () => {
    const { clock, press, sandbox, shows, status, post } = await openByHand();
    press('tap');
    press('unplug');
    await clock.advance(2000);
    expect(sandbox.ledger.charges).toHaveLength(1);
    expect(await status()).toBe('processing');
    expect(shows()).toBe('offline');
    expect((await post('/pay', sale)).status).toBe(409);
    await clock.advance(60_000);
    expect(await status()).toBe('timeout');
    press('plug-in');
    expect(await status()).toBe('complete');
    expect(shows()).toBe('idle');
    expect(sandbox.ledger.charges).toHaveLength(1);
  });

  test('takes no tap, and goes on where it was if it is plugged in in time', async () => {
    const { clock, press, sandbox, shows, status } = await openByHand();
    press('unplug');
    expect(() => press('tap')).toThrow('terminal-1 does not wait for a press');
    await clock.advance(10_000);
    press('plug-in');
    expect(shows()).toBe('waiting');
    press('tap');
    await clock.advance(2000);
    expect(await status()).toBe('complete');
    expect(sandbox.ledger.charges).toHaveLength(1);
  });

  test('times out if it was not tapped, and stays so', async () => {
    const { clock, press, sandbox, status } = await openByHand();
    press('unplug');
    await clock.advance(59_200);
    expect(await status()).toBe('timeout');
    press('plug-in');
    expect(await status()).toBe('timeout');
    expect(sandbox.ledger.charges).toEqual([]);
  });

  test('keeps what a scenario without a person decides, too', async () => {
    const { clock, post, poll, sandbox } = openService();
    await post('/pay', sale);
    await clock.advance(1000);
    sandbox.press('terminal-1', 'unplug');
    await clock.advance(10_000);
    expect((await poll()).body.data.status).toBe('processing');
    sandbox.press('terminal-1', 'plug-in');
    expect((await poll()).body.data.status).toBe('complete');
  });

  test('starts no message, and is offline in the list', async () => {
    const { clock, get, post, poll, sandbox } = openService();
    sandbox.press('terminal-1', 'unplug');
    sandbox.press('terminal-1', 'unplug');
    await clock.advance(5000);
    const [terminal] = (await get('/terminals')).body.items;
    expect(terminal).toMatchObject({ status: 'offline', lastSeenAt: new Date(startMs).toISOString() });
    await post('/pay', sale);
    await clock.advance(30_000);
    sandbox.press('terminal-1', 'plug-in');
    await clock.advance(30_000);
    expect((await poll()).body.data.status).toBe('received');
    expect((await get('/terminals')).body.items[0].status).toBe('online');
    expect(sandbox.ledger.charges).toEqual([]);
    sandbox.reset();
    expect(sandbox.screenOf('terminal-1').shows).toBe('idle');
  });
});

test.each([
  [['tap'], 'complete', 1],
  [['decline'], 'failed', 0],
  [['walk-away'], 'unknown', 0],
  [['tap', 'unplug'], 'unknown', 1],
] as const)('after %j an operation is %s, as the ledger has it', async (presses, phase, charges) => {
  const clock = createVirtualClock(startMs);
  const { operations, sandbox } = createSandboxPayments({ clock, scenario: 'by-hand' });
  const shown = [...operations.list()];
  operations.subscribe(() => void shown.push(...operations.list()));
  const started = operations.start('pay', sale);
  await clock.advance(3000);
  await started;
  for (const press of presses) sandbox.press('terminal-1', press);
  await clock.advance(70_000);
  expect(operations.list()[0]?.phase).toBe(phase);
  expect(sandbox.ledger.charges).toHaveLength(charges);
  sandbox.press('terminal-1', 'plug-in');
  await clock.advance(60_000);
  expect(operations.list()[0]?.phase).toBe(charges > 0 ? 'complete' : phase);
  sandbox.assertSafe(shown);
  operations.dispose();
});

test('names the terminals and presses there are', () => {
  const { sandbox } = openService();
  const sentence = 'There is no terminal "bar". Choose one of: terminal-1, terminal-2, terminal-3.';
  expect(() => sandbox.press('bar', 'tap')).toThrow(sentence);
  expect(() => sandbox.screenOf('bar')).toThrow(sentence);
});

describe('over HTTP', () => {
  const open = { authorization: '' };
  const press = '/__sandbox/press';

  test('terminals are read and pressed', async () => {
    const { clock, get, post, poll } = await openByHand();
    const { body } = await get('/__sandbox/terminals', open);
    expect(body.terminals).toMatchObject([
      { terminalId: 'terminal-1', shows: 'waiting', amount: 1250 },
      { terminalId: 'terminal-2', shows: 'idle' },
      { terminalId: 'terminal-3', shows: 'idle' },
    ]);
    expect((await post(press, { terminalId: 'terminal-1', press: 'tap' }, open)).status).toBe(204);
    await clock.advance(2000);
    expect((await poll()).body.data.status).toBe('complete');
  });

  test.each([
    [undefined, 'body: must be an object.'],
    [{ terminalId: 'terminal-1' }, 'press: is required.'],
    [
      { terminalId: 'terminal-1', press: 'swipe' },
      'There is no press "swipe". Choose one of: tap, decline, walk-away, unplug, plug-in.',
    ],
    [
      { terminalId: 'bar', press: 'tap' },
      'There is no terminal "bar". Choose one of: terminal-1, terminal-2, terminal-3.',
    ],
    [
      { terminalId: 'terminal-2', press: 'tap' },
      'terminal-2 does not wait for a press: only a message in the scenario by-hand does.',
    ],
  ])('%j is refused', async (body, message) => {
    const { post, shows } = await openByHand();
    const answer = await post(press, body, open);
    expect([answer.status, answer.body.message]).toEqual([422, message]);
    expect(shows()).toBe('waiting');
  });
});
