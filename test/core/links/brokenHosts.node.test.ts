import { createLinkCreation, createPaymentsClient, type PaymentsClientOptions } from 'tillkit/core';
import { afterEach, describe, expect, it } from 'vitest';
import { json, recordingClient } from '../client/recordingClient.ts';

const reported: unknown[] = [];
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'reportError');
  reported.length = 0;
});

describe("a host's listener that throws", () => {
  it('F54: neither keeps a link from being made, nor has it sent again', async () => {
    globalThis.reportError = (error) => reported.push(error);
    const { client, sent } = recordingClient(() => json({ id: 'L1', amount: 100 }));
    const creation = createLinkCreation(client, { now: () => 0 });
    const phases: string[] = [];
    creation.subscribe(() => {
      throw new Error('host');
    });
    creation.subscribe(() => phases.push(creation.getSnapshot().phase));
    expect(await creation.create({ amount: 100 })).toMatchObject({ phase: 'created', link: { id: 'L1' } });
    expect(phases).toEqual(['sending', 'created']);
    expect(reported).toHaveLength(2);
    expect(sent).toHaveLength(1);
  });
});

describe('a press without a request', () => {
  it('is refused, and the next one is sent', async () => {
    const { client, sent } = recordingClient(() => json({ id: 'L1', amount: 100 }));
    const creation = createLinkCreation(client, { now: () => 0 });
    expect(await creation.create(undefined as never)).toMatchObject({
      phase: 'rejected',
      error: { code: 'invalid-input' },
    });
    expect(await creation.create({ amount: 100 })).toMatchObject({ phase: 'created' });
    expect(sent).toHaveLength(1);
  });
});

describe('F12: behind a gateway an empty answer', () => {
  const create = async (answer: () => Response, options: Partial<PaymentsClientOptions> = {}) => {
    const { client } = recordingClient(answer, { gateway: true, ...options });
    const creation = createLinkCreation(client, { now: () => 0 });
    return creation.create({ amount: 100 });
  };
  const of = (headers: Record<string, string>) => () => new Response('', { headers });

  it('of the gateway tells that a link was made', async () => {
    expect(await create(of({ 'x-operation-state': 'accepted' }))).toMatchObject({
      phase: 'created-unconfirmed',
    });
  });

  it("of something before it, a hotel's login page say, tells nothing", async () => {
    expect(await create(of({}))).toMatchObject({ phase: 'unknown', error: { code: 'contract' } });
    expect(await create(of({ 'x-operation-state': 'sent' }))).toMatchObject({ phase: 'unknown' });
  });

  it('is taken at its word where there is no gateway', async () => {
    expect(await create(of({}), { gateway: undefined })).toMatchObject({ phase: 'created-unconfirmed' });
  });
});

describe('a client of the host', () => {
  it('F21: that throws what it likes leaves a link unknown, and it is not sent again', async () => {
    const { options } = createPaymentsClient({ baseUrl: 'https://pay.test' });
    let calls = 0;
    const creation = createLinkCreation(
      {
        options,
        createPaymentLink: () => {
          calls += 1;
          throw new RangeError('odd');
        },
        listPaymentLinks: () => Promise.reject(new Error('odd')),
      },
      { now: () => 0 },
    );
    expect(await creation.create({ amount: 100 })).toMatchObject({
      phase: 'unknown',
      error: { code: 'unanswered', cause: new RangeError('odd') },
    });
    expect(await creation.look()).toEqual({ status: 'not-read' });
    expect(calls).toBe(1);
  });
});
