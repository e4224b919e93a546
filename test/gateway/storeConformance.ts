import { describe, expect, test } from 'vitest';
import type { VirtualClock } from '../../src/core/time.ts';
import { defineService } from '../../src/core/wire/defineService.ts';
import { createGateway } from '../../src/gateway/createGateway.ts';
import type { GatewayStore } from '../../src/gateway/gatewayStore.ts';
import { createSandbox } from '../../src/sandbox/createSandbox.ts';
import { operationId, sale, saleBody } from './gatewayTill.ts';
import { approved, entryOf, heldOf } from './storeEntries.ts';

/** A store with data of its own, until the test ends. */
export interface StoreHarness {
  store: GatewayStore;
  clock: VirtualClock;
  /** What a gateway sees that comes after this store, or works beside it. */
  another: (options?: { keepMs?: number }) => Promise<GatewayStore>;
  letTimePass: (ms: number) => Promise<void>;
  /** All that is kept, as text. */
  kept: () => Promise<string>;
}

export type CreateHarness = (options?: { keepMs?: number | undefined }) => Promise<StoreHarness>;

/** What every store promises. */
export function testOperations(create: CreateHarness): void {
  describe('operation ids', () => {
    test('are claimed by one of a hundred at once; the others learn who holds it', async () => {
      const { store } = await create();
      const entries = Array.from({ length: 100 }, (_, number) => entryOf(1, { subject: `${number}` }));
      const held = await Promise.all(entries.map((entry) => store.claim(entry)));
      const winners = entries.filter((_, index) => held[index] === undefined);
      expect(winners).toHaveLength(1);
      expect(held.filter((holder) => holder !== undefined)).toEqual(
        Array.from({ length: 99 }, () => ({ ...winners[0], ageMs: 0 })),
      );
      expect(await store.find(operationId(1))).toEqual({ ...winners[0], ageMs: 0 });
    });

    test('do not get in each other’s way', async () => {
      const { store } = await create();
      const numbers = Array.from({ length: 50 }, (_, number) => number);
      const held = await Promise.all(numbers.map((number) => store.claim(entryOf(number))));
      expect(held.every((holder) => holder === undefined)).toBe(true);
      for (const number of numbers) expect(await store.find(operationId(number))).toEqual(heldOf(number));
      expect(await store.find(operationId(50))).toBeUndefined();
    });

    test('are known to another instance, with their answers', async () => {
      const harness = await create();
      await harness.store.claim(entryOf(1));
      await harness.store.claim(entryOf(2));
      await harness.store.answer(operationId(1), approved);
      await harness.store.claim({ id: operationId(3), state: 'closed', subject: 's', answerWithinMs: 0 });
      const another = await harness.another();
      expect(await another.find(operationId(1))).toEqual(heldOf(1, { answer: approved }));
      expect(await another.claim(entryOf(1))).toEqual(heldOf(1, { answer: approved }));
      expect(await another.claim(entryOf(2, { subject: 'other' }))).toEqual(heldOf(2));
      expect(await another.claim(entryOf(3))).toMatchObject({ state: 'closed' });
      await another.answer(operationId(2), { ...approved, isNotSent: true, isOwn: true });
      expect((await another.find(operationId(2)))?.answer).toEqual({
        ...approved,
        isNotSent: true,
        isOwn: true,
      });
    });

    test('keep every character of an answer', async () => {
      const harness = await create();
      const body = 'a "quoted"\n\r\t\u0000\u2028 line, \\ ü 漢 😀 {"claimed":1}\n';
      await harness.store.claim(entryOf(1));
      await harness.store.answer(operationId(1), { status: 500, body });
      expect((await (await harness.another()).find(operationId(1)))?.answer).toEqual({ status: 500, body });
    });

    test('are not given away by what was handed out', async () => {
      const { store } = await create();
      const entry = entryOf(1);
      await store.claim(entry);
      entry.subject = 'changed';
      const found = await store.find(operationId(1));
      if (found) found.state = 'closed';
      const holder = await store.claim(entryOf(1));
      if (holder) holder.subject = 'changed';
      expect(await store.find(operationId(1))).toEqual(heldOf(1));
    });

    test('say how long ago they were claimed, by the store’s clock, answered or not', async () => {
      const harness = await create();
      await harness.store.claim(entryOf(1));
      await harness.letTimePass(40_000);
      await harness.store.answer(operationId(1), approved);
      await harness.letTimePass(2_000);
      expect(await harness.store.claim(entryOf(1))).toMatchObject({ ageMs: 42_000 });
      expect(await (await harness.another()).find(operationId(1))).toMatchObject({ ageMs: 42_000 });
    });

    test('take no answer that nobody claimed', async () => {
      const { store } = await create();
      await expect(store.answer(operationId(1), approved)).rejects.toMatchObject({ code: 'storage' });
      expect(await store.find(operationId(1))).toBeUndefined();
    });

    test('are forgotten after keepMs, answered or not, and no sooner', async () => {
      const harness = await create({ keepMs: 60_000 });
      await harness.store.claim(entryOf(1));
      await harness.letTimePass(30_000);
      await harness.store.claim(entryOf(2));
      await harness.store.answer(operationId(1), approved);
      await harness.letTimePass(29_000);
      expect(await harness.store.find(operationId(1))).toBeDefined();
      await harness.letTimePass(1500);
      expect(await harness.store.find(operationId(1))).toBeUndefined();
      const another = await harness.another();
      expect(await another.claim(entryOf(1, { subject: 'next' }))).toBeUndefined();
      expect(await another.find(operationId(2))).toEqual(heldOf(2, { ageMs: 30_500 }));
    });
  });

  describe('for how long nothing was forgotten', () => {
    test('grows from 0 up to keepMs', async () => {
      const { store, letTimePass } = await create({ keepMs: 60_000 });
      expect(await store.knownForMs()).toBe(0);
      await letTimePass(20_000);
      expect(await store.knownForMs()).toBe(20_000);
      await letTimePass(50_000);
      expect(await store.knownForMs()).toBe(60_000);
    });

    test('is counted from the first claim at the latest', async () => {
      const { store, letTimePass } = await create();
      await store.claim(entryOf(1));
      await letTimePass(5000);
      expect(await store.knownForMs()).toBe(5000);
    });
  });

  test('of a payment nothing is kept but hashes and what the service answered', async () => {
    const { store, kept, clock } = await create();
    const sandbox = createSandbox({ clock, latencyMs: 0 });
    const gateway = createGateway({
      baseUrl: sandbox.baseUrl,
      headers: { authorization: 'sandbox' },
      authorize: () => ({ subject: 'anna@shop.example' }),
      allowedOrigins: ['https://till.example'],
      service: defineService({ operationIdHeader: 'x-operation-id' }),
      fetcher: sandbox.fetch,
      store,
      clock,
    });
    const receipt = { receipt: true, email: 'buyer@home.example', phone: '+15550100200' };
    const answer = await gateway.fetch(sale(operationId(7), { ...saleBody, ...receipt }));
    expect(answer.status).toBe(200);
    const text = await kept();
    expect(text).toContain(operationId(7));
    expect(text).not.toMatch(/buyer|home\.example|5550100200|anna|shop\.example|authorization|1250/);
  });
}
