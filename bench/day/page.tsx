import { createRoot } from 'react-dom/client';
import { createVirtualClock } from 'tillkit/sandbox';
import { byHand } from './byHand.tsx';
import { createService, type World } from './service.ts';
import { tillkit } from './tillkit.tsx';

const subjects: Record<string, (world: World) => React.ReactNode> = { tillkit, 'by hand': byHand };
const stepMs = 250;
let world: World;

const turn = () => new Promise((resolve) => setTimeout(resolve));
const found = <Kind extends Element>(selector: string) => document.querySelector<Kind>(selector);

/** Time passes only while nothing is being written: a disk that is slow here must not look like one that hangs. */
async function until<Value>(look: () => Value | null | undefined): Promise<Value> {
  for (let steps = 0; steps < 2000; steps += 1) {
    while (world.writing() > 0) await turn();
    const seen = look();
    if (seen) return seen;
    await world.clock.advance(stepMs);
    await turn();
  }
  throw new Error(`Nothing happened: ${document.body.textContent}`);
}

const amountField = () => {
  const field = found<HTMLInputElement>('form input[inputmode=decimal]');
  return field?.disabled ? undefined : field;
};

/** Opens the till; resolves when a sale can be entered. */
async function prepare(name: string): Promise<void> {
  const subject = subjects[name];
  if (!subject) throw new Error(`There is no subject ${name}.`);
  let writing = 0;
  world = {
    clock: createVirtualClock(Date.now()),
    fetch: createService(),
    writing: () => writing,
    counted: async (work) => {
      writing += 1;
      return work.finally(() => (writing -= 1));
    },
    ready: Promise.resolve(),
  };
  createRoot(found('main')!).render(subject(world));
  await until(amountField);
  let isReady = false;
  void world.ready.finally(() => (isReady = true));
  await until(() => isReady);
}

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;

/** As a cashier does it: the amount, the button, "Approved", the next customer. */
async function sell(count: number): Promise<void> {
  for (let sale = 0; sale < count; sale += 1) {
    const field = await until(amountField);
    setValue.call(field, `${10 + (sale % 80)}.50`);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const charge = await until(() => found<HTMLButtonElement>('form button[type=submit]'));
    charge.click();
    await until(() => found('[data-phase=complete]'));
    const next = await until(() =>
      found<HTMLButtonElement>('[data-phase=complete] button[data-variant=primary]'),
    );
    next.click();
  }
  await until(amountField);
}

Object.assign(window, { prepare, sell });
