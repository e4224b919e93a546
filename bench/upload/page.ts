import 'tillkit/styles.css';
import type { Subject, Upload } from './subject.ts';
import { field } from './subjects/field.tsx';
import { plain } from './subjects/plain.ts';
import { queue } from './subjects/queue.ts';
import { uppy } from './subjects/uppy.js';

export interface Measured {
  wallMs: number;
  reports: number;
  /** The longest time between two reports, counting start and end. */
  longestSilenceMs: number;
  /** 0 if no task took 50 ms. */
  longestTaskMs: number;
}

const subjects: Record<string, Subject> = { plain, queue, field, uppy };
let upload: (upload: Upload) => Promise<void>;

function prepare(name: string): void {
  const subject = subjects[name];
  if (!subject) throw new Error(`There is no subject ${name}.`);
  upload = subject(`${location.origin}/uploads`);
}

async function measure(): Promise<Measured> {
  const files = [...(document.querySelector<HTMLInputElement>('#chosen')?.files ?? [])];
  const measured: Measured = { wallMs: 0, reports: 0, longestSilenceMs: 0, longestTaskMs: 0 };
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      measured.longestTaskMs = Math.max(measured.longestTaskMs, duration);
    }
  });
  tasks.observe({ type: 'longtask' });

  const start = performance.now();
  let last = start;
  const hear = () => {
    const now = performance.now();
    measured.longestSilenceMs = Math.max(measured.longestSilenceMs, now - last);
    last = now;
  };
  await upload({
    files,
    report: () => {
      measured.reports += 1;
      hear();
    },
  });
  hear();
  measured.wallMs = last - start;
  // A long task is reported after it has ended.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  tasks.disconnect();
  return measured;
}

Object.assign(window, { prepare, measure });
