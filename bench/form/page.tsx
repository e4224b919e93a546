import 'tillkit/styles.css';
import { commits, countCommits } from '../shared/commits.ts';

countCommits();
const { createRoot } = await import('react-dom/client');
const { plain } = await import('./subjects/plain.tsx');
const { tillkit } = await import('./subjects/tillkit.tsx');

const subjects: Record<string, { form: () => React.ReactNode; isValidated: boolean }> = {
  rhf: { form: plain(false), isValidated: false },
  'rhf-zod': { form: plain(true), isValidated: true },
  tillkit: { form: tillkit, isValidated: false },
  'tillkit-zod': { form: tillkit, isValidated: true },
};

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const inputs = () => document.querySelectorAll<HTMLInputElement>('input[name^="values."]');

/** Shows a subject, submits it if that makes it validate at each key, and puts the caret into row 25. */
async function prepare(name: string): Promise<void> {
  const subject = subjects[name];
  if (!subject) throw new Error(`There is no subject ${name}.`);
  createRoot(document.querySelector('main')!).render(subject.form());
  while (inputs().length < 50) await pass(50);
  if (subject.isValidated) {
    document.querySelector<HTMLButtonElement>('[type="submit"]')!.click();
    while (!document.querySelector('[aria-invalid="true"]')) await pass(50);
  }
  await pass(500);
  inputs()[24]!.focus();
  await pass(200);
}

Object.assign(window, { prepare, commits, typed: () => inputs()[24]!.value });
