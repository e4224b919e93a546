import 'tillkit/styles.css';
import './page.css';
import { commits, countCommits } from '../shared/commits.ts';
import { terminals } from './terminals.ts';

countCommits();
const { createRoot } = await import('react-dom/client');
const { subjects } = await import('./subjects/subjects.ts');

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const input = () => document.querySelector<HTMLInputElement>('main input[role="combobox"]');
const options = () => [...document.querySelectorAll('[role="option"]')];
let pressedAt = 0;
let latency = Number.NaN;

/** Shows a subject and puts the focus into it, closed. */
async function prepare(name: string, count: number): Promise<void> {
  const subject = subjects[name];
  if (!subject) throw new Error(`There is no subject ${name}.`);
  const items = terminals(count);
  createRoot(document.querySelector('main')!).render(subject(items));
  while (!input() || input()!.getAttribute('aria-busy') === 'true') await pass(50);
  await pass(500);
  input()!.focus();
  await pass(200);
}

/** From the next key to just after the frame in which every row has what was typed. */
function watch(query: string): void {
  latency = Number.NaN;
  const check = () => {
    const texts = options().map(({ textContent }) => textContent.toLowerCase());
    if (texts.length > 0 && texts.every((text) => text.includes(query))) {
      latency = performance.now() - pressedAt;
    } else requestAnimationFrame(afterFrame);
  };
  const afterFrame = () => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', check);
    port1.start();
    port2.postMessage(undefined);
  };
  const press = (event: Event) => {
    pressedAt = event.timeStamp;
    requestAnimationFrame(afterFrame);
  };
  addEventListener('keydown', press, { capture: true, once: true });
}

const isOpen = () => options().length > 0;
const nodes = () => document.querySelectorAll('[role="listbox"], [role="listbox"] *').length;

Object.assign(window, {
  prepare,
  watch,
  commits,
  isOpen,
  nodes,
  latency: () => latency,
  text: () => input()?.value,
});
