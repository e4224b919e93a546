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
let latency: Latency;

interface Latency {
  /** The time until the rows are in the document, and until just after the frame that shows them (ms). */
  rows: number;
  frame: number;
}

/** Shows a subject and focuses it, closed. */
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

const shown = () => options().map(({ textContent }) => textContent.toLowerCase());

/** From the next key until all shown rows match what was typed. */
function watch(query: string): void {
  const before = shown().join('\n');
  const measured = { rows: Number.NaN, frame: Number.NaN };
  latency = measured;
  let pressedAt = 0;
  const look = () => {
    const texts = shown();
    if (texts.length === 0 || texts.join('\n') === before || !texts.every((text) => text.includes(query))) {
      return;
    }
    observer.disconnect();
    measured.rows = performance.now() - pressedAt;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => (measured.frame = performance.now() - pressedAt));
      port1.start();
      port2.postMessage(undefined);
    });
  };
  const observer = new MutationObserver(look);
  const press = (event: Event) => {
    pressedAt = event.timeStamp;
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
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
