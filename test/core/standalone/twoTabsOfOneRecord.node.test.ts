import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryJournal, createVirtualClock, type PaymentsEvent } from '../../../src/exports/core.ts';
import type { OperationFact } from '../../../src/core/operations/operationFacts.ts';
import { saleRecord } from './rawJournal.ts';
import { createOperationLedger, type OperationLedger } from '../../../src/core/standalone/operationLedger.ts';

const beganAt = Date.UTC(2026, 0, 15, 9, 30);
const sale = saleRecord('sale-1', { lock: 'T1', createdAt: beganAt });

const acts = ['accepted', 'lost', 'stopped', 'complete', 'told', 'noted', 'charged', 'not charged'] as const;
const act = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...acts) },
  { weight: 2, arbitrary: fc.constantFrom('full' as const, 'writable' as const) },
  { weight: 2, arbitrary: fc.record({ waitMs: fc.constantFrom(1, 30, 500, 3000) }) },
  { weight: 1, arbitrary: fc.record({ lateMs: fc.constantFrom(0, 20, 400, 2500) }) },
);
const history = fc.array(fc.record({ tab: fc.nat(1), act }), { minLength: 3, maxLength: 14 });
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** A ledger on the journal of all tabs, which for this tab may be slow or full. */
async function openLedger(journal: ReturnType<typeof createMemoryJournal>, clock = createVirtualClock(0)) {
  const storage = { isFull: false, lateMs: 0 };
  const answer = async <Value>(work: () => Promise<Value>) => {
    if (storage.lateMs > 0) await new Promise<void>((resolve) => clock.setTimeout(resolve, storage.lateMs));
    return work();
  };
  const write = <Value>(work: () => Promise<Value>) =>
    answer(() => (storage.isFull ? Promise.reject(new Error('full')) : work()));
  const own: typeof journal = {
    ...journal,
    update: (...change) => write(() => journal.update(...change)),
    claim: (...claim) => write(() => journal.claim(...claim)),
    get: (id) => answer(() => journal.get(id)),
  };
  const ledger = createOperationLedger({ journal: own, clock, storeOrderNumber: true, lockOf: () => 'T1' });
  const refresh = async () => {
    const record = await own.get(sale.id);
    if (record) ledger.mergeRecord(record);
  };
  journal.subscribe(() => void refresh());
  await refresh();
  return { ledger, storage };
}

const waiting = { ...sale, phase: 'waiting', msgIdentifier: 'm-1', acceptedAt: beganAt } as const;
const message = { msgIdentifier: 'm-1', status: 'complete' } as const;

function factOf(name: (typeof acts)[number], ledger: OperationLedger, at: number): OperationFact {
  const seen = ledger.get(sale.id)!;
  switch (name) {
    case 'accepted':
      return { type: 'accepted', at, msgIdentifier: 'm-1' };
    case 'lost':
      return { type: 'lost', at, reason: 'reloaded' };
    case 'stopped':
      return { type: 'gave-up', at, reason: 'stopped' };
    case 'complete':
      return { type: 'polled', at, message };
    case 'told':
      return { type: 'told', phase: seen.phase };
    case 'noted':
      return { type: 'acknowledged', at, seen };
    case 'charged':
    case 'not charged':
      return { type: 'resolved', at, charged: name === 'charged', basis: 'receipt' };
  }
}

/** A host that takes each event id once, and believes the last outcome that it hears. */
function createHost() {
  const said = new Map<string, unknown>();
  const clashes: unknown[] = [];
  let believes: string | undefined;
  const hear = (event: PaymentsEvent) => {
    const { eventId, type } = event;
    const phase = type === 'operation' ? event.to : undefined;
    const charged = type === 'resolved' ? event.charged : undefined;
    const what = { type, phase, charged, kind: type === 'anomaly' ? event.kind : undefined };
    if (!said.has(eventId)) believes = phase === 'waiting' ? believes : (phase ?? believes);
    else if (JSON.stringify(said.get(eventId)) !== JSON.stringify(what)) clashes.push([eventId, what]);
    said.set(eventId, what);
  };
  return { hear, clashes, believes: () => believes };
}

/** Lets two tabs learn of one sale, then holds what is left of it against what each of them took in. */
async function run(steps: History): Promise<void> {
  const clock = createVirtualClock(beganAt);
  const journal = createMemoryJournal();
  await journal.claim(sale);
  const tabs = [await openLedger(journal, clock), await openLedger(journal, clock)];
  const host = createHost();
  for (const { ledger } of tabs) ledger.listen(host.hear);
  let isDenied = false;
  let isAccepted = false;
  let isComplete = false;
  for (const { tab, act: step } of steps) {
    const { ledger, storage } = tabs[tab]!;
    if (step === 'full' || step === 'writable') storage.isFull = step === 'full';
    else if (typeof step !== 'string') {
      if ('waitMs' in step) await clock.advance(step.waitMs);
      else storage.lateMs = step.lateMs;
    } else {
      const before = ledger.get(sale.id)!;
      // The first tab has sent the sale; and only what was accepted is polled.
      if (step === 'accepted' ? tab === 1 : step === 'complete' && !before.msgIdentifier) continue;
      const after = ledger.apply(sale.id, factOf(step, ledger, clock.now()))!;
      if (after === before) continue;
      isDenied ||= step === 'not charged' && after.phase === 'resolved';
      isAccepted ||= after.msgIdentifier !== undefined;
      isComplete ||= after.phase === 'complete';
    }
  }
  for (const { storage } of tabs) Object.assign(storage, { isFull: false, lateMs: 0 });
  await clock.advance(200_000);
  const shown = tabs.map(({ ledger }) => ledger.get(sale.id)!);
  const { v: _, lock: __, seq: ___, ...kept } = (await journal.get(sale.id))!;
  for (const { connection: _connection, ...operation } of shown) expect(operation).toEqual(kept);
  expect(host.clashes).toEqual([]);
  if (isAccepted) expect(kept.msgIdentifier).toBe('m-1');
  if (isComplete) expect(kept.phase).toBe('complete');
  if (isComplete && isDenied) expect(kept.anomalies).toEqual(['contradicts-operator']);
}

it('loses nothing that one of two tabs learnt, however late or full the storage of each is', async () => {
  const numRuns = Number(process.env['RUNS'] ?? 300);
  await expect(
    fc.assert(fc.asyncProperty(history, run), { numRuns, seed: 20_260_115 }),
  ).resolves.toBeUndefined();
}, 120_000);

it('shows nothing in between when what is not written yet is applied to what another tab wrote', async () => {
  const journal = createMemoryJournal();
  await journal.claim(waiting);
  const { ledger, storage } = await openLedger(journal);
  storage.isFull = true;
  ledger.apply(sale.id, factOf('complete', ledger, beganAt));
  const shown: unknown[] = [];
  ledger.subscribe(() => shown.push(ledger.get(sale.id)?.phase));
  ledger.mergeRecord({ ...waiting, phase: 'unknown', reason: 'stopped', seq: 4 });
  expect(shown).toEqual(['complete']);
});

it('keeps that a person called a sale not charged just when the tab that sent it got its answer', async () => {
  const journal = createMemoryJournal();
  await journal.claim(sale);
  const [sender, other] = [await openLedger(journal), await openLedger(journal)];
  other.ledger.apply(sale.id, factOf('lost', other.ledger, beganAt));
  await expect.poll(() => sender.ledger.get(sale.id)?.phase).toBe('unknown');
  sender.ledger.apply(sale.id, factOf('accepted', sender.ledger, beganAt));
  other.ledger.apply(sale.id, factOf('not charged', other.ledger, beganAt));
  await expect.poll(() => sender.ledger.get(sale.id)?.phase).toBe('resolved');
  sender.ledger.apply(sale.id, factOf('complete', sender.ledger, beganAt));
  const ended = { phase: 'complete', msgIdentifier: 'm-1', anomalies: ['contradicts-operator'] };
  await expect.poll(() => other.ledger.get(sale.id)).toMatchObject(ended);
  expect(await journal.get(sale.id)).toMatchObject(ended);
});

it.each([
  ['a person stops waiting', waiting, 'stopped'],
  [
    'a person says that it was not charged',
    { ...waiting, phase: 'unknown', reason: 'max-wait' },
    'not charged',
  ],
] as const)(
  'lets a host that takes each event once know a result that one tab tells as %s in the other',
  async (_, record, doubt) => {
    for (const isResultFirst of [true, false]) {
      const journal = createMemoryJournal();
      await journal.claim(record);
      const [one, other] = [await openLedger(journal), await openLedger(journal)];
      const host = createHost();
      for (const { ledger } of [one, other]) ledger.listen(host.hear);
      const result = () => one.ledger.apply(sale.id, factOf('complete', one.ledger, beganAt));
      if (isResultFirst) result();
      other.ledger.apply(sale.id, factOf(doubt, other.ledger, beganAt));
      if (!isResultFirst) result();
      await expect.poll(() => other.ledger.get(sale.id)?.phase).toBe('complete');
      expect([host.believes(), host.clashes]).toEqual(['complete', []]);
    }
  },
);
