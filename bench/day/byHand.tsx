import { type FormEvent, useState } from 'react';
import type { World } from './service.ts';

interface Sale {
  id: string;
  phase: 'sending' | 'waiting' | 'complete';
  amount: number;
}

/** A sale written without the kit: recorded, sent, polled every second, and recorded again. */
export function byHand(world: World) {
  const { clock, fetch, counted } = world;
  const database = new Promise<IDBDatabase>((resolve, reject) => {
    const open = indexedDB.open('by-hand', 1);
    open.addEventListener('upgradeneeded', () => open.result.createObjectStore('sales', { keyPath: 'id' }));
    open.addEventListener('success', () => resolve(open.result));
    open.addEventListener('error', () => reject(open.error));
  });
  world.ready = counted(database);
  const record = (sale: Sale) =>
    counted(
      database.then(
        (db) =>
          new Promise<void>((resolve, reject) => {
            const tx = db.transaction('sales', 'readwrite', { durability: 'strict' });
            tx.objectStore('sales').put(sale);
            tx.addEventListener('complete', () => resolve());
            tx.addEventListener('error', () => reject(tx.error));
          }),
      ),
    );
  const send = async (amount: number, show: (sale: Sale) => void) => {
    let sale: Sale = { id: crypto.randomUUID(), phase: 'sending', amount };
    const become = async (phase: Sale['phase']) => {
      sale = { ...sale, phase };
      show(sale);
      await record(sale);
    };
    await become('sending');
    const body = JSON.stringify({ terminalId: 'T-1', amount, receipt: false });
    const { msgIdentifier } = await (await fetch('/api/terminal/pay', { method: 'POST', body })).json();
    await become('waiting');
    for (;;) {
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 1000));
      const { status } = await (await fetch(`/api/processed-messages/${msgIdentifier}`)).json();
      if (status === 'complete') return become('complete');
    }
  };
  return <Till send={send} />;
}

function Till({ send }: { send: (amount: number, show: (sale: Sale) => void) => Promise<void> }) {
  const [amount, setAmount] = useState('');
  const [sale, setSale] = useState<Sale>();
  if (sale) {
    return (
      <section data-phase={sale.phase}>
        <h2>{sale.phase}</h2>
        <button data-variant="primary" onClick={() => (setSale(undefined), setAmount(''))}>
          Next customer
        </button>
      </section>
    );
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(Math.round(Number(amount) * 100), setSale);
  };
  return (
    <form onSubmit={onSubmit}>
      <input inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
      <button type="submit">Charge {amount}</button>
    </form>
  );
}
