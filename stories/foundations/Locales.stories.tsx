import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactNode } from 'react';
import { expect, waitFor } from 'storybook/test';
import {
  OpenOperations,
  PaymentLinkForm,
  PaymentLinkList,
  PaymentStatus,
  TerminalCheckout,
  TransactionActions,
  useOperations,
} from 'tillkit';
import type { Transaction } from 'tillkit/core';
import { ar } from 'tillkit/locales/ar';
import { es } from 'tillkit/locales/es';
import type { ScenarioName } from 'tillkit/sandbox';
import { like } from '../languages.ts';
import { eventually, harnessOf } from '../linkStory.ts';
import { withoutValues, wordsOf } from './wordsOf.ts';

export default {
  title: 'Make it yours/Locales',
  tags: ['!autodocs', '!manifest'],
} satisfies Meta;

type Story = StoryObj;
type Context = Parameters<NonNullable<Story['play']>>[0];

const languages = {
  es: { labels: es, locale: 'es-ES', direction: 'ltr' },
  ar: { labels: ar, locale: 'ar-EG', direction: 'rtl' },
} as const;
type Language = keyof typeof languages;

/** A story in a language, in the light or the dark theme. */
const inLanguage =
  (language: Language, theme: 'light' | 'dark' = 'light') =>
  (story: {
    render: () => ReactNode;
    beforeEach?: Story['beforeEach'];
    play: (context: Context, words: typeof es) => Promise<void>;
  }): Story => {
    const { labels, locale, direction } = languages[language];
    return {
      parameters: { direction, theme, sandbox: { provider: { labels, locale } } },
      beforeEach: story.beforeEach ?? (() => undefined),
      render: () => <div lang={language}>{story.render()}</div>,
      play: async (context) => {
        await story.play(context, labels);
        if (language === 'ar') await hasNoLatinWords(context);
      },
    };
  };

const latin = [
  /Front counter|Bar|Terrace/g,
  /terminal-\d/g,
  /[AB]-\d{7}/g,
  /Alpha A920|Beta P400|alpha|beta|online/g,
];
const values = [
  ...latin,
  /\b(pn|PL|A)-\w+/g,
  /[A-Z]{3,4}\b|US/g,
  'name@example.com',
  /City tax|Invoice number|SANDBOX/g,
];

async function hasNoLatinWords({ canvasElement }: Context) {
  const words = wordsOf(canvasElement);
  await expect(words.filter((text) => /\p{Script=Latin}/u.test(withoutValues(text, values)))).toEqual([]);
}

const checkout = {
  render: () => <TerminalCheckout defaultTerminalId="terminal-1" />,
  play: async ({ canvas, userEvent, loaded }: Context, words: typeof es) => {
    await harnessOf(loaded).advance(300);
    await userEvent.click(canvas.getByRole('button', { name: words.terminalCheckout.addReceipt }));
    await userEvent.type(canvas.getByRole('textbox', { name: words.amountField.label }), '1234');
    await userEvent.type(
      canvas.getByRole('textbox', { name: words.terminalCheckout.email }),
      'ana@example.com',
    );
    await userEvent.type(
      canvas.getByRole('textbox', { name: words.terminalCheckout.phone }),
      '+34 600 123 456',
    );
    await expect(canvas.getByRole('button', { name: /Front counter/ })).toBeEnabled();
  },
};

const sale =
  (scenario: ScenarioName, afterMs: number) =>
  async ({ loaded }: Context) => {
    const { operations, sandbox, advance } = harnessOf(loaded);
    sandbox.setScenario(scenario);
    await operations.start('pay', {
      terminalId: 'terminal-1',
      amount: 123_450,
      receipt: false,
      orderNumber: 'A-1042',
    });
    await advance(afterMs);
  };

function Sales() {
  return useOperations().map(({ id }) => <PaymentStatus key={id} operationId={id} />);
}

const status = (scenario: ScenarioName, afterMs: number, text: (words: typeof es) => string) => ({
  beforeEach: sale(scenario, afterMs),
  render: () => <Sales />,
  play: async ({ canvas, loaded }: Context, words: typeof es) => {
    await harnessOf(loaded).advance(300);
    const region = await canvas.findByRole('region', { name: words.paymentStatus.region });
    await waitFor(() => expect(region).toHaveTextContent(text(words)));
  },
});

const waiting = status('slow', 3000, ({ paymentStatus }) => paymentStatus.stopWaiting);
const approved = status('approved', 9000, ({ paymentStatus }) =>
  paymentStatus.completeTitle({ kind: 'pay' }),
);
const unknown = status('service-timeout', 9000, ({ paymentStatus }) =>
  paymentStatus.unknownSentence({ kind: 'pay' }),
);

const open = {
  beforeEach: sale('lost-answer', 500),
  render: () => <OpenOperations />,
  play: async ({ canvas, loaded }: Context, words: typeof es) => {
    await harnessOf(loaded).advance(300);
    await expect(await canvas.findByText(words.paymentStatus.unknownTitle)).toBeVisible();
  },
};

const hold: Transaction = {
  pnRefNum: '4100200',
  kind: 'preAuth',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 5000,
  capturedCents: 0,
  refundedCents: 0,
  settled: 'unknown',
};

const actions = {
  render: () => <TransactionActions transaction={hold} />,
  play: async ({ canvas, loaded }: Context, words: typeof es) => {
    await harnessOf(loaded).advance(300);
    await expect(await canvas.findByText('Front counter')).toBeVisible();
    await expect(canvas.getByText(words.transactionActions.captureText)).toBeVisible();
  },
};

const linkForm = {
  render: () => (
    <PaymentLinkForm
      customFields={[{ key: 'invoice-number', label: 'Invoice number', required: true }]}
      taxes={[{ id: 'tax-standard', label: 'City tax', percent: 20 }]}
      discount={{ percent: 2.5 }}
    />
  ),
  play: async ({ canvas, userEvent }: Context, words: typeof es) => {
    await userEvent.type(canvas.getByRole('textbox', { name: words.amountField.label }), '1250');
    await userEvent.click(canvas.getByRole('button', { name: words.paymentLinkForm.taxes }));
    await userEvent.click(canvas.getByRole('checkbox', { name: /City tax/ }));
    await userEvent.click(
      canvas.getByRole('button', { name: like(words.paymentLinkForm.create({ amount: '…' })) }),
    );
    await expect(await canvas.findByText(words.paymentLinkForm.valueMissing)).toBeVisible();
  },
};

const linkList = {
  render: () => <PaymentLinkList limit={2} />,
  play: async ({ canvas, loaded }: Context, words: typeof es) => {
    await eventually(loaded, () => expect(canvas.getByRole('cell', { name: 'PL-1003' })).toBeVisible());
    await expect(canvas.getAllByRole('button', { name: words.linkShare.copyLink }).length).toBeGreaterThan(1);
  },
};

export const SpanishCheckout = inLanguage('es')(checkout);
export const SpanishWaiting: Story = { ...inLanguage('es')(waiting), tags: ['look', '!test'] };
export const SpanishUnknown: Story = { ...inLanguage('es')(unknown), tags: ['look', '!test'] };
export const SpanishOpen: Story = { ...inLanguage('es')(open), tags: ['look', '!test'] };
export const SpanishActions: Story = { ...inLanguage('es')(actions), tags: ['look', '!test'] };
export const SpanishLinkForm: Story = { ...inLanguage('es')(linkForm), tags: ['look', '!test'] };
export const SpanishLinkList: Story = { ...inLanguage('es')(linkList), tags: ['look', '!test'] };
export const SpanishDark: Story = { ...inLanguage('es', 'dark')(unknown), tags: ['look', '!test'] };

export const ArabicCheckout = inLanguage('ar')(checkout);
export const ArabicWaiting: Story = { ...inLanguage('ar')(waiting), tags: ['look', '!test'] };
export const ArabicApproved: Story = { ...inLanguage('ar')(approved), tags: ['look', '!test'] };
export const ArabicUnknown = inLanguage('ar')(unknown);
export const ArabicOpen: Story = { ...inLanguage('ar')(open), tags: ['look', '!test'] };
export const ArabicActions: Story = { ...inLanguage('ar')(actions), tags: ['look', '!test'] };
export const ArabicLinkForm: Story = { ...inLanguage('ar')(linkForm), tags: ['look', '!test'] };
export const ArabicLinkList = inLanguage('ar')(linkList);
export const ArabicDark: Story = { ...inLanguage('ar', 'dark')(checkout), tags: ['look', '!test'] };
export const ArabicUnknownDark: Story = { ...inLanguage('ar', 'dark')(unknown), tags: ['look', '!test'] };
