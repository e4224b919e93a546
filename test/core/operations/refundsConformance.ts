import { expect, test } from 'vitest';
import type { StartOptions } from '../../../src/exports/core.ts';
import type { ConformingTill } from './conformingTill.ts';

/** What a hook may rely on when a refund repeats the amount of the last one, whichever engine runs the operations. */
export function describeRepeatedRefunds(createTill: () => Promise<ConformingTill>) {
  /** The till, after a sale of each provider with the reference `P-1`, and a refund of the first one. */
  const refunded = async () => {
    const till = await createTill();
    const { operations } = await till.open();
    const sales = ['north', 'south'];
    for (const [index, provider] of sales.entries()) {
      const message = `M-${index + 1}`;
      till.say(message, { status: 'processing', pnRefNum: 'P-1' });
      await operations.start('pay', { terminalId: 'T1', amount: 1250, receipt: false, provider }, usd);
      await till.pass(1000);
      till.say(message, { status: 'complete', amount: 1250 });
      await till.pass(10_000);
      operations.acknowledge(operations.list()[0]!.id);
      await till.pass(1000);
    }
    const refund = (provider: string, options: StartOptions = {}) =>
      operations.start(
        'refund',
        { terminalId: 'T1', pnRefNum: 'P-1', amount: 400, provider },
        { ...usd, ...options },
      );
    await refund('north');
    await till.pass(1000);
    till.say('M-3', { status: 'complete', amount: 400 });
    await till.pass(10_000);
    expect(operations.list()[0]).toMatchObject({ kind: 'refund', phase: 'complete' });
    return { ...till, refund };
  };

  test('a refund that repeats the amount of another provider’s payment with the same reference is not asked about', async () => {
    const { refund, sent, pass } = await refunded();
    expect(await refund('south')).toMatchObject({ started: true });
    await pass(1000);
    expect(sent()).toHaveLength(4);
  });

  test('F61: a refund that repeats the last one is asked about first', async () => {
    const { refund, sent, pass } = await refunded();
    const asked = await refund('north');
    expect(asked).toMatchObject({ started: false, refusal: { code: 'needs-confirmation' } });
    const confirmed = asked.started ? undefined : asked.refusal.confirmation;
    expect(await refund('north', { confirmed })).toMatchObject({ started: true });
    await pass(1000);
    expect(sent()).toHaveLength(4);
  });
}

const usd = { currency: 'USD' };
