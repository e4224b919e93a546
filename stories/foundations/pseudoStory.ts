import { expect } from 'storybook/test';
import type { StoryContext } from '@storybook/react-vite';
import { pseudo, withoutPseudo } from './pseudoLocale.ts';
import { withoutValues, wordsOf } from './wordsOf.ts';

/** The labels of every component, in marks. */
export const inPseudo = { provider: { labels: pseudo } };

const terminals = ['Front counter', 'Bar', 'Terrace'];
const records = [/terminal-\d/g, /[AB]-\d{7}/g, 'Alpha A920', 'Beta P400', 'USD', /alpha|beta/gi, /online/gi];
const ids = [/\b(pn|msg)-\w+/g, /[\w-]*\d[\w-]*…[\w-]+/g, /\b[\w-]*\d[\w-]{5,}\b/g];

/** Fails on texts that are neither from the catalogue nor values. */
export async function hasOnlyLabels(
  { canvasElement }: Pick<StoryContext, 'canvasElement'>,
  ...values: (string | RegExp)[]
) {
  const words = wordsOf(canvasElement);
  await expect(words.some((text) => text.includes('⟦'))).toBe(true);
  const known = [...terminals, ...records, ...values, ...ids];
  const others = words.filter((text) => /\p{L}/u.test(withoutValues(withoutPseudo(text), known)));
  await expect(others).toEqual([]);
}
