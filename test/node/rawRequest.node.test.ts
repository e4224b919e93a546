import { describe, expect, test } from 'vitest';
import { readRawRequest, writeRawAnswer } from '../../src/node/listenRaw.ts';

const bytes = (text: string) => Buffer.from(text);
const post = (body: string, length = Buffer.byteLength(body)) =>
  `POST /pay?x=1 HTTP/1.1\r\nHost: localhost\r\nX-Name:  two words \r\nContent-Length: ${length}\r\n\r\n${body}`;

describe('what came over a socket', () => {
  test('is a request once its last byte is there, and not before', () => {
    const whole = bytes(post('{"amount":"€"}'));
    for (let end = 0; end < whole.length; end += 1)
      expect(readRawRequest(whole.subarray(0, end))).toBeUndefined();
    const { request, rest } = readRawRequest(whole)!;
    expect([request.method, request.path, request.body.toString()]).toEqual([
      'POST',
      '/pay?x=1',
      '{"amount":"€"}',
    ]);
    expect([...request.headers]).toEqual([
      ['content-length', '16'],
      ['host', 'localhost'],
      ['x-name', 'two words'],
    ]);
    expect(rest).toHaveLength(0);
  });

  test('may be two requests in one piece: the second is what is left of the first', () => {
    const get = 'GET /terminals HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const first = readRawRequest(bytes(post('one') + get + get))!;
    expect(first.request.body.toString()).toBe('one');
    const second = readRawRequest(first.rest)!;
    expect([second.request.method, second.request.path]).toEqual(['GET', '/terminals']);
    expect(second.request.body).toHaveLength(0);
    expect(second.rest.toString()).toBe(get);
  });

  test('has the body that its length tells, whatever else follows', () => {
    const { request, rest } = readRawRequest(bytes(post('four more', 4)))!;
    expect([request.body.toString(), rest.toString()]).toEqual(['four', ' more']);
  });
});

test('an answer tells the length of its bytes, and keeps the connection', async () => {
  const { head, body } = await writeRawAnswer(
    new Response('grüezi', { status: 201, statusText: 'Made', headers: { 'x-name': 'n' } }),
  );
  expect(head.split('\r\n')).toEqual([
    'HTTP/1.1 201 Made',
    'connection: keep-alive',
    'content-length: 7',
    'content-type: text/plain;charset=UTF-8',
    'x-name: n',
    '',
    '',
  ]);
  expect(body.toString()).toBe('grüezi');
});
