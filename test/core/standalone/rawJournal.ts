import type { OperationRecord } from '../../../src/core/standalone/journal.ts';

/** Changes the records in the browser's database behind the journal's back. */
export async function changeRaw(change: (store: IDBObjectStore) => void): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('tillkit');
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('open')));
  });
  const tx = database.transaction('operations', 'readwrite');
  change(tx.objectStore('operations'));
  await new Promise((resolve) => tx.addEventListener('complete', resolve));
  database.close();
}

/** A sale that is being sent, as the journal keeps it. */
export const saleRecord = (id: string, more: Partial<OperationRecord> = {}): OperationRecord => ({
  v: 1,
  id,
  seq: 1,
  lock: 'https://pay.test T1',
  kind: 'pay',
  phase: 'sending',
  terminalId: 'T1',
  amountCents: 1250,
  anomalies: [],
  seenProcessing: false,
  flowKey: 'default',
  createdAt: 1,
  ...more,
});
