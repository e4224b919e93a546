import { commits, countCommits } from '../shared/commits.ts';
import { createService, type World } from './service.ts';

countCommits();
const { createRoot } = await import('react-dom/client');
const { createVirtualClock } = await import('tillkit/sandbox');
const { byHand } = await import('./byHand.tsx');
const { isWhole, scroll, sellElsewhere, showList } = await import('./list.tsx');
const { tillkit } = await import('./tillkit.tsx');

const subjects: Record<string, (world: World) => React.ReactNode> = { tillkit, 'by hand': byHand };
const stepMs = 250;
let world: World;

const turn = () => new Promise((resolve) => setTimeout(resolve));
const found = (selector: string) => document.querySelector<HTMLElement>(selector);

/** Time passes only while nothing is being written, so that a slow disk does not look like one that hangs. */
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
  const field = document.querySelector<HTMLInputElement>('form input[inputmode=decimal]');
  return field?.disabled ? undefined : field;
};

/** Real time. */
const realClock: World['clock'] = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (handle) => window.clearTimeout(handle as number),
  jump: () => undefined,
  advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Opens the till, and resolves once a sale can be entered. The service approves at the first poll, or never. */
async function prepare(name: string, isEndless = false): Promise<void> {
  const subject = subjects[name];
  if (!subject) throw new Error(`There is no subject ${name}.`);
  let writing = 0;
  world = {
    clock: isEndless ? realClock : createVirtualClock(Date.now()),
    isEndless,
    fetch: createService(isEndless),
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

async function charge(amount: string): Promise<void> {
  const field = await until(amountField);
  // Bypasses React's own setter, which would see no change.
  Reflect.set(HTMLInputElement.prototype, 'value', amount, field);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  (await until(() => found('form button[type=submit]'))).click();
}

/** A sale as a cashier makes it: the amount, the button, "Approved", the next customer. */
async function sell(count: number): Promise<void> {
  for (let sale = 0; sale < count; sale += 1) {
    await charge(`${10 + (sale % 80)}.50`);
    await until(() => found('[data-phase=complete]'));
    const next = await until(() => found('[data-phase=complete] button[data-variant=primary]'));
    next.click();
  }
  await until(amountField);
}

/** Starts a sale that no customer completes at the terminal. */
async function press(): Promise<void> {
  await charge('12.50');
  await until(() => found('[data-phase=waiting]'));
}

/** How often React committed meanwhile. */
async function wait(ms: number): Promise<number> {
  const before = commits();
  await realClock.advance(ms);
  return commits() - before;
}

Object.assign(window, { prepare, sell, press, wait, showList, isWhole, scroll, sellElsewhere });
