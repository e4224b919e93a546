import { describe, expect, it } from 'vitest';
import { createPaymentsClient } from '../../../src/exports/core.ts';
import { type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { browser, minute } from './browserTabs.ts';

const isAsked = { started: false, refusal: { code: 'needs-confirmation' } };

describe('F61: the same amount after an unknown outcome', () => {
  it('is asked about at another terminal when a wait has ended without a result', async () => {
    const { clock, open, sale, elsewhere } = browser({ scenario: 'stuck-received' });
    const { operations } = open();
    await clock.advance(300);
    void operations.start('pay', sale);
    while (operations.list()[0]?.phase !== 'unknown') await clock.advance(1000);
    expect(operations.list()).toMatchObject([{ reason: 'max-wait' }]);
    await clock.advance(60_000);
    expect(await operations.start('pay', elsewhere)).toMatchObject(isAsked);
    await clock.advance(240_000);
    const later = operations.start('pay', elsewhere);
    await clock.advance(10);
    expect(await later).toMatchObject({ started: true });
  });

  it('is asked about after a reload that found it, however long the page was gone', async () => {
    const { clock, client, open, sale, elsewhere } = browser();
    const never = createPaymentsClient({
      ...client.options,
      requestTimeoutMs: 60 * minute,
      fetcher: () => new Promise(() => undefined),
    });
    const gone = open({}, { client: never });
    await clock.advance(300);
    void gone.operations.start('pay', sale);
    await clock.advance(1000);
    gone.channel.silence();
    gone.operations.dispose();
    await clock.advance(6 * minute);
    const { operations } = open();
    await clock.advance(1000);
    expect(operations.list()).toMatchObject([{ phase: 'unknown', reason: 'reloaded' }]);
    expect(await operations.start('pay', elsewhere)).toMatchObject(isAsked);
  });
});

describe('a page that was thought dead and a person who has judged', () => {
  /** Another tab finds it unknown, a person there says what became of it, and then the answer arrives. */
  const judged = async (kind: 'pay' | 'closeBatch', charged: boolean, options: SandboxOptions = {}) => {
    const { clock, client, sandbox, open, sale } = browser(options);
    let thaw: () => void = () => undefined;
    const thawed = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    const late = createPaymentsClient({
      ...client.options,
      requestTimeoutMs: 60 * minute,
      fetcher: async (request) => {
        const answer = await sandbox.fetch(request);
        await thawed;
        return answer;
      },
    });
    const frozen = open({}, { client: late });
    const { operations } = open();
    await clock.advance(300);
    frozen.channel.silence();
    const { terminalId } = sale;
    void (kind === 'pay'
      ? frozen.operations.start('pay', sale)
      : frozen.operations.start(kind, { terminalId }));
    await clock.advance(500);
    await Promise.all([operations.resume(), clock.advance(500)]);
    const { id, phase, reason } = operations.list()[0]!;
    expect([phase, reason]).toEqual(['unknown', 'reloaded']);
    operations.resolveUnknown(id, { charged, basis: 'receipt' });
    await clock.advance(1000);
    thaw();
    await clock.advance(2 * minute);
    return [frozen.operations.get(id), operations.get(id)];
  };

  it.each<[string, 'pay' | 'closeBatch', boolean, SandboxOptions, string]>([
    ['a batch that was closed is not left as not done', 'closeBatch', false, {}, 'complete'],
    ['a refusal is not left as charged', 'pay', true, { scenario: 'unauthorized' }, 'rejected'],
  ])('rule 6: %s', async (_, kind, charged, options, phase) => {
    for (const operation of await judged(kind, charged, options))
      expect(operation).toMatchObject({ phase, anomalies: ['contradicts-operator'] });
  });

  it('a refusal of what was not charged changes nothing', async () => {
    for (const operation of await judged('pay', false, { scenario: 'unauthorized' }))
      expect(operation).toMatchObject({ phase: 'resolved', anomalies: [] });
  });
});

it('rule 6: an operator who judged another operator’s payment is shown that it was otherwise', async () => {
  const { clock, open, sale } = browser({ scenario: 'late-result' });
  const [ann, ben, eve] = ['ann', 'ben', 'eve'].map((scopeKey) => open({}, { scopeKey }).operations);
  await clock.advance(300);
  void ann!.start('pay', sale);
  await clock.advance(10_000);
  const { id, phase } = ben!.list()[0]!;
  expect(phase).toBe('unknown');
  ann!.dispose(); // went home
  ben!.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
  await clock.advance(100);
  expect(ben!.list({ standing: true })).toEqual([]);
  await clock.advance(2 * minute);
  const shown = { id, phase: 'complete', anomalies: ['contradicts-operator'], amountCents: undefined };
  for (const other of [ben!, eve!]) expect(other.list({ standing: true })).toMatchObject([shown]);
  ben!.acknowledge(id);
  await clock.advance(100);
  expect(eve!.list({ standing: true })).toEqual([]);
});

it('F68: a refund that the service gives a reference of its own is still one of its sale', async () => {
  const { clock, client, sandbox, open, sale, posts } = browser();
  const renaming = createPaymentsClient({
    ...client.options,
    fetcher: async (request) => {
      const answer = await sandbox.fetch(request);
      if (!request.url.endsWith('/refund')) return answer;
      return new Response((await answer.text()).replace('}}', ',"pnRefNum":"REF-77"}}'), answer);
    },
  });
  const { operations } = open({}, { client: renaming });
  await clock.advance(300);
  const { terminalId } = sale;
  void operations.start('pay', sale);
  await clock.advance(20_000);
  const { pnRefNum = '' } = operations.list()[0]!;
  void operations.start('closeBatch', { terminalId });
  await clock.advance(20_000);
  const refund = { terminalId, pnRefNum, amount: 1250 };
  void operations.start('refund', refund);
  await clock.advance(20_000);
  expect(operations.list()[0]).toMatchObject({ kind: 'refund', phase: 'complete', pnRefNum });
  await clock.advance(5 * minute);
  expect(await operations.start('refund', refund)).toMatchObject({ refusal: { code: 'not-allowed' } });
  expect(posts('refund')).toHaveLength(1);
});
