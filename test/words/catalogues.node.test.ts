import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Labels, PaymentsProviderProps } from 'tillkit';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { readModule } from '../../scripts/read-module.mjs';
import { countIn } from '../../src/words/plural.ts';
import { catalogues, type Language, languages, locales, translations, wordsOf } from './languages.ts';
import { everythingSaid, samplesFor } from './samples.ts';

const { en, ar } = catalogues;

const said = (language: Language) =>
  everythingSaid(catalogues[language], samplesFor(countIn(locales[language])));
const saidIn = (language: Language, key: RegExp) => said(language).filter((spoken) => key.test(spoken.key));

/** Isolates say how a value is laid out, and are no part of the words. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '');

test('a catalogue is whole: a missing section and a missing key do not compile', () => {
  expectTypeOf<Labels>().toEqualTypeOf<Labels>();
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
    const texts = { es: '12.345', ar: '١٢٬٣٤٥', fr: '12\u202f345', de: '12.345', 'pt-BR': '12.345' };
    expect(many).toBe({ en: '12,345', ja: '12,345', ...texts }[language]);
    const withMany = said(language).filter(
      ({ data }) => data.length > 0 && data.every((text) => text === many),
    );
    expect(withMany.length).toBeGreaterThan(8);
    expect(withMany.filter(({ text }) => !text.includes(many))).toEqual([]);
  });
});

test.each(languages)(
  'the number of a closing stays beside its word at the end of a line (%s)',
  (language) => {
    const numbers = saidIn(language, /^(closeDay|dayReport)\.(number|lastClosed)$/).filter(({ data }) =>
      data.includes('12'),
    );
    expect(numbers).toHaveLength(3);
    expect(numbers.filter(({ text }) => !/\u00a0\u2068?12/.test(text) || / \u2068?12/.test(text))).toEqual(
      [],
    );
  },
);

test('no language says what only a developer knows, and no English sentence gives an amount as a bound', () => {
  const foreign =
    /gateway|passerelle|pasarela|بوابة|ゲートウェイ|\bAPI\b|\bJSON\b|\bHTTP\b|rightly|\bover \$/i;
  expect(languages.flatMap(said).filter(({ text }) => foreign.test(plain(text)))).toEqual([]);
});

test.each(languages)('a shop’s words come before a service’s (%s)', (language) => {
  const { jargon } = wordsOf[language];
  const own = said(language).filter(({ key }) => !/\.(statusOf|serviceSays)$/.test(key));
  expect(own.filter(({ text }) => jargon.test(plain(text)))).toEqual([]);
});

describe('plurals', () => {
  test.each([
    ['es', 0, 'Consulta en 0 segundos.'],
    ['es', 1, 'Consulta en 1 segundo.'],
    ['es', 2, 'Consulta en 2 segundos.'],
    ['es', 12_345, 'Consulta en 12.345 segundos.'],
    ['fr', 0, 'Consultation dans 0 seconde.'],
    ['fr', 1, 'Consultation dans 1 seconde.'],
    ['fr', 2, 'Consultation dans 2 secondes.'],
    ['de', 0, 'Abfrage in 0 Sekunden.'],
    ['de', 1, 'Abfrage in 1 Sekunde.'],
    ['de', 2, 'Abfrage in 2 Sekunden.'],
    ['pt-BR', 0, 'Consulta em 0 segundo.'],
    ['pt-BR', 1, 'Consulta em 1 segundo.'],
    ['pt-BR', 2, 'Consulta em 2 segundos.'],
    ['ja', 1, '1 秒後に確認します。'],
    ['ja', 2, '2 秒後に確認します。'],
  ] as const)('two forms, and in Japanese one: %s, %i', (language, value, text) => {
    const { checkIn } = catalogues[language].paymentStatus;
    expect(checkIn({ seconds: countIn(locales[language])(value) })).toBe(text);
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
  /** Words that two languages share, and data. */
  const shared = new Set(['ID', '—', '35%', 'City tax, 5%', 'Terminal', 'Total', '1 terminal']);
  const alike: Partial<Record<Language, string[]>> = {
    fr: ['Code', 'Message', 'Actions', 'Taxes', 'Date'],
    de: ['Status', 'Code'],
  };

  test.each(translations)('nothing is left in English (%s)', (language) => {
    const english = new Set(said('en').map(({ key, text }) => `${key}: ${text}`));
    const same = said(language).filter(
      ({ key, text }) =>
        english.has(`${key}: ${text}`) &&
        !shared.has(text) &&
        !alike[language]?.includes(text) &&
        !/\.(statusOf|csvFile)$/.test(key),
    );
    expect(same).toEqual([]);
  });

  test.each(['ar', 'ja'] as const)('nothing but data, CSV and QR is in Latin letters (%s)', (language) => {
    const latin = said(language).filter(({ key, text, data }) => {
      const words = data
        .toSorted((a, b) => b.length - a.length)
        .reduce((rest, value) => rest.replaceAll(value, ''), text);
      return /[a-z]/i.test(words.replace(/CSV|QR|ID|name@example\.com/g, '')) && !key.endsWith('.csvFile');
    });
    expect(latin).toEqual([]);
  });

  test('F105: in Arabic every value keeps a direction of its own', () => {
    const ownText =
      /^(attachmentField\.progress|paymentLinkList\.statusOf|paymentStatus\.copy|transactionList\.csvFile)$/;
    const bare = said('ar').filter(
      ({ key, text, data }) =>
        !ownText.test(key) &&
        data.some((value) => text.replace(/\u2068[^\u2069]*\u2069/g, '').includes(value)),
    );
    expect(bare).toEqual([]);
  });
});

describe('words that keep a customer from paying twice', () => {
  const unknown = /^paymentStatus\.(unknown|reason|seen|notSeen|find|stillAsking|stopWaiting)/;

  test.each(languages)('the rules below see what they are to see (%s)', (language) => {
    const { outcome, declined, notReached, careless } = wordsOf[language];
    const rules = [outcome, declined, notReached];
    expect(careless.map((sentence, place) => rules[place]?.test(sentence))).toEqual([true, true, true]);
  });

  test.each(languages)('proof rule: an unknown outcome is not put as one (%s)', (language) => {
    const sentences = saidIn(language, unknown);
    expect(sentences.length).toBeGreaterThan(25);
    expect(sentences.filter(({ text }) => wordsOf[language].outcome.test(text))).toEqual([]);
  });

  test.each(languages)('what failed is not called declined (%s)', (language) => {
    expect(said(language).filter(({ text }) => wordsOf[language].declined.test(text))).toEqual([]);
  });

  test.each(languages)('nothing says that it did not reach the terminal (%s)', (language) => {
    const { notReached } = wordsOf[language];
    expect(saidIn(language, /^paymentStatus/).filter(({ text }) => notReached.test(text))).toEqual([]);
  });

  test.each(languages)('F63: to stop waiting cancels nothing (%s)', (language) => {
    expect(catalogues[language].paymentStatus.stopWaiting).toMatch(wordsOf[language].cancelsNothing);
  });

  test.each(translations)('opposite answers have different words (%s)', (language) => {
    const { paymentStatus } = catalogues[language];
    for (const kind of ['pay', 'refund'] as const) {
      expect(paymentStatus.charged({ kind })).not.toBe(paymentStatus.notCharged({ kind }));
      expect(paymentStatus.confirmYes({ kind }).toLowerCase()).toContain(
        paymentStatus.notCharged({ kind }).toLowerCase(),
      );
    }
    const titles = [paymentStatus.completeTitle({ kind: 'pay' }), paymentStatus.failedTitle];
    expect(new Set([...titles, paymentStatus.rejectedTitle, paymentStatus.unknownTitle]).size).toBe(4);
  });

  test.each(translations)('to go back and to give back have different words (%s)', (language) => {
    const { terminalCheckout, transactionActions, closeBatch } = catalogues[language];
    for (const word of [terminalCheckout.cancel, transactionActions.goBack, closeBatch.goBack])
      for (const isHold of [true, false])
        expect(word).not.toBe(transactionActions.giveBackButton({ amount: undefined, isHold }));
  });
});

describe('a sentence that ends in a value with a full stop has one full stop', () => {
  test('an amount in Arabic', () => {
    const max = new Intl.NumberFormat('ar-KW', { style: 'currency', currency: 'KWD' }).format(12.5);
    expect(ar.amountField.tooLarge({ max })).toMatch(/د\.ك\.[\u200f\u2069]*$/);
    expect(ar.amountField.tooLarge({ max })).not.toMatch(/\.[\u200f\u2069]*\.$/);
  });

  test.each([
    ['en', 'en-CA'],
    ['es', 'es-MX'],
  ] as const)('a time in %s, written as in %s', (language, locale) => {
    const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(0);
    const { paymentStatus, closeBatch } = catalogues[language];
    for (const say of [paymentStatus.lastAnswer, paymentStatus.nextCheck, closeBatch.nothingSince])
      expect(say({ time })).toMatch(/a\.m\.(?!\.)/);
  });
});

test.each(languages)('what stands before a date and a time is not called an hour (%s)', (language) => {
  expect(catalogues[language].paymentStatus.time).not.toMatch(/uhr|hora|heure|時刻/i);
});

test.each(languages)('a terminal that another payment holds: what to do is said, too (%s)', (language) => {
  const { keptBack } = catalogues[language].paymentStatus;
  const sentences = keptBack({ code: 'terminal-busy', field: undefined }).split(/[.。]/);
  expect(sentences.filter((sentence) => sentence.trim() !== '').length).toBeGreaterThanOrEqual(3);
});

describe('words that mean one thing in every language', () => {
  test.each(translations)(
    'a slip’s total says neither that it is paid nor that it is to be paid (%s)',
    (language) => {
      // A slip of a pre-authorization and of a refund has it too.
      expect(catalogues[language].receipt.total).not.toMatch(/pagar|pago|pay[eé]|bezahl|zahl|دفع|支払/i);
    },
  );

  test.each(languages)('what only this device knows is not put as what a terminal took (%s)', (language) => {
    const { closeDay, dayReport, terminalPicker, transactionList } = catalogues[language];
    const notes = [
      closeDay.onlyThisDevice,
      dayReport.onlyThisDevice,
      dayReport.notKept,
      transactionList.onlyThisBrowser,
    ];
    const terminal = { ar: 'الجهاز', ja: '端末' }[language as string] ?? terminalPicker.label;
    expect(notes.filter((note) => note.toLowerCase().includes(terminal.toLowerCase()))).toEqual([]);
  });

  test.each(languages)(
    'to close a day is not called a payment that could not be recorded (%s)',
    (language) => {
      const { closeBatch, terminalCheckout } = catalogues[language];
      expect(closeBatch.noJournal).not.toBe(terminalCheckout.noJournal);
    },
  );
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
