import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ComponentType, createElement } from 'react';
import * as tillkit from 'tillkit';
import * as families from 'tillkit/parts';
import { expect, test } from 'vitest';
import { press } from '../components/parts/partCase.ts';
import { sale } from '../components/parts/sale.ts';
import { held, sold } from '../core/operations/soldTransaction.ts';
import { createHarness, type Harness, type HarnessOptions } from '../harness.tsx';
import { runs } from '../runs.ts';
import * as own from './own.ts';

type DropIn = Extract<keyof typeof tillkit, keyof typeof families>;

interface Shown extends HarnessOptions {
  props?: object | ((operationId: string) => object);
  /** What came before. */
  arrange?: (harness: Harness) => Promise<unknown>;
  /** Brings about what is compared, and waits for it. */
  prepare: (user: UserEvent) => Promise<unknown>;
}

const ofOne = (operationId: string) => ({ operationId });
const heading = (name: string | RegExp) => () => screen.findByRole('heading', { name });

/** Each drop-in in states that a page meets every day. */
const shown: [name: DropIn, state: string, Shown][] = [
  [
    'AmountField',
    'with a hint and an error',
    {
      props: { value: 1250, onValueChange: () => undefined, hint: 'With the tip', error: 'Too much' },
      prepare: () => screen.findByDisplayValue('12.50'),
    },
  ],
  [
    'AmountField',
    'on its keypad',
    {
      props: { value: 1250, onValueChange: () => undefined, layout: 'keypad' },
      prepare: () => screen.findByRole('group', { name: 'Keypad' }),
    },
  ],
  [
    'TerminalPicker',
    'open',
    {
      prepare: async (user) => {
        await waitFor(() => expect(screen.getByRole('combobox')).toHaveAttribute('aria-busy', 'false'));
        await user.click(screen.getByRole('combobox'));
        await screen.findAllByRole('option');
      },
    },
  ],
  [
    'TerminalPicker',
    'as chips, one of them busy',
    {
      props: { layout: 'chips', value: 'terminal-1', name: 'terminal' },
      arrange: sale(500),
      prepare: () => screen.findByText(/^Front counter is busy/, { selector: 'p' }),
    },
  ],
  [
    'AttachmentField',
    'with a file',
    {
      prepare: async (user) => {
        const input = screen.getByLabelText('Add files', { selector: 'input' });
        await user.upload(input, new File([], 'menu.pdf'));
        await screen.findByRole('listitem');
      },
    },
  ],
  [
    'LinkShare',
    'with its QR code',
    {
      props: { address: 'https://pay.test/l/1' },
      prepare: async (user) => {
        await press('Show QR code')(user);
        await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('aria-busy', 'false'));
      },
    },
  ],
  [
    'PaymentLinkForm',
    'as it comes',
    {
      props: { customFields: [{ key: 'table', label: 'Table' }] },
      prepare: () => screen.findByRole('button', { name: /^Create payment link/ }),
    },
  ],
  [
    'PaymentLinkForm',
    'with its link',
    {
      props: { fields: { amount: { value: 1250 } } },
      prepare: async (user) => {
        await press(/^Create payment link/)(user);
        await heading('Payment link created')();
      },
    },
  ],
  ['PaymentLinkList', 'with links', { prepare: () => screen.findByText('PL-1002') }],
  [
    'TerminalCheckout',
    'as it comes',
    {
      props: { quickAmountsCents: [500, 1000], customFields: [{ key: 'table', label: 'Table' }] },
      prepare: async (user) => {
        for (const name of ['Order number', 'Details', 'Receipt']) await press(name)(user);
      },
    },
  ],
  [
    'TerminalCheckout',
    'on its keypad',
    {
      props: { layout: 'keypad', quickAmountsCents: [500], orderNumber: 'A-7' },
      prepare: press('5'),
    },
  ],
  [
    'TerminalCheckout',
    'approved',
    { arrange: sale(60_000), prepare: () => screen.findByRole('button', { name: 'Next customer' }) },
  ],
  [
    'PaymentStatus',
    'under way',
    { props: ofOne, arrange: sale(500), prepare: () => screen.findByRole('list') },
  ],
  ['PaymentStatus', 'approved', { props: ofOne, arrange: sale(60_000), prepare: heading('Approved') }],
  [
    'PaymentStatus',
    'not known',
    {
      props: ofOne,
      arrange: sale(500),
      prepare: heading("We don't know yet if the card was charged"),
      scenario: 'lost-answer',
    },
  ],
  ['TransactionActions', 'sold', { props: { transaction: sold }, prepare: heading('Give money back') }],
  ['TransactionActions', 'held', { props: { transaction: held }, prepare: heading('Collect') }],
  [
    'CloseBatch',
    'with a payment in the way',
    {
      props: { terminalId: 'terminal-1' },
      arrange: sale(500),
      prepare: () => screen.findByRole('button', { name: 'Close the day' }),
    },
  ],
  ['TransactionList', 'with a sale', { arrange: sale(60_000), prepare: heading(/\$12\.50 taken/) }],
  [
    'DayReport',
    'with a sale',
    {
      props: { shop: 'Café Aurora', number: '7', onOpen: () => undefined },
      arrange: sale(9000),
      prepare: () => screen.findByRole('button', { name: 'Net: $12.50' }),
    },
  ],
  [
    'PaymentMirror',
    'with a sale',
    {
      props: { terminalId: 'terminal-1', children: 'Welcome' },
      arrange: sale(500),
      prepare: heading('Tap, insert or swipe your card'),
    },
  ],
  [
    'Receipt',
    'of a sale',
    {
      props: (operationId: string) => ({
        operationId,
        shop: 'Café Aurora',
        footer: 'Thank you',
        reprint: true,
      }),
      arrange: sale(9000),
      prepare: heading('Approved'),
    },
  ],
  [
    'CloseDay',
    'with terminals',
    { arrange: sale(9000), prepare: () => screen.findByRole('button', { name: 'Close 1 terminal' }) },
  ],
  ['OpenOperations', 'with a payment', { arrange: sale(500), prepare: () => screen.findByRole('listitem') }],
];

/** The markup, with React's ids numbered as they come. */
async function markupOf(component: unknown, { props, arrange, prepare, ...options }: Shown) {
  const harness = createHarness({ latencyMs: 0, ...options });
  await arrange?.(harness);
  const { id = '' } = harness.operations.list()[0] ?? {};
  const given = typeof props === 'function' ? props(id) : props;
  const { container } = render(createElement(component as ComponentType<object>, given), {
    wrapper: harness.wrapper,
  });
  await prepare(userEvent.setup());
  const ids = [...new Set(container.innerHTML.match(/_r_\w+?_|:r\w+:|«r\w+»/g))];
  const markup = ids.reduce(
    (text, found, index) => text.replaceAll(found, `id-${index}-`),
    container.innerHTML,
  );
  cleanup();
  return markup;
}

const first = shown.filter(([name], at) => shown.findIndex(([other]) => other === name) === at);

test.each(runs(first, shown))('%s, %s, is drawn by its parts as by itself', async (name, _, state) => {
  const itself = await markupOf(tillkit[name], state);
  expect(itself).toContain('data-tillkit=');
  expect(await markupOf(own[name], state)).toBe(itself);
});

const names = Object.keys(families).filter((name): name is DropIn => /^[A-Z]/.test(name));

test('every drop-in is an own one, and has a state that is compared', () => {
  expect(names.filter((name) => own[name] === tillkit[name])).toEqual([]);
  expect([...new Set(shown.map(([name]) => name))].toSorted()).toEqual(names.toSorted());
});

test('every public part is placed by an example', () => {
  const sources = ['custom-parts', 'own']
    .flatMap((folder) => readdirSync(`examples/${folder}`).map((name) => `examples/${folder}/${name}`))
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => readFileSync(path, 'utf8'));
  const placed = sources.flatMap((source) => {
    const [, family] = /import \{ (\w+) as Parts \} from 'tillkit\/parts'/.exec(source) ?? [];
    return [...source.matchAll(/<(\w+)\.(\w+)/g)].map(
      ([, root, part]) => `${root === 'Parts' ? family : root}.${part}`,
    );
  });
  const parts = names.flatMap((family) => Object.keys(families[family]).map((part) => `${family}.${part}`));
  expect(parts.length).toBeGreaterThan(100);
  expect(parts.filter((part) => !placed.includes(part))).toEqual([]);
});
