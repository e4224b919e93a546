import { describe, expect, expectTypeOf, test } from 'vitest';
import type { LabelCatalogue, PaymentsProviderProps } from 'tillkit';
import { ar } from 'tillkit/locales/ar';
import { en, type Labels } from 'tillkit/locales/en';
import { es } from 'tillkit/locales/es';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { readModule } from '../../scripts/read-module.mjs';
import { countIn } from '../../src/hooks/count.ts';
import { everythingSaid, samplesFor } from './samples.ts';

const catalogues = { en, es, ar };
const locales = { en: 'en-US', es: 'es-ES', ar: 'ar-EG' };
const languages = ['en', 'es', 'ar'] as const;

const said = (language: keyof typeof catalogues) =>
  everythingSaid(catalogues[language], samplesFor(countIn(locales[language])));
const saidIn = (language: keyof typeof catalogues, key: RegExp) =>
  said(language).filter((spoken) => key.test(spoken.key));

/** Isolates say how a value is laid out, and are no part of the words. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '');

test('a catalogue is whole: a missing section and a missing key do not compile', () => {
  expectTypeOf<Labels>().toEqualTypeOf<LabelCatalogue>();
  expectTypeOf<Labels>().toExtend<NonNullable<PaymentsProviderProps['labels']>>();
  const { closeBatch, ...others } = en;
  const { title: _, ...untitled } = closeBatch;
  // @ts-expect-error -- closeBatch is missing
  const lacksSection: Labels = others;
  // @ts-expect-error -- closeBatch.title is missing
  const lacksKey: Labels = { ...others, closeBatch: untitled };
  expect(lacksKey).not.toEqual(lacksSection);
});

describe.each(languages)('%s', (language) => {
  test('has the sections and keys of English, and no others', () => {
    const keys = (labels: Labels) =>
      Object.entries(labels).flatMap(([section, words]) =>
        Object.keys(words as object).map((name) => `${section}.${name}`),
      );
    expect(keys(catalogues[language]).toSorted()).toEqual(keys(en).toSorted());
  });

  test('says something sensible for every value, 0, 1, 2, 3, 11 and 100 among them', () => {
    const wrong = said(language).filter(
      ({ text }) => text.trim() === '' || text !== text.trim() || /undefined|null|NaN|\[object|  /.test(text),
    );
    expect(wrong).toEqual([]);
  });

  test('writes numbers as the provider’s locale does', () => {
    const many = countIn(locales[language])(12_345).text;
    expect(many).toBe({ en: '12,345', es: '12.345', ar: '١٢٬٣٤٥' }[language]);
    const withMany = said(language).filter(
      ({ data }) => data.length > 0 && data.every((text) => text === many),
    );
    expect(withMany.length).toBeGreaterThan(8);
    expect(withMany.filter(({ text }) => !text.includes(many))).toEqual([]);
  });
});

describe('plurals', () => {
  test.each([
    [0, 'Consulta en 0 segundos.'],
    [1, 'Consulta en 1 segundo.'],
    [2, 'Consulta en 2 segundos.'],
    [12_345, 'Consulta en 12.345 segundos.'],
  ])('Spanish has two forms: %i', (value, text) => {
    expect(es.paymentStatus.checkIn({ seconds: countIn('es-ES')(value) })).toBe(text);
  });

  test.each([
    [0, 'الاستعلام الآن.'],
    [1, 'الاستعلام بعد ثانية واحدة.'],
    [2, 'الاستعلام بعد ثانيتين.'],
    [3, 'الاستعلام بعد ٣ ثوانٍ.'],
    [11, 'الاستعلام بعد ١١ ثانية.'],
    [100, 'الاستعلام بعد ١٠٠ ثانية.'],
  ])('Arabic has six forms: %i', (value, text) => {
    expect(plain(ar.paymentStatus.checkIn({ seconds: countIn('ar-EG')(value) }))).toBe(text);
  });

  test('Arabic tells 3 files, 11 files and 100 files apart', () => {
    const texts = [0, 1, 2, 3, 11, 100].map((value) =>
      plain(ar.attachmentField.started(countIn('ar')(value))).replace(/[\d٠-٩]+/g, '#'),
    );
    expect(new Set(texts).size).toBe(6);
  });
});

describe('translations', () => {
  const cognates = new Set(['Terminal', 'Total', 'ID', '–', '—', '35%', '1 terminal', 'City tax, 5%']);

  test('nothing is left in English in Spanish', () => {
    const english = new Set(said('en').map(({ key, text }) => `${key}: ${text}`));
    const same = said('es').filter(
      ({ key, text }) => english.has(`${key}: ${text}`) && !cognates.has(text) && !key.endsWith('.statusOf'),
    );
    expect(same).toEqual([]);
  });

  test('nothing but data and CSV is in Latin letters in Arabic', () => {
    const latin = said('ar').filter(({ key, text, data }) => {
      const words = data
        .toSorted((a, b) => b.length - a.length)
        .reduce((rest, value) => rest.replaceAll(value, ''), text);
      return /[a-z]/i.test(words.replace(/CSV|name@example\.com/g, '')) && key !== 'paymentLinkList.csvFile';
    });
    expect(latin).toEqual([]);
  });

  test('F105: in Arabic every value keeps a direction of its own', () => {
    const ownText = /^(attachmentField\.progress|paymentLinkList\.statusOf|paymentStatus\.copy)$/;
    const bare = said('ar').filter(
      ({ key, text, data }) =>
        !ownText.test(key) &&
        data.some((value) => text.replace(/\u2068[^\u2069]*\u2069/g, '').includes(value)),
    );
    expect(bare).toEqual([]);
  });
});

describe('words that keep a customer from paying twice', () => {
  const outcome = {
    en: /fail|declin|refused|try again/i,
    es: /fall[aóo]|fracas|rechaz|deneg|declin|int[eé]ntelo|reint/i,
    ar: /فشل|رفض|رُفض|مرفوض|حاول/,
  };
  const unknown = /^paymentStatus\.(unknown|reason|seen|notSeen|find|stillAsking|stopWaiting)/;

  test.each(languages)('proof rule: an unknown outcome is not put as one (%s)', (language) => {
    const sentences = saidIn(language, unknown);
    expect(sentences.length).toBeGreaterThan(25);
    expect(sentences.filter(({ text }) => outcome[language].test(text))).toEqual([]);
  });

  test.each(languages)('what failed is not called declined (%s)', (language) => {
    const words = { en: /declin/i, es: /rechaz|deneg|declin/i, ar: /رفض|رُفض|مرفوض/ }[language];
    expect(said(language).filter(({ text }) => words.test(text))).toEqual([]);
  });

  test.each(languages)('nothing says that it did not reach the terminal (%s)', (language) => {
    const words = { en: /reach/i, es: /no lleg[óo] al?/i, ar: /(لم|لا) (يصل|تصل) إلى/ }[language];
    expect(saidIn(language, /^paymentStatus/).filter(({ text }) => words.test(text))).toEqual([]);
  });

  test.each([
    ['en', /does not cancel/],
    ['es', /no cancela/],
    ['ar', /لا يلغي/],
  ] as const)('F63: to stop waiting cancels nothing (%s)', (language, words) => {
    expect(catalogues[language].paymentStatus.stopWaiting).toMatch(words);
  });

  test.each(['es', 'ar'] as const)('opposite answers have different words (%s)', (language) => {
    const { paymentStatus } = catalogues[language];
    for (const kind of ['pay', 'refund'] as const) {
      expect(paymentStatus.charged({ kind })).not.toBe(paymentStatus.notCharged({ kind }));
      expect(paymentStatus.confirmYes({ kind })).toContain(paymentStatus.notCharged({ kind }).toLowerCase());
    }
    const titles = [paymentStatus.completeTitle({ kind: 'pay' }), paymentStatus.failedTitle];
    expect(new Set([...titles, paymentStatus.rejectedTitle, paymentStatus.unknownTitle]).size).toBe(4);
  });
});

test('a host of the English components carries no other language', () => {
  const root = new URL('../../', import.meta.url);
  const modules = new Set(['src/exports/index.ts']);
  for (const path of modules) {
    const source = readFileSync(new URL(path, root), 'utf8');
    for (const specifier of readModule(path, source).imports) {
      if (specifier.startsWith('.')) modules.add(posix.join(posix.dirname(path), specifier));
    }
  }
  expect(modules.size).toBeGreaterThan(100);
  expect([...modules].filter((path) => path.startsWith('src/locales/'))).toEqual([]);
});
