import { expect, test } from 'vitest';
import { createBrowser, minute, mirrorTill } from './mirrorTill.ts';

/** Each till is a merchant of its own. */
const gateway = {
  authorize: ({ headers }: Request) => {
    const merchant = headers.get('x-till') ?? '';
    return { subject: merchant, account: merchant, actor: merchant };
  },
};

test('a sale whose answer was lost is not called unsent because another merchant signs in', async () => {
  const { open, pass, ways, payments } = await mirrorTill({ gateway });
  open({ till: 'kiosk', browser: createBrowser() });
  await pass(5 * minute);
  for (const news of ['stream', 'list'] as const) ways.bend(news, 'the request is lost', Infinity);
  const before = open({ till: 'bar' });
  await pass(1000);
  ways.bend('POST', 'no answer ever comes');
  void before.pay();
  await pass(500);
  before.crash();
  const { operations } = open({ till: 'kiosk' });
  await pass(3 * minute);
  expect(payments()).toHaveLength(1);
  expect(operations.list()).toMatchObject([{ phase: 'unknown', reason: 'reloaded' }]);
  before.close();
  // Who sent it hears how it ended.
  const again = open({ till: 'bar' });
  ways.mend();
  await pass(3 * minute);
  expect(again.only().phase).toBe('complete');
});
