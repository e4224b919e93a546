import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect } from 'storybook/test';
import { AttachmentField, LinkShare, PaymentLinkForm, PaymentLinkList } from 'tillkit';
import { eventually, harnessOf } from '../linkStory.ts';
import { pseudo } from './pseudoLocale.ts';
import { hasOnlyLabels, inPseudo } from './pseudoStory.ts';

export default {
  title: 'Reference/Pseudo-locale/Payment links',
  tags: ['look', '!test', '!autodocs', '!manifest'],
  parameters: { sandbox: inPseudo },
} satisfies Meta;

type Story = StoryObj;
type Context = Parameters<NonNullable<Story['play']>>[0];

/** Waits until the form has read the list, which it does once when it opens. */
const listIsRead = ({ loaded }: Context) =>
  eventually(loaded, () => expect(harnessOf(loaded).sandbox.ledger.requests[0]?.outcome).toBe('answered'));

const serviceSentences = ['fails-once.pdf could not be stored.'];

export const Attachments: Story = {
  render: () => <AttachmentField maxFiles={2} maxBytes={1_000_000} />,
  play: async (context) => {
    const { canvas, canvasElement, userEvent, loaded } = context;
    await hasOnlyLabels(context, /[A-Z]{3,4}/g);
    const input = canvasElement.querySelector<HTMLInputElement>('input[type=file]')!;
    const file = (name: string, ...parts: string[]) => new File(['%PDF-1.7\n', name, ...parts], name);
    await userEvent.upload(input, [
      file('a.pdf'),
      file('fails-once.pdf'),
      new File([], 'b.pdf'),
      file('c.pdf'),
    ]);
    await eventually(loaded, () =>
      expect(canvas.getByText(pseudo.attachmentField.status('failed'))).toBeVisible(),
    );
    await hasOnlyLabels(context, ...serviceSentences, /[\w-]+\.pdf/g, 'fail', /[A-Z]{3,4}/g);
  },
};

export const Share: Story = {
  render: () => <LinkShare address="https://pay.sandbox.test/l/8f3k2m9x" qrCode="shown" />,
  play: async (context) => {
    await context.canvas.findByRole('img', { name: pseudo.linkShare.qrCode });
    await hasOnlyLabels(context);
  },
};

export const LinkForm: Story = {
  render: () => (
    <PaymentLinkForm
      customFields={[
        { key: 'invoice-number', label: 'Invoice number', required: true },
        { key: 'note', label: 'Note' },
      ]}
      taxes={[{ id: 'tax-standard', label: 'City tax', percent: 20 }]}
      discount={{ percent: 2.5 }}
    />
  ),
  play: async (context) => {
    const { canvas, userEvent, loaded } = context;
    const values = ['Invoice number', 'Note', 'City tax', '2026-001', /[A-Z]{3,4}/g];
    const create = canvas.getByRole('button', { name: pseudo.paymentLinkForm.create({ amount: undefined }) });
    await listIsRead(context);
    await userEvent.click(create);
    await hasOnlyLabels(context, ...values);
    await userEvent.type(canvas.getByRole('textbox', { name: pseudo.amountField.label }), '48');
    await userEvent.type(canvas.getByRole('textbox', { name: 'Invoice number' }), '2026-001');
    harnessOf(loaded).sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' });
    await userEvent.click(create);
    await eventually(loaded, () =>
      expect(canvas.getByText(pseudo.paymentLinkForm.unknownTitle)).toHaveFocus(),
    );
    await hasOnlyLabels(context, ...values);
  },
};

export const LinkCreated: Story = {
  render: () => <PaymentLinkForm />,
  play: async (context) => {
    const { canvas, userEvent, loaded } = context;
    await listIsRead(context);
    await userEvent.type(canvas.getByRole('textbox', { name: pseudo.amountField.label }), '48{Enter}');
    await eventually(loaded, () =>
      expect(canvas.getByRole('heading', { name: pseudo.paymentLinkForm.createdTitle })).toBeVisible(),
    );
    await hasOnlyLabels(context, /PL-\d+/g);
  },
};

export const LinkList: Story = {
  render: () => <PaymentLinkList limit={2} />,
  play: async (context) => {
    const { canvas, loaded } = context;
    await hasOnlyLabels(context);
    await eventually(loaded, () => expect(canvas.getByRole('cell', { name: 'PL-1003' })).toBeVisible());
    await hasOnlyLabels(context, /PL-\d+/g);
  },
};
