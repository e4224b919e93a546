import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { writeIndex } from '../../scripts/llms.mjs';
import { linksIn } from './markdown.ts';
import { docs, read, root } from './pages.ts';

const index = read('llms.txt');
const skills = readdirSync(join(root, 'skills')).toSorted();

describe('llms.txt', () => {
  test('is what `node scripts/llms.mjs` writes', () => {
    expect(index).toBe(writeIndex());
  });

  test('leads to every page of the docs and to every skill', () => {
    const pages = docs.filter((path) => path !== 'docs/README.md');
    expect(linksIn(index).toSorted()).toEqual(
      [...pages, ...skills.map((name) => `skills/${name}/SKILL.md`)].toSorted(),
    );
  });

  test('is in the package, with the skills, where tools for assistants look', () => {
    expect(manifest.files).toEqual(expect.arrayContaining(['llms.txt', 'skills']));
    expect(manifest.keywords).toContain('tanstack-intent');
  });
});

describe.each(skills)('the skill %s', (name) => {
  const skill = read(`skills/${name}/SKILL.md`);

  test('has a name and a description, and is read at once', () => {
    const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? [];
    expect(head.split('\n').map((line) => line.split(':')[0])).toEqual(['name', 'description']);
    expect(head).toContain(`name: ${name}\n`);
    expect(skill.split('\n').length).toBeLessThanOrEqual(120);
  });

  test('names files that are in the package', () => {
    const named = [...skill.matchAll(/`((?:docs|examples)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('names what an entry exports', () => {
    const entries = ['index', 'core', 'sandbox', 'gateway', 'gateway-node', 'gateway-sql'];
    const exported = entries.map((entry) => read(`src/exports/${entry}.ts`)).join('\n');
    const prose = skill.replaceAll(/^```[\s\S]*?^```/gm, '');
    const named = [...prose.matchAll(/`((?:use|create|define)[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+)`/g)].map(
      ([, word = '']) => word,
    );
    expect(named.filter((word) => !new RegExp(`\\b${word}\\b`).test(exported))).toEqual([]);
  });
});

/** What a developer would ask, and the pages that answer. */
const questions: [question: string, ...pages: string[]][] = [
  ['How do I install it and show a checkout?', 'docs/start.md', 'skills/embed/SKILL.md'],
  [
    'How do I charge a card on a terminal with my own button?',
    'docs/hooks/useTerminalPayment.md',
    'skills/embed/SKILL.md',
  ],
  [
    'How do I refund a part of a sale?',
    'docs/hooks/useTerminalRefund.md',
    'docs/components/TransactionActions.md',
    'docs/give-money-back.md',
  ],
  [
    'How do I void a transaction?',
    'docs/hooks/useTerminalVoid.md',
    'docs/components/TransactionActions.md',
    'docs/give-money-back.md',
  ],
  ['How do I capture a pre-authorization later?', 'docs/hooks/useTerminalCapture.md'],
  ['How do I hold an amount on a card?', 'docs/hooks/useTerminalPreAuth.md'],
  [
    'How do I close the batch at the end of the day?',
    'docs/components/CloseBatch.md',
    'docs/hooks/useCloseBatch.md',
    'docs/close-the-day.md',
  ],
  [
    'How do I list the terminals?',
    'docs/hooks/useTerminals.md',
    'docs/hooks/useAllTerminals.md',
    'docs/components/TerminalPicker.md',
  ],
  ['How do I poll a message for its result?', 'docs/hooks/usePollMessage.md'],
  [
    'How do I stay within the rate limit of 50 polls a minute?',
    'docs/performance.md',
    'docs/errors/rate-limited.md',
    'docs/faults.md',
    'docs/hooks/usePollMessage.md',
  ],
  [
    'How do I create a payment link?',
    'docs/hooks/useCreatePaymentLink.md',
    'docs/components/PaymentLinkForm.md',
  ],
  [
    'How do I list payment links?',
    'docs/hooks/usePaymentLinks.md',
    'docs/components/PaymentLinkList.md',
    'docs/hooks/usePaymentLinkList.md',
  ],
  [
    'How do I upload an attachment?',
    'docs/hooks/useUploadAttachments.md',
    'docs/components/AttachmentField.md',
  ],
  ['How do I share a link as a QR code?', 'docs/components/LinkShare.md', 'docs/hooks/useLinkShare.md'],
  [
    'What do I do when the outcome of a payment is unknown?',
    'docs/after-the-sale.md',
    'docs/what-happens-when.md',
  ],
  [
    'Can a customer be charged twice if I press twice?',
    'docs/faults.md',
    'docs/what-happens-when.md',
    'docs/gateway.md',
  ],
  ['What does the error unanswered mean?', 'docs/errors/unanswered.md'],
  ['What does the error contract mean?', 'docs/errors/contract.md'],
  ['What does invalid-input mean?', 'docs/errors/invalid-input.md'],
  ['Why do I get a configuration error?', 'docs/errors/configuration.md'],
  ['How do I run the gateway with Express or Next?', 'skills/gateway/SKILL.md', 'docs/gateway.md'],
  [
    'How do I keep secret headers out of the browser?',
    'docs/gateway.md',
    'docs/security.md',
    'docs/connect.md',
  ],
  ['How do I decide who may refund, by role?', 'docs/who-may-do-what.md', 'skills/gateway/SKILL.md'],
  ['How do I let a manager approve a refund?', 'docs/who-may-do-what.md'],
  ['How do I receive webhooks for events on my server?', 'docs/webhooks.md'],
  ['How do I describe a service with other paths and fields?', 'docs/connect.md', 'skills/service/SKILL.md'],
  ['How do I check that my description fits the real service?', 'docs/doctor.md', 'skills/service/SKILL.md'],
  ['How do I export transactions as a CSV file?', 'docs/record.md', 'docs/components/TransactionList.md'],
  [
    'How do I get the report of a day?',
    'docs/hooks/useReport.md',
    'docs/components/DayReport.md',
    'docs/record.md',
  ],
  ['How do I print a receipt?', 'docs/components/Receipt.md'],
  [
    'How do I split an order over several payments?',
    'docs/hooks/useOrder.md',
    'docs/components/TerminalCheckout.md',
    'docs/record.md',
  ],
  [
    'How do I search the payments of the shop?',
    'docs/components/TransactionList.md',
    'docs/hooks/useOperationHistory.md',
    'docs/hooks/useTransactions.md',
  ],
  ['How do I change colours and use dark mode?', 'docs/theming.md', 'skills/theme/SKILL.md'],
  ['How do I use it with Tailwind?', 'docs/theming.md', 'skills/theme/SKILL.md'],
  ['How do I translate the words into another language?', 'docs/labels.md', 'skills/theme/SKILL.md'],
  ['How do I replace an element of a component with my own part?', 'docs/parts.md', 'skills/theme/SKILL.md'],
  ['How do I test my page with Vitest and Testing Library?', 'docs/testing.md', 'skills/test/SKILL.md'],
  ['How do I test with Playwright?', 'docs/testing.md', 'skills/test/SKILL.md'],
  ['How do I simulate a declined card?', 'docs/sandbox.md', 'skills/test/SKILL.md'],
  ['How do I use it in Node without React?', 'docs/core.md'],
];

const skipped = new Set(
  'a an and are as at be by can do does for from get how i if in into is it its me my of on or that the them they to use what when why with without'.split(
    ' ',
  ),
);
/** Words in the form in which they are compared: without an ending of the plural or the present. */
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[a-z]+/g) ?? [])
    .filter((word) => !skipped.has(word))
    .map((word) => word.replace(/(?:ing|ed|es|s)$/, ''));

/** The pages whose lines have the question's words; a word that few lines have counts more. */
function search(question: string): string[] {
  const lines = index.split('\n').flatMap((line) => {
    const [, path] = /^- \[[^\]]+\]\(([^)]+)\)/.exec(line) ?? [];
    return path ? [{ path, words: new Set(wordsOf(line.replaceAll(/([a-z])([A-Z])/g, '$1 $2'))) }] : [];
  });
  const weightOf = (word: string) =>
    Math.log(lines.length / Math.max(1, lines.filter(({ words }) => words.has(word)).length));
  const scored = lines.map(({ path, words }) => ({
    path,
    score: [...new Set(wordsOf(question))].reduce(
      (sum, word) => sum + (words.has(word) ? weightOf(word) : 0),
      0,
    ),
  }));
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 3)
    .map(({ path }) => path);
}

test('of forty questions at least 38 find their page among the first three of a plain word search', () => {
  expect(questions).toHaveLength(40);
  const missed = questions
    .map(([question, ...pages]) => ({ question, pages, found: search(question) }))
    .filter(({ pages, found }) => !pages.some((page) => found.includes(page)));
  expect(missed.slice(2)).toEqual([]);
});
