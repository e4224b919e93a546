import { expect, it } from 'vitest';
import { getTerminalOperations } from '../../../src/core/client/getTerminalOperations.ts';
import type { PaymentsClient } from '../../../src/core/client/paymentsClient.ts';
import { createGatewayClient } from '../../../src/core/mirror/createGatewayClient.ts';
import { createPaymentsClient } from '../../../src/core/standalone/createPaymentsClient.ts';
import { createMemoryJournal } from '../../../src/core/standalone/journal.ts';
import { createTerminalOperations } from '../../../src/core/standalone/createTerminalOperations.ts';
import { createPollBudget } from '../../../src/core/polling/pollBudget.ts';
import { createVirtualClock } from '../../../src/core/time.ts';
import { defineService } from '../../../src/core/wire/defineService.ts';

it('a payment whose message has no address without a provider waits for nothing: it is unknown', async () => {
  const clock = createVirtualClock(1_700_000_000_000);
  const client = createPaymentsClient({
    baseUrl: 'https://service.test',
    service: defineService({
      providers: ['north'],
      routes: { getProcessedMessage: { path: '/{provider}/messages/{messageId}' } },
    }),
    clock,
    pollBudget: createPollBudget({ clock }),
    fetcher: () => Promise.resolve(Response.json({ msgIdentifier: 'm-1' })),
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  await operations.start('pay', { terminalId: 't-1', amount: 100, receipt: false }, { currency: 'USD' });
  for (let passed = 0; passed < 6; passed += 1) await clock.advance(60_000);
  expect(operations.list()[0]?.phase).toBe('unknown');
  operations.dispose();
});

it('operations that were disposed of send nothing: a press would not be followed', async () => {
  let sent = 0;
  const client = createPaymentsClient({
    baseUrl: 'https://service.test',
    fetcher: () => Promise.resolve(Response.json({ msgIdentifier: `m-${(sent += 1)}` })),
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal() });
  operations.dispose();
  const press = operations.start('pay', { terminalId: 't-1', amount: 100, receipt: false });
  expect(await press).toMatchObject({ started: false, refusal: { code: 'unreachable' } });
  expect([sent, operations.list()]).toEqual([0, []]);
});

it("operations that keep a journal are not made of a gateway's client: the gateway keeps the record", () => {
  const client = createGatewayClient({ baseUrl: 'https://shop.test/api' });
  const make = () => createTerminalOperations({ client, journal: createMemoryJournal() });
  expect(make).toThrow(expect.objectContaining({ code: 'configuration', field: 'client' }));
});

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', '/api'],
  ['the options of a client', { baseUrl: '/api' }],
])('operations of %s in the place of a client are not made, and the option is named', (_, client) => {
  const wrong = client as unknown as PaymentsClient;
  const named = expect.objectContaining({
    code: 'configuration',
    field: 'client',
    shortMessage: expect.stringContaining('createPaymentsClient()'),
  });
  expect(() => getTerminalOperations(wrong)).toThrow(named);
  expect(() => createTerminalOperations({ client: wrong, journal: createMemoryJournal() })).toThrow(named);
});

it('an operator’s number is a scope as its text is', () => {
  const client = createPaymentsClient({ baseUrl: 'https://service.test' });
  const scopeOf = (scopeKey: string) =>
    createTerminalOperations({ client, journal: createMemoryJournal(), scopeKey }).scope;
  expect(scopeOf(7 as unknown as string)).toBe(scopeOf('7'));
});

it.each([
  ['maxWaitMs', { maxWaitMs: Number.NaN }],
  ['maxWaitMs', { maxWaitMs: 0 }],
  ['duplicateGuard.doubtMs', { duplicateGuard: { doubtMs: Number.NaN } }],
  ['duplicateGuard.sameOrderMs', { duplicateGuard: { sameOrderMs: -1 } }],
])(
  'a wrong %s is named at once: with it a payment would not be guarded, or not be waited for',
  (field, wrong) => {
    const client = createPaymentsClient({ baseUrl: 'https://shop.test/api' });
    const make = () => createTerminalOperations({ client, journal: createMemoryJournal(), ...wrong });
    expect(make).toThrow(expect.objectContaining({ code: 'configuration', field }));
  },
);
