import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/core/wire/routes.ts';
import { fuzz } from './fuzz.ts';
import { saleBody } from './gatewayTill.ts';
import { expectContract, freshId, mountGateway, type MountedGateway } from './securityTill.ts';

const till = 'https://till.example';
let mounted: MountedGateway;
beforeAll(async () => {
  mounted = await mountGateway({ allowedOrigins: [till], polls: { minGapMs: 1 } });
});
afterAll(() => mounted.close());

const rows = Object.values(routes).map(({ method, path }) => ({
  method: method as string,
  target: String(path).replace('{messageId}', 'M-1'),
}));
const tricks = [
  '/..',
  '/.',
  '%2e%2e/',
  '//',
  '/',
  ';',
  '%00',
  '%2f',
  '\\',
  '?',
  '#',
  '@',
  ' ',
  '\t',
  'é',
  'x',
  '..',
];
const row = fc.constantFrom(...rows);
const call = fc.oneof(
  { weight: 4, arbitrary: row },
  fc.tuple(row, fc.constantFrom(...tricks), fc.nat(12)).map(([{ method, target }, trick, at]) => ({
    method,
    target: target.slice(0, at) + trick + target.slice(at),
  })),
  fc
    .tuple(row, fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'post'))
    .map(([{ target }, method]) => ({ method, target })),
  fc.string({ maxLength: 20 }).map((text) => ({ method: 'POST', target: `/${text}` })),
);
/** Mostly as a till sends it. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
const headers = fc.record({
  origin: mostly(till, 'null', '', `${till}.evil`),
  'content-type': mostly(
    'application/json',
    'text/plain',
    'application/JSON; a=b',
    'multipart/form-data; boundary=b',
  ),
  'x-operation-id': mostly('fresh', '', 'short'),
  authorization: fc.constantFrom('Bearer ann', 'Basic x'),
  cookie: fc.string({ maxLength: 8 }).map((text) => encodeURIComponent(text)),
  'x-http-method-override': mostly<string | undefined>(undefined, 'POST'),
  'transfer-encoding': mostly<string | undefined>(undefined, 'chunked', 'identity', 'gzip, chunked'),
  host: mostly('till.example', 'evil.example', 'a/pay?', ''),
  'x-a': mostly<string | undefined>(undefined, '1\r\nkey-hash: forged', '1\n', '1\r', '\0', '1\r\n'),
});
type ValueOf<Cases> = Cases extends fc.Arbitrary<infer Value> ? Value : never;
interface Case {
  asked: { method: string; target: string };
  given: ValueOf<typeof headers>;
  payload: string;
}

const field = fc.constantFrom(
  '__proto__',
  'constructor',
  'isAdmin',
  'email',
  'provider',
  'amount',
  'receipt',
);
const body = fc.oneof(
  { weight: 4, arbitrary: fc.constant(JSON.stringify(saleBody)) },
  fc
    .tuple(field, fc.jsonValue({ maxDepth: 3 }))
    .map(([name, value]) => JSON.stringify(saleBody).replace('{', `{"${name}":${JSON.stringify(value)},`)),
  fc.json({ maxDepth: 3 }),
  fc.string({ maxLength: 30 }),
);

test(
  'whatever is sent: the service gets requests of the contract alone, and the gateway lives on',
  { timeout: 60_000 },
  async () => {
    let reached = 0;
    const runOne = async ({ asked: { method, target }, given, payload }: Case) => {
      mounted.sent.length = 0;
      const id = given['x-operation-id'] === 'fresh' ? freshId() : given['x-operation-id'];
      const { text } = await mounted.ask({
        method,
        target,
        body: payload,
        headers: { ...given, 'x-operation-id': id },
      });
      expect(text).not.toMatch(/sesame|dGlsbDp|9f\+/);
      mounted.sent.forEach(expectContract);
      const [sent] = mounted.sent;
      if (!sent) return;
      reached += 1;
      // Once, and nothing that was not asked for just so.
      expect(mounted.sent).toHaveLength(1);
      expect([sent.method, sent.url.pathname]).toEqual([method, target.trim().split('?')[0]]);
      expect(given.origin).toBe(till);
      if (method === 'GET' || sent.url.pathname === routes.uploadAttachments.path) return;
      expect(given['content-type']).toMatch(/^application\/json/i);
      expect(JSON.parse(payload)).toMatchObject(JSON.parse(sent.body) as object);
    };
    await fuzz(fc.record({ asked: call, given: headers, payload: body }), runOne, {
      runs: 150,
      limitMs: 45_000,
    });
    expect(reached).toBeGreaterThan(0);
    expect((await mounted.ask({ headers: { origin: till } })).status).toBe(200);
  },
);
