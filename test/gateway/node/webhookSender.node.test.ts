import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlain, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer, get, globalAgent } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/core/time.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import {
  isPublicIpAddress,
  webhookSender,
  type WebhookSenderOptions,
} from '../../../src/gateway/node/webhookSender.ts';
import { createOutbox } from '../../../src/gateway/createOutbox.ts';
import type { GatewayEvent } from '../../../src/gateway/webhooks.ts';
import { happens, oldestUndelivered, secret, sold } from '../outbox/outboxTill.ts';

const folder = mkdtempSync(join(tmpdir(), 'tillkit-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
const subject = ['-subj', '/CN=receiver.test', '-addext', 'subjectAltName=DNS:receiver.test,DNS:localhost'];
const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert];
execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
const ca = readFileSync(cert, 'utf8');

/** A receiver on this machine, and how it is reached. */
async function receiver(listener: RequestListener, { isPlain = false } = {}) {
  const heard: { method: string; url: string; headers: Record<string, string>; body: string }[] = [];
  const connections = { count: 0 };
  const listen: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.once('end', () => {
      heard.push({ method, url, headers: headers as Record<string, string>, body });
      listener(request, response);
    });
  };
  const server = isPlain ? createPlain(listen) : createServer({ key: readFileSync(key), cert: ca }, listen);
  server.on('connection', () => {
    connections.count += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const looked: string[] = [];
  const lookup: LookupFunction = (hostname, _options, callback) => {
    looked.push(hostname);
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  const send = (
    options: WebhookSenderOptions = { allowedHosts: ['receiver.test'] },
    { url = `https://receiver.test:${port}/hook?shop=1`, signal = new AbortController().signal } = {},
  ) =>
    webhookSender({ ca, lookup, ...options })({
      url,
      headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
      body: '{"name":"Käse"}',
      signal,
    });
  return { heard, looked, connections, port, send };
}

const answers =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end('{}');
  };

test.each([200, 204, 302, 410, 500])(
  'posts the body with its headers, and gives status %i',
  async (status) => {
    const { heard, send } = await receiver(answers(status, { location: 'https://receiver.test/elsewhere' }));
    expect(await send()).toBe(status);
    const headers = expect.objectContaining({ 'webhook-id': 'evt_1', 'content-length': '16' });
    expect(heard).toEqual([{ method: 'POST', url: '/hook?shop=1', headers, body: '{"name":"Käse"}' }]);
  },
);

test('does not wait for an answer that has no end', async () => {
  const { send } = await receiver((_request, response) => {
    response.writeHead(202);
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
    response.once('close', () => clearInterval(timer));
  });
  expect(await send()).toBe(202);
});

test.each([
  [10, 202],
  [11, 'Too many interim answers.'],
])('after %i interim answers, as 102 or 103, what counts is %j', async (count, outcome) => {
  const { send } = await receiver((_request, response) => {
    for (let at = 0; at < count; at += 1) response.writeProcessing();
    response.writeHead(202).end();
  });
  expect(await send().catch(({ message }: Error) => message)).toBe(outcome);
});

test('gives up when it is told to', async () => {
  const reached = { open: () => undefined as void };
  const arrived = new Promise<void>((resolve) => {
    reached.open = resolve;
  });
  const { send } = await receiver(() => reached.open());
  const controller = new AbortController();
  const sent = send(undefined, { signal: controller.signal });
  await arrived;
  controller.abort();
  await expect(sent).rejects.toThrow('aborted');
});

test.each<[string, string, RequestListener]>([
  ['breaks off', 'hang up', (request) => request.socket.destroy()],
  ['speaks something else', 'Parse Error', (request) => request.socket.end('220 mail.example ESMTP\r\n')],
])('rejects where the receiver %s', async (_, message, listener) => {
  const { send } = await receiver(listener);
  await expect(send()).rejects.toThrow(message);
});

test('connects to no host whose name resolves into the own network', async () => {
  const { connections, looked, send } = await receiver(answers(200));
  await expect(send({})).rejects.toThrow('receiver.test is not on the public internet');
  expect({ ...connections, looked }).toEqual({ count: 0, looked: ['receiver.test'] });
});

describe('without a lookup of the host', () => {
  /** A DNS server that gives each name one address, or says nothing. */
  async function dnsServer(addressOf: (name: string) => string | undefined) {
    const asked: string[] = [];
    const socket = createSocket('udp4');
    socket.on('message', (question, { port, address }) => {
      const labels = [];
      let at = 12;
      for (let length = question[at]; length; length = question[at]) {
        labels.push(question.toString('latin1', at + 1, at + 1 + length));
        at += 1 + length;
      }
      const name = labels.join('.');
      asked.push(name);
      const found = addressOf(name)?.split('.').map(Number);
      if (!found) return;
      const isV4 = question.readUInt16BE(at + 1) === 1;
      const head = Buffer.from(question.subarray(0, 12));
      head.writeUInt16BE(0x8180, 2);
      head.writeUInt16BE(isV4 ? 1 : 0, 6);
      head.writeUInt16BE(0, 10);
      const record = isV4 ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, ...found]) : Buffer.alloc(0);
      socket.send(Buffer.concat([head, question.subarray(12, at + 5), record]), port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const before = dns.getServers();
    dns.setServers([`127.0.0.1:${socket.address().port}`]);
    onTestFinished(() => {
      dns.setServers(before);
      socket.close();
    });
    return asked;
  }
  const sendTo = (host: string, options: WebhookSenderOptions = {}, signal = new AbortController().signal) =>
    webhookSender(options)({ url: `https://${host}/hook`, headers: {}, body: '{}', signal });

  test('the DNS servers are asked, in no thread in which the name of the service waits', async () => {
    const asked = await dnsServer((name) => (name === 'inner.test' ? '10.0.0.1' : undefined));
    const controller = new AbortController();
    const silent = Array.from({ length: 4 }, () => sendTo('silent.test', {}, controller.signal));
    await expect(sendTo('inner.test')).rejects.toThrow('inner.test is not on the public internet');
    expect(asked).toEqual(expect.arrayContaining(['silent.test', 'inner.test']));
    controller.abort();
    for (const sent of silent) await expect(sent).rejects.toThrow('aborted');
  });

  test('an allowed host is looked up as this machine does', async () => {
    const asked = await dnsServer(() => '10.0.0.1');
    await expect(sendTo('localhost:1', { allowedHosts: ['localhost'] })).rejects.toThrow('ECONNREFUSED');
    expect(asked).toEqual([]);
  });
});

test.each(['first', 'last'])('one private address is enough, the %s too', async (place) => {
  const { connections, send } = await receiver(answers(200));
  const found = [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const lookup: LookupFunction = (_hostname, _options, callback) =>
    callback(null, place === 'last' ? found : found.toReversed());
  await expect(send({ lookup })).rejects.toThrow('not on the public internet');
  expect(connections.count).toBe(0);
});

test('a connection that other code left open is not used', async () => {
  const { heard, port, send } = await receiver(answers(200));
  const lookup: LookupFunction = (_hostname, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const own = get({ host: 'receiver.test', port, lookup, ca, rejectUnauthorized: true });
  const [answer] = (await once(own, 'response')) as [IncomingMessage];
  answer.resume();
  await vi.waitFor(() => expect(Object.keys(globalAgent.freeSockets)).toHaveLength(1), 20_000);
  await expect(send({})).rejects.toThrow('not on the public internet');
  expect(heard).toHaveLength(1);
  globalAgent.destroy();
});

test('asks for a name once, so that it cannot become another between check and use', async () => {
  const { looked, heard, send } = await receiver(answers(200));
  await send();
  expect([looked, heard.length]).toEqual([['receiver.test'], 1]);
});

test.each(['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '169.254.169.254'])(
  'connects to no private address that is written out, as %s',
  async (host) => {
    const { connections, looked, port, send } = await receiver(answers(200));
    await expect(send({}, { url: `https://${host}:${port}/` })).rejects.toThrow('not on the public');
    expect([connections.count, looked]).toEqual([0, []]);
  },
);

test('plain http is for hosts that are allowed', async () => {
  const { connections, port, send } = await receiver(answers(200), { isPlain: true });
  const url = `http://localhost:${port}/`;
  const message = expect.stringContaining('must begin with https://');
  await expect(send({}, { url })).rejects.toMatchObject({ field: 'webhooks.url', message });
  expect(connections.count).toBe(0);
  expect(await send({ allowedHosts: ['localhost'] }, { url })).toBe(200);
});

test('a receiver must prove its name', async () => {
  const { heard, send, port } = await receiver(answers(200));
  await expect(send({ allowedHosts: ['receiver.test'], ca: undefined })).rejects.toThrow(/self.signed/);
  const url = `https://other.test:${port}/`;
  await expect(send({ allowedHosts: ['other.test'] }, { url })).rejects.toThrow(/altnames/);
  expect(heard).toEqual([]);
});

test.each(['receiver.test:8443', 'https://receiver.test', 'receiver.test/x', 'a@receiver.test', ''])(
  '"%s" is not the name of a host',
  (host) => {
    const create = () => webhookSender({ allowedHosts: [host] });
    expect(create).toThrow(expect.objectContaining({ code: 'configuration', field: 'allowedHosts' }));
  },
);

test('one host in the place of a list is named', () => {
  const create = () => webhookSender({ allowedHosts: 'erp.internal' as never });
  expect(create).toThrow(expect.objectContaining({ code: 'configuration', field: 'allowedHosts' }));
});

test.each([
  ['0.0.0.0', '10.255.0.1', '100.64.0.1', '100.100.100.200', '127.8.9.1', '168.63.129.16', '169.254.169.254'],
  [
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ['::', '::1', '::7f00:1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '100::1'],
  ['::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:169.254.169.254', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe'],
  ['2002:7f00:1::', '2002:a00:1::1', '2001::1', '2001:db8::1', '64:ff9b:1::1', 'receiver.test', ''],
])('are not public: %s, %s, %s, %s, …', (...addresses) => {
  expect(addresses.filter(isPublicIpAddress)).toEqual([]);
});

test('are public', () => {
  const addresses = [
    '93.184.215.14',
    '100.63.0.1',
    '100.128.0.1',
    '172.32.0.1',
    '223.255.255.255',
    '11.0.0.1',
  ];
  const newer = [
    '2606:4700::6810:84e5',
    '2a00:1450:4001:80b::200e',
    '64:ff9b::5db8:d70e',
    '::ffff:93.184.215.14',
  ];
  expect([...addresses, ...newer].filter((address) => !isPublicIpAddress(address))).toEqual([]);
});

test('an event reaches its receiver, who verifies it', async () => {
  const { heard, port } = await receiver(answers(204));
  const store = createMemoryStore();
  const lookup: LookupFunction = (_hostname, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const outbox = createOutbox({
    store,
    clock: systemClock,
    webhooks: [{ url: `https://receiver.test:${port}/hook`, secrets: [secret] }],
    sendWebhook: webhookSender({ allowedHosts: ['receiver.test'], ca, lookup }),
    report: ({ message }) => expect.unreachable(message),
  });
  await happens(store, '1', sold);
  outbox.start();
  await vi.waitFor(async () => expect(await oldestUndelivered(store)).toBeUndefined(), 20_000);
  await outbox.stop();
  const events = heard.map(({ body, headers }) => new Verifier(secret).verify(body, headers) as GatewayEvent);
  expect(events.map(({ type }) => type)).toEqual(sold.map((phase) => `operation.${phase}`));
});
