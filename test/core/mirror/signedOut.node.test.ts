import { describe, expect, test } from 'vitest';
import { createPages } from '../../gateway/gatewayPages.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const redirected = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });

/** What hosts answer in the gateway's place once a session has expired. */
const signIns: [string, () => Response][] = [
  ['401', () => new Response('Unauthorized', { status: 401 })],
  ['419', () => new Response('<html>Page expired', { status: 419, headers: html })],
  ['200 and a web page', () => new Response('<html>Sign in', { headers: html })],
  [
    'a redirect, as Node shows it',
    () => new Response(null, { status: 302, headers: { location: '/sign-in' } }),
  ],
  ['a redirect, as a browser shows it', redirected],
];

describe.each(signIns)('where the host of a signed-out till answers %s', (_, answer) => {
  async function signedOutTill() {
    const made = await createPages();
    const page = made.open();
    await made.pass(3000);
    const host = { isSignedOut: true };
    page.answer(/./, () => (host.isSignedOut ? answer() : undefined));
    return { ...made, page, host };
  }

  test('a press that the host took is unknown, says that a sign-in is needed, and is found out after one', async () => {
    const { page, pass, host, posted } = await signedOutTill();
    await page.pay();
    await pass(20_000);
    const error = { code: 'unauthorized' };
    expect(page.only()).toMatchObject({ phase: 'unknown', reason: 'bad-response', error });
    expect(page.only().connection).toBe('needs-auth');
    host.isSignedOut = false;
    await pass(60_000);
    expect(page.only()).toMatchObject({ phase: 'rejected', connection: 'ok' });
    expect(posted).toEqual([]);
  });

  test('a press of a page that knows it is not sent, and holds up no terminal', async () => {
    const { page, pass, host, posted } = await signedOutTill();
    page.hide(true);
    page.wake();
    await pass(5000);
    await page.pay();
    await pass(1000);
    const error = { code: 'unauthorized', status: 401, operationState: 'not-seen' };
    expect(page.only()).toMatchObject({ phase: 'rejected', error });
    await page.pay();
    await pass(1000);
    expect(page.operations.list().map(({ phase }) => phase)).toEqual(['rejected', 'rejected']);
    expect(page.asked).not.toContain('POST pay');
    host.isSignedOut = false;
    await page.pay();
    await pass(1000);
    expect(page.only().phase).toBe('waiting');
    expect(posted).toHaveLength(1);
  });

  test('a list says that it needs a sign-in', async () => {
    const { page } = await signedOutTill();
    for (const read of [
      page.client.listTerminals(),
      page.client.listOperations(),
      page.client.exportOperations({ timeZone: 'UTC' }),
    ])
      await expect(read).rejects.toMatchObject({ code: 'unauthorized', serviceMessage: 'Sign in again.' });
  });
});

test.each([403, 419])(
  'where the host refuses with %i what changes something, as without a token, a press says that a sign-in is needed',
  async (status) => {
    const made = await createPages();
    const page = made.open();
    await made.pass(3000);
    page.answer(/POST|DELETE/, () => new Response('Wrong token', { status }));
    await page.pay();
    await made.pass(60_000);
    expect(page.only()).toMatchObject({ phase: 'unknown', reason: 'bad-response', connection: 'needs-auth' });
  },
);

test('where the host forbids the lists of a till with 403, the till sells', async () => {
  const made = await createPages();
  const page = made.open();
  page.answer(/GET operations(\/stream)?$/, () => new Response('Forbidden', { status: 403 }));
  await made.pass(60_000);
  await page.pay();
  await made.pass(1000);
  expect(page.only().phase).toBe('waiting');
});
