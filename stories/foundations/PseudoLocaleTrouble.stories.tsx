import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { LinkShare, OpenOperations, PaymentLinkList, TerminalCheckout, TerminalPicker } from 'tillkit';
import { eventually, harnessOf } from '../linkStory.ts';
import { pseudo } from './pseudoLocale.ts';
import { hasOnlyLabels, inPseudo } from './pseudoStory.ts';

export default {
  title: 'Reference/Pseudo-locale/Trouble',
  tags: ['look', '!test', '!autodocs', '!manifest'],
  parameters: { sandbox: inPseudo },
} satisfies Meta;

type Story = StoryObj;
type Context = Parameters<NonNullable<Story['play']>>[0];

const { terminalCheckout, terminalPicker, paymentStatus, paymentLinkList, openOperations } = pseudo;

async function load({ canvasElement, loaded }: Context) {
  await harnessOf(loaded).advance(300);
  await waitFor(() => expect(canvasElement.querySelector('[data-loading]')).toBeNull());
}

const submit = ({ canvasElement, userEvent }: Context) =>
  userEvent.click(canvasElement.querySelector<HTMLElement>('button[type=submit]')!);

export const NoTerminalsLoaded: Story = {
  beforeEach: ({ loaded }) =>
    harnessOf(loaded).sandbox.setScenario('unauthorized', { operation: 'listTerminals' }),
  render: () => <TerminalPicker />,
  play: async (context) => {
    await load(context);
    await expect(await context.canvas.findByText(terminalPicker.loadError)).toBeVisible();
    await hasOnlyLabels(context, 'The authorization is not valid.');
  },
};

export const NoLinksLoaded: Story = {
  beforeEach: ({ loaded }) =>
    harnessOf(loaded).sandbox.setScenario('server-error', { operation: 'listPaymentLinks' }),
  render: () => <PaymentLinkList />,
  play: async (context) => {
    const { canvas, loaded } = context;
    await eventually(loaded, () =>
      expect(canvas.getAllByText(paymentLinkList.errorTitle).length).toBeGreaterThan(0),
    );
    await hasOnlyLabels(context, 'Something went wrong.');
  },
};

export const NothingFound: Story = {
  render: () => <PaymentLinkList />,
  play: async (context) => {
    const { canvas, userEvent, loaded } = context;
    await eventually(loaded, () => expect(canvas.getByRole('cell', { name: 'PL-1003' })).toBeVisible());
    await userEvent.type(canvas.getByRole('searchbox'), 'zzz');
    await expect(await canvas.findByText(paymentLinkList.noMatch)).toBeVisible();
    await hasOnlyLabels(context);
  },
};

export const NoQrCode: Story = {
  render: () => <LinkShare address={`https://pay.sandbox.test/${'x'.repeat(4000)}`} qrCode="shown" />,
  play: async (context) => {
    await expect(await context.canvas.findByText(pseudo.linkShare.qrCodeFailed)).toBeVisible();
    await hasOnlyLabels(context);
  },
};

export const PreAuthorization: Story = {
  render: () => (
    <TerminalCheckout
      kind="preAuth"
      confirm="always"
      defaultTerminalId="terminal-1"
      quickAmountsCents={[500, 1000]}
      customFields={[{ key: 'table', label: 'Table', required: true }]}
      fields={{ orderNumber: { required: true } }}
    />
  ),
  play: async (context) => {
    const { canvas, userEvent } = context;
    await load(context);
    await userEvent.click(canvas.getByRole('button', { name: terminalCheckout.addReceipt }));
    await submit(context);
    await hasOnlyLabels(context, 'Table');
    await userEvent.click(canvas.getByRole('checkbox'));
    await userEvent.type(canvas.getByRole('textbox', { name: pseudo.amountField.label }), '12.03');
    await userEvent.type(canvas.getByRole('textbox', { name: terminalCheckout.orderNumber }), 'A-1');
    await userEvent.type(canvas.getByRole('textbox', { name: 'Table' }), '7');
    await submit(context);
    await expect(await canvas.findByRole('button', { name: terminalCheckout.cancel })).toBeVisible();
    await hasOnlyLabels(context, 'Table');
  },
};

export const Busy: Story = {
  beforeEach: async ({ loaded }) => {
    const { operations, sandbox, advance } = harnessOf(loaded);
    sandbox.setScenario('slow');
    await operations.start(
      'pay',
      { terminalId: 'terminal-1', amount: 4200, receipt: false },
      { flowKey: 'other' },
    );
    await advance(2000);
  },
  render: () => <TerminalCheckout defaultTerminalId="terminal-1" defaultAmountCents={1250} />,
  play: async (context) => {
    await load(context);
    await hasOnlyLabels(context);
    await submit(context);
    await expect(await context.canvas.findByRole('region', { name: paymentStatus.region })).toBeVisible();
    await hasOnlyLabels(context);
  },
};

export const Resolving: Story = {
  beforeEach: async ({ loaded }) => {
    const { operations, sandbox, advance } = harnessOf(loaded);
    sandbox.setScenario('lost-answer');
    await operations.start('pay', { terminalId: 'terminal-1', amount: 4200, receipt: false });
    await advance(500);
  },
  render: () => <OpenOperations />,
  play: async (context) => {
    const { canvas, userEvent, loaded } = context;
    await harnessOf(loaded).advance(300);
    await canvas.findByRole('region', { name: openOperations.title });
    await userEvent.click(canvas.getByRole('button', { expanded: false }));
    await harnessOf(loaded).advance(1000);
    const notCharged = canvas.getAllByRole('button', { name: paymentStatus.notCharged({ kind: 'pay' }) });
    await userEvent.click(notCharged.at(-1)!);
    await hasOnlyLabels(context);
    await userEvent.click(notCharged[0]!);
    await hasOnlyLabels(context);
    await userEvent.click(canvas.getByRole('button', { name: paymentStatus.confirmYes({ kind: 'pay' }) }));
    await hasOnlyLabels(context);
  },
};
