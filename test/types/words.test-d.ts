// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import type { Count, Labels as RootLabels, LabelOverrides } from 'tillkit';
import type { Labels as ArabicLabels } from 'tillkit/locales/ar';
import { ar } from 'tillkit/locales/ar';
import { de } from 'tillkit/locales/de';
import { en, type Labels, pluralIn, type PluralForms } from 'tillkit/locales/en';
import { es } from 'tillkit/locales/es';
import { fr } from 'tillkit/locales/fr';
import { ja } from 'tillkit/locales/ja';
import { ptBR } from 'tillkit/locales/pt-BR';
import { describe, expectTypeOf, test } from 'vitest';

describe('a catalogue', () => {
  test('is whole in every language', () => {
    expectTypeOf(en).toEqualTypeOf<Labels>();
    expectTypeOf(ar).toEqualTypeOf<Labels>();
    expectTypeOf(de).toEqualTypeOf<Labels>();
    expectTypeOf(es).toEqualTypeOf<Labels>();
    expectTypeOf(fr).toEqualTypeOf<Labels>();
    expectTypeOf(ja).toEqualTypeOf<Labels>();
    expectTypeOf(ptBR).toEqualTypeOf<Labels>();
    expectTypeOf<ArabicLabels>().toEqualTypeOf<Labels>();
    // @ts-expect-error -- a section that is missing is none
    const half: Labels = { closeBatch: en.closeBatch };
    // @ts-expect-error -- nor is a word that is missing
    const poor: Labels = { ...en, openOperations: { ...en.openOperations, title: undefined } };
    void [half, poor];
  });

  test('has the sections that the components add', () => {
    expectTypeOf<RootLabels>().toEqualTypeOf<Labels>();
    expectTypeOf<keyof Labels>().toEqualTypeOf<
      | 'amountField'
      | 'attachmentField'
      | 'closeBatch'
      | 'closeDay'
      | 'dayReport'
      | 'linkShare'
      | 'openOperations'
      | 'paymentLinkForm'
      | 'paymentLinkList'
      | 'paymentMirror'
      | 'paymentStatus'
      | 'receipt'
      | 'terminalCheckout'
      | 'terminalPicker'
      | 'transactionActions'
      | 'transactionList'
    >();
  });

  test('has texts, and functions of what they say', () => {
    expectTypeOf<Labels['closeBatch']['title']>().toEqualTypeOf<string>();
    expectTypeOf<Labels['closeBatch']['inTheWay']>().toEqualTypeOf<(values: { count: Count }) => string>();
    expectTypeOf<Labels['transactionActions']['confirmText']>().parameter(0).toExtend<{
      amount: string;
      terminal: string;
      rest: string | undefined;
    }>();
    expectTypeOf<Labels['transactionActions']['confirmText']>().returns.toEqualTypeOf<string>();
    // @ts-expect-error -- a sum comes as finished text
    en.transactionActions.instead({ amount: 1250 });
  });
});

describe('words of the host', () => {
  test('are any section, and any of its words', () => {
    const labels: LabelOverrides = {
      closeBatch: { title: 'End of day' },
      paymentStatus: undefined,
      transactionActions: { back: 'Back', instead: ({ amount }) => `Back ${amount}` },
    };
    expectTypeOf<LabelOverrides['paymentStatus']>().toEqualTypeOf<
      Partial<Labels['paymentStatus']> | undefined
    >();
    expectTypeOf(es).toExtend<LabelOverrides>();
    void labels;
  });

  test('are none that the kit does not ask for', () => {
    // @ts-expect-error -- no such section
    expectTypeOf({ closeBatches: { title: 'End of day' } } satisfies LabelOverrides).not.toBeAny();
    // @ts-expect-error -- no such word
    expectTypeOf({ closeBatch: { titel: 'End of day' } } satisfies LabelOverrides).not.toBeAny();
    // @ts-expect-error -- this one needs the sum
    expectTypeOf({ transactionActions: { instead: 'Back' } }).toExtend<LabelOverrides>();
    // @ts-expect-error -- a word is a text
    expectTypeOf({ openOperations: { title: 7 } }).toExtend<LabelOverrides>();
  });
});

describe('a number in words', () => {
  test('is a value to choose by and a text to show', () => {
    expectTypeOf<Count>().toEqualTypeOf<{ readonly value: number; readonly text: string }>();
    const word = ({ count }: { count: Count }) => {
      // @ts-expect-error -- the host cannot change it
      count.value = 2;
      return count.text;
    };
    void word;
  });

  test('is chosen by the forms a language has, of which `other` is always one', () => {
    expectTypeOf(pluralIn).toEqualTypeOf<
      (language: string) => (count: Count, forms: PluralForms) => string
    >();
    const plural = pluralIn('pl');
    const count: Count = { value: 2, text: '2' };
    plural(count, { one: 'terminal', few: 'terminale', other: 'terminali' });
    // @ts-expect-error -- what fits none of the rules needs a form
    plural(count, { one: 'terminal' });
    // @ts-expect-error -- the forms have the names of the Unicode rules
    plural(count, { other: 'terminali', several: 'terminale' });
    // @ts-expect-error -- a bare number has no text in the locale's digits
    plural(2, { other: 'terminali' });
  });
});
