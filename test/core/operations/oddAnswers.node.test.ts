import { describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createTerminalOperations,
  createVirtualClock,
  type Fetcher,
  type Readers,
} from '../../../src/exports/core.ts';
import { errorOf, json, recordingClient } from '../client/recordingClient.ts';
import { sell } from './sell.ts';

const took = () => json({ job: { id: 'm-7' } });
const complete = () => json({ data: { status: 'complete' } });

/** A reader of a host that gives what no reader should. */
const accepted = (read: unknown): Readers => ({ accepted: () => read as never });

describe("what a host's reader makes of the answer to a sale", () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'm-7'],
    ['no message id', { raw: {} }],
    ['an empty message id', { msgIdentifier: '', raw: {} }],
    ['a path for a message id', { msgIdentifier: '..', raw: {} }],
    ['a number that lost digits', { msgIdentifier: 2 ** 60, raw: {} }],
    ['a promise', Promise.resolve({ msgIdentifier: 'm-7', raw: {} })],
  ])('F24: %s is not known: never complete, never failed, and the terminal stays taken', async (_, read) => {
    const { operation, posts, operations } = await sell(took, { readers: accepted(read), poll: complete });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'bad-response' });
    expect(posts).toBe(1);
    expect(await operations.start('pay', { terminalId: 'T1', amount: 1, receipt: false })).toMatchObject({
      refusal: { code: 'terminal-busy' },
    });
  });

  it('F28: a message id that is an exact number is asked about', async () => {
    const readers = accepted({ msgIdentifier: 77, pnRefNum: 1234, raw: {} });
    const { operation } = await sell(took, { readers, poll: complete });
    expect(operation).toMatchObject({ phase: 'complete', msgIdentifier: '77', pnRefNum: '1234' });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no message id', { raw: {} }],
    ['a path for a message id', { msgIdentifier: '..', raw: {} }],
  ])('F11: %s closes a batch all the same: its status was enough', async (_, read) => {
    const clock = createVirtualClock(0);
    const { client } = recordingClient(took, { clock, readers: accepted(read) });
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    void operations.start('closeBatch', { terminalId: 'T1' });
    await clock.advance(1000);
    operations.dispose();
    expect(operations.list()[0]?.phase).toBe('complete');
    expect(operations.list()[0]?.msgIdentifier).toBeUndefined();
  });
});

describe('what is no answer', () => {
  it.each<[string, unknown]>([
    ['a number', 200],
    ['an object with a status', { status: 400 }],
    ['what another library gives', { status: 400, ok: false, headers: { server: 'x' }, data: {} }],
  ])('F21: %s leaves a sale unknown, and throws nothing but PaymentsError', async (_, answer) => {
    const fetcher: Fetcher = async () => answer as Response;
    const { operation } = await sell(took, { fetcher });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    const { client } = recordingClient(took, { fetcher });
    expect(await errorOf(client.listTerminals())).toMatchObject({ code: 'unanswered', isRetryable: true });
  });

  it.each<[string, () => Response]>([
    ['an error without a status', () => Response.error()],
    ['a body that somebody else has read', () => lockedBody()],
  ])('F21: %s leaves a sale unknown', async (_, answer) => {
    const { operation, posts } = await sell(answer);
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'bad-response' });
    expect(posts).toBe(1);
  });

  it('F36: a body that never ends is given up after the time limit, and the sale is unknown', async () => {
    const { operation } = await sell(() => new Response(new ReadableStream()), { waitMs: 31_000 });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'no-response' });
  });

  it('F8: a refusal whose body never ends is not believed', async () => {
    const { operation } = await sell(() => new Response(new ReadableStream(), { status: 400 }), {
      waitMs: 31_000,
    });
    expect(operation).toMatchObject({ phase: 'unknown', reason: 'no-response' });
  });
});

function lockedBody(): Response {
  const response = json({ data: { msgIdentifier: 'm' } });
  response.body?.getReader();
  return response;
}
