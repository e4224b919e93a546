import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHostCallback } from '../../../src/core/errors.ts';
import {
  createPaymentsClient,
  createVirtualClock,
  getTerminalOperations,
} from '../../../src/exports/core.ts';
import { createSandboxPayments } from '../../../src/exports/sandbox.ts';
import { allowConsole } from '../../console.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'reportError'));

const till = () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  return { ...createSandboxPayments({ clock, latencyMs: 50 }), clock };
};

describe('the operations of a client', () => {
  it('are the same for every caller, and others for another operator or client', () => {
    const { client } = till();
    const first = getTerminalOperations(client);
    const ann = getTerminalOperations(client, { scopeKey: 'ann' });
    expect(getTerminalOperations(client)).toBe(first);
    expect(getTerminalOperations(client, { scopeKey: '' })).toBe(first);
    expect(getTerminalOperations(client, { scopeKey: 'ann' })).toBe(ann);
    expect(getTerminalOperations(till().client)).not.toBe(first);
    expect([first.scope, ann === first]).toEqual([undefined, false]);
    expect(ann.scope).toMatch(/^[a-z\d]+$/);
    expect(ann.scope).not.toBe(getTerminalOperations(client, { scopeKey: 'ben' }).scope);
  });

  it('are its own on a server, whatever options another client there has', () => {
    const { client } = till();
    const same = createPaymentsClient({ ...client.options });
    expect(getTerminalOperations(same).ready).not.toBe(getTerminalOperations(client).ready);
    expect(getTerminalOperations(same)).toBe(getTerminalOperations(same));
  });

  it("are recorded where they outlive the page, on the client's clock", async () => {
    const { client, clock, sandbox } = till();
    const operations = getTerminalOperations(client);
    expect([operations.isDurable, operations.clock]).toEqual([true, clock]);
    await operations.start('pay', { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false });
    await clock.advance(20_000);
    expect(operations.list()).toMatchObject([{ phase: 'complete', createdAt: Date.UTC(2026, 0, 15) }]);
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    expect(databases).toContain('tillkit');
  });
});

describe("what a host's code throws", () => {
  it('is reported, at once or later', async () => {
    const reported: unknown[] = [];
    globalThis.reportError = (error) => reported.push(error);
    runHostCallback(() => {
      throw new Error('at once');
    });
    runHostCallback(() => Promise.reject(new Error('later')));
    runHostCallback(() => Promise.resolve());
    runHostCallback(() => undefined);
    await Promise.resolve();
    expect(reported).toEqual([new Error('at once'), new Error('later')]);
  });

  it('goes to the console where nothing can be reported', () => {
    allowConsole(/Error: host/);
    expect(() =>
      runHostCallback(() => {
        throw new Error('host');
      }),
    ).not.toThrow();
  });
});
