import { describe, expect, it } from 'vitest';
import {
  createMemoryPollStore,
  createPaymentsClient,
  createPollBudget,
  defineService,
} from '../../../src/exports/core.ts';
import { json } from '../client/recordingClient.ts';
import { browser } from './browserTabs.ts';

describe('what belongs to another service', () => {
  it('is neither shown nor in the way, though the journal is the same', async () => {
    const { clock, journal, client, open, sale, posts } = browser({ scenario: 'slow' });
    const first = open();
    void first.operations.start('pay', sale);
    await clock.advance(1000);
    const [record] = await journal.list();
    const elsewhere = createPaymentsClient({ ...client.options, baseUrl: 'https://other.test' });
    const other = open({}, { client: elsewhere });
    await clock.advance(1000);
    expect(other.operations.list()).toEqual([]);
    expect(record!.lock).toBe(`${client.origin()} ${sale.terminalId}`);
    expect(posts()).toHaveLength(1);
  });

  it('F57: but what no longer says whose it was is shown', async () => {
    const { clock, journal, open, sale } = browser({ scenario: 'slow' });
    const first = open();
    void first.operations.start('pay', sale);
    await clock.advance(1000);
    first.operations.dispose();
    const [record] = await journal.list();
    await journal.claim({ ...record!, id: 'whose', lock: '', phase: 'unknown', msgIdentifier: undefined });
    const second = open();
    await clock.advance(1000);
    expect(second.operations.get('whose')).toMatchObject({ phase: 'unknown' });
  });
});

describe('two merchants of one service in one browser', () => {
  const accounts = () => {
    const till = browser({ scenario: 'slow' });
    const { client, open } = till;
    const as = (clientId: string, polls?: () => Response) => {
      const own = createPaymentsClient({
        ...client.options,
        clientId,
        pollBudget: createPollBudget({ clock: till.clock }),
        fetcher: async (request) =>
          polls && request.method === 'GET' ? polls() : till.sandbox.fetch(request),
      });
      return open({}, { client: own }).operations;
    };
    return { ...till, as };
  };

  it('neither asks about the other’s sale; it sees that the terminal is taken, and nothing else', async () => {
    const { clock, as, sale } = accounts();
    const bakery = as('bakery');
    const florist = as('florist', () => Response.json({ message: 'No such message.' }, { status: 404 }));
    await clock.advance(300);
    void bakery.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(2000);
    const [shown] = florist.list();
    expect(shown).toMatchObject({ phase: 'waiting', amountCents: undefined, orderNumber: undefined });
    expect([florist.canCheck(shown!.id), florist.checkNow(shown!.id).asked]).toEqual([false, false]);
    expect(shown!.scope).not.toBe(florist.scope);
    expect(await florist.start('pay', { ...sale, amount: 800 })).toMatchObject({
      refusal: { code: 'terminal-busy' },
    });
    const reasons = new Set<string | undefined>();
    bakery.subscribe(() => bakery.list().forEach(({ reason }) => reasons.add(reason)));
    await clock.advance(90_000);
    expect(bakery.list()).toMatchObject([{ phase: 'complete' }]);
    expect([...reasons]).toEqual([undefined]);
    expect(florist.list()).toEqual([]);
    florist.clearEnded();
    await clock.advance(1000);
    expect(bakery.list({ standing: true })).toMatchObject([{ phase: 'complete', amountCents: 1250 }]);
  });

  it('what became of the one’s orders and references is nothing to the other', async () => {
    const { clock, as, sale } = accounts();
    const [bakery, florist] = [as('bakery'), as('florist')];
    await clock.advance(300);
    void bakery.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(90_000);
    const started = florist.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(500);
    expect(await started).toMatchObject({ started: true });
  });

  it('F30: a result is no other merchant’s, though both messages have one id and one budget', async () => {
    const { clock, client, open, sale, elsewhere } = browser();
    const pollStore = createMemoryPollStore();
    const as = (clientId: string, status: string) => {
      const own = createPaymentsClient({
        ...client.options,
        clientId,
        pollBudget: createPollBudget({ clock, store: pollStore }),
        fetcher: async ({ method }) => json({ msgIdentifier: '7', ...(method === 'GET' && { status }) }),
      });
      return open({}, { client: own }).operations;
    };
    const [bakery, florist] = [as('bakery', 'failed'), as('florist', 'complete')];
    await clock.advance(300);
    void bakery.start('pay', sale);
    await clock.advance(500);
    void florist.start('pay', elsewhere);
    await clock.advance(10_000);
    expect(bakery.list()).toMatchObject([{ phase: 'failed' }]);
    expect(florist.list()).toMatchObject([{ phase: 'complete' }]);
  });

  it('F30: a watched message is asked for where the host says, though another merchant has one of its id', async () => {
    const { clock, client, open, sale } = browser();
    const asked: string[] = [];
    const as = (clientId: string) => {
      const own = createPaymentsClient({
        ...client.options,
        clientId,
        service: defineService({ terminalPathPrefix: '/{provider}', providers: ['north', 'south'] }),
        pollBudget: createPollBudget({ clock }),
        fetcher: async ({ method, url }) => {
          if (method === 'GET') asked.push(`${clientId} ${new URL(url).pathname}`);
          return json({ msgIdentifier: '7', ...(method === 'GET' && { status: 'processing' }) });
        },
      });
      return open({}, { client: own }).operations;
    };
    const [bakery, florist] = [as('bakery'), as('florist')];
    await clock.advance(300);
    void bakery.start('pay', { ...sale, provider: 'north' });
    await clock.advance(1000);
    florist.watch('7', { provider: 'south' }).subscribe(() => undefined);
    await clock.advance(3000);
    expect(asked).toContain('florist /south/processed-messages/7');
  });
});
