import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import {
  PaymentLinkForm,
  PaymentsProvider,
  PaymentStatus,
  TerminalCheckout,
  TransactionActions,
  useTransaction,
} from 'tillkit';
import { en } from 'tillkit/locales/en';
import { expect, test, vi } from 'vitest';
import type { GatewayOptions } from '../../src/gateway/gatewayOptions.ts';
import { json } from '../core/client/recordingClient.ts';
import { createPages } from '../gateway/gatewayPages.ts';

const reason = 'Above 5.00 a manager has to approve.';
const codes: Record<string, string> = { 'yes é': 'maria' };

/** Large payments and refunds need a manager's code. */
const authorize: GatewayOptions['authorize'] = (_, operation, { body, approval }) => {
  const caller = { subject: 'till-1', sees: 'all' } as const;
  const isLarge = (operation === 'pay' || operation === 'refund') && Number(body?.['amount']) > 500;
  if (!isLarge) return caller;
  const approvedBy = codes[approval ?? ''];
  return approvedBy === undefined ? { ...caller, needsApproval: reason } : { ...caller, approvedBy };
};

async function createTill(
  own: GatewayOptions['authorize'] = authorize,
  more: Pick<Partial<GatewayOptions>, 'fetcher'> = {},
) {
  const made = await createPages({ authorize: own, ...more });
  const page = made.open();
  page.answer(/GET terminals/, () => json({ items: [{ terminalId: 'T1', name: 'Bar', provider: 'alpha' }] }));
  const user = userEvent.setup();
  const pass = (ms: number) => act(() => made.pass(ms));
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
  const show = (element: React.JSX.Element) =>
    render(
      <PaymentsProvider
        client={page.client}
        operations={page.operations}
        currency="USD"
        locale="en-US"
        timeZone="UTC"
      >
        {element}
      </PaymentsProvider>,
    );
  const sell = async (amount: number) => {
    const { posted } = made;
    await page.operations.start('pay', { terminalId: 'T1', amount, receipt: false }, { currency: 'USD' });
    await pass(500);
    made.results.set(`one M-${posted.length}`, { status: 'complete' });
    await pass(5000);
    page.operations.list().forEach(({ id }) => page.operations.acknowledge(id));
    await pass(500);
  };
  return { ...made, ...page, user, pass, press, show, sell };
}

test('a sale that needs a manager asks for the code, and sends it with the next press only', async () => {
  const { show, pass, press, user, posted, asked, sent, operations, storage } = await createTill();
  show(<TerminalCheckout defaultTerminalId="T1" defaultAmountCents={1250} />);
  await pass(500);
  await press(/^Charge/);
  await pass(500);
  expect(screen.getByRole('heading', { name: 'Approval needed' })).toBeVisible();
  expect(screen.getByText('Nothing was sent yet.')).toBeVisible();
  expect(posted).toHaveLength(0);
  // The reason is said once, at the field, which has the focus.
  const field = screen.getByLabelText('Approval code');
  expect(screen.getAllByText(reason)).toHaveLength(1);
  expect(field).toHaveAccessibleDescription(reason);
  expect(field).toHaveFocus();
  expect(field).toBeValid();
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');

  await press('Approve and send');
  expect(field).toHaveAccessibleDescription(`${reason} Enter the code.`);
  expect(field).toBeInvalid();
  expect(asked.filter((what) => what === 'POST pay')).toHaveLength(1);

  // A wrong code is refused as the press before.
  await user.type(field, 'no-code{Enter}');
  expect(field).toHaveValue('');
  await pass(500);
  expect(posted).toHaveLength(0);
  const again = screen.getByLabelText('Approval code');
  expect(again).toHaveFocus();
  expect(again).toBeInvalid();
  // The host gives its first reason again, so the field says that the code was wrong.
  const wrong = 'The code was not accepted.';
  expect(again).toHaveAccessibleDescription(`${reason} ${wrong}`);
  expect(screen.getAllByText(wrong, { ignore: '[aria-live] *' })).toHaveLength(1);
  expect(screen.queryByText('Nothing was sent yet.')).toBeNull();
  await user.type(again, 'yes é');
  await press('Approve and send');
  await pass(500);
  expect(posted).toHaveLength(1);
  const presses = asked.filter((what) => what === 'POST pay');
  expect(presses).toHaveLength(3);
  const approvals = sent.map((headers) => headers.get('x-operation-approval')).filter(Boolean);
  expect(approvals).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}:no-code$/),
    expect.stringMatching(/^[0-9a-f]{32}:yes%20%C3%A9$/),
  ]);
  // The code is in nothing that the page keeps.
  const items = Array.from({ length: storage.length }, (__, at) => storage.getItem(storage.key(at) ?? ''));
  expect(items.length).toBeGreaterThan(0);
  expect(JSON.stringify([operations.list(), items])).not.toMatch(/yes é|no-code/);
});

test('a code in a dialog does not submit the host’s form around it', async () => {
  const { show, pass, press, user, posted } = await createTill();
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  const till = <TerminalCheckout defaultTerminalId="T1" defaultAmountCents={1250} />;
  show(<form onSubmit={onSubmit}>{createPortal(till, document.body)}</form>);
  await pass(500);
  await press(/^Charge/);
  await pass(500);
  await user.type(screen.getByLabelText('Approval code'), 'yes é{Enter}');
  await pass(500);
  expect(posted).toHaveLength(1);
  expect(onSubmit).not.toHaveBeenCalled();
});

function Sale({ reference }: { reference: string }) {
  const { data } = useTransaction({ pnRefNum: reference });
  return data ? <TransactionActions transaction={data} /> : null;
}

test('a refund says beforehand that it needs a manager, and is sent with the code', async () => {
  const { show, pass, press, user, posted, sell } = await createTill((request, operation, call) => {
    if (operation === 'void') return false; // so that the money goes back as a refund
    return operation === 'pay' ? { subject: 'till-1', sees: 'all' } : authorize(request, operation, call);
  });
  await sell(900);
  show(<Sale reference="P-1" />);
  await pass(1000);
  expect(await screen.findByText(new RegExp(reason))).toBeVisible();
  await press(/^Give back/);
  await press(/^Yes, give back/);
  await pass(500);
  expect(posted.filter(({ path }) => path === '/refund')).toHaveLength(0);
  await user.type(await screen.findByLabelText('Approval code'), 'yes é{Enter}');
  await pass(500);
  expect(posted.filter(({ path }) => path === '/refund')).toHaveLength(1);
});

test('a person may enter no code: the sale is there again, as it was', async () => {
  const { show, pass, press, user, posted } = await createTill();
  show(<TerminalCheckout defaultTerminalId="T1" defaultAmountCents={1250} />);
  await pass(500);
  await press(/^Charge/);
  await pass(500);
  await user.type(screen.getByLabelText('Approval code'), 'half{Escape}');
  expect(screen.queryByLabelText('Approval code')).toBeNull();
  expect(screen.getByRole('button', { name: 'Charge $12.50 on Bar' })).toBeVisible();
  expect(posted).toHaveLength(0);
});

test('a person may enter no code: the payment is there again, and nothing was given back', async () => {
  const { show, pass, press, posted, sell } = await createTill((_, operation) =>
    operation === 'void'
      ? { subject: 'till-1', sees: 'all', needsApproval: reason }
      : { subject: 'till-1', sees: 'all' },
  );
  await sell(900);
  show(<Sale reference="P-1" />);
  await pass(1000);
  await press(/^Give back/);
  await press(/^Yes, give back/);
  await pass(500);
  expect(screen.getByLabelText('Approval code')).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Back to the payment' })).toBeNull();
  // Who approves a void sees how much it gives back.
  expect(screen.getByRole('region', { name: 'Payment status' })).toHaveTextContent('$9.00');
  await press('Cancel');
  expect(screen.queryByLabelText('Approval code')).toBeNull();
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  expect(posted.map(({ path }) => path)).toStrictEqual(['/pay']);
});

test('a half-typed code is gone when the form asks for the code of another payment', async () => {
  const { show, pass, press, user, operations } = await createTill();
  const refuse = async (amount: number) => {
    const request = { terminalId: 'T1', amount, receipt: false };
    const result = await operations.start('pay', request, { currency: 'USD' });
    await pass(500);
    return result.started ? result.operation.id : '';
  };
  const [first, second] = [await refuse(1250), await refuse(900)];
  const OfHost = () => {
    const [operationId, setOperationId] = useState(first);
    return (
      <>
        <PaymentStatus operationId={operationId} onApprove={() => undefined} />
        <button onClick={() => setOperationId(second)}>The other payment</button>
      </>
    );
  };
  show(<OfHost />);
  await user.type(screen.getByLabelText('Approval code'), 'half');
  await press('The other payment');
  expect(screen.getByRole('region')).toHaveTextContent('$9.00');
  expect(screen.getByLabelText('Approval code')).toHaveValue('');
});

test('a code that cannot be sent is not kept: the form says why, and asks for it again', async () => {
  const { show, pass, press, user, posted, line, sent, operations } = await createTill();
  show(<TerminalCheckout defaultTerminalId="T1" defaultAmountCents={1250} />);
  await pass(500);
  await press(/^Charge/);
  await pass(500);
  line.isDown = /POST pay|GET operations/; // what became of the other payment is not known
  await operations.start('pay', { terminalId: 'T1', amount: 100, receipt: false }, { flowKey: 'other' });
  await user.type(screen.getByLabelText('Approval code'), 'yes é{Enter}');
  await pass(100);
  const field = screen.getByLabelText('Approval code');
  expect(field).toHaveAccessibleDescription(
    `${reason} ${en.paymentStatus.keptBack({ code: 'terminal-busy', field: undefined })}`,
  );
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(sent.filter((headers) => headers.has('x-operation-approval'))).toHaveLength(0);
  line.isDown = /^$/;
  await pass(20_000);
  await user.type(field, 'yes é{Enter}');
  await pass(500);
  expect(posted).toHaveLength(1);
});

test('what the role forbids is not offered, and the reason is said', async () => {
  const { show, pass, sell } = await createTill(
    (_, operation) => operation !== 'void' && operation !== 'refund' && { subject: 'till-1', sees: 'all' },
  );
  await sell(900);
  show(<Sale reference="P-1" />);
  await pass(1000);
  expect(await screen.findByText('You may not give money back here. Ask a person who may.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Give back/ })).toBeNull();
});

/** Links of more than 50.00 need a manager's code. */
const authorizeLinks: GatewayOptions['authorize'] = (_, operation, { body, approval }) => {
  const caller = { subject: 'till-1', sees: 'all' } as const;
  if (operation !== 'createPaymentLink' || Number(body?.['amount']) <= 5000) return caller;
  const approvedBy = codes[approval ?? ''];
  if (approvedBy !== undefined) return { ...caller, approvedBy };
  return { ...caller, needsApproval: approval === undefined ? reason : 'Not the code. Tries left: 4.' };
};

test('a link that needs a manager asks for the code: wrong, then right, and it is made once', async () => {
  const [made, created]: [unknown[], unknown[]] = [[], []];
  const { show, pass, press, user, sent, storage } = await createTill(authorizeLinks, {
    async fetcher(request) {
      if (request.method === 'GET') return json({ items: [], page: 1, limit: 25, total: 0 });
      const { amount } = (await request.json()) as { amount: number };
      made.push(amount);
      return json({ data: { paymentRequestId: 'L1', paymentLink: 'https://pay.example/L1', amount } });
    },
  });
  show(<PaymentLinkForm fields={{ amount: { value: 9000 } }} onLinkCreated={(link) => created.push(link)} />);
  await pass(500);
  await press('Create payment link for $90.00');
  await pass(500);
  expect(made).toEqual([]);
  expect(screen.getByRole('heading', { name: 'Approval needed' })).toBeVisible();
  const field = screen.getByLabelText('Approval code');
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(reason);
  expect(screen.queryByText('Not accepted')).toBeNull();

  await user.type(field, 'no-code{Enter}');
  expect(field).toHaveValue('');
  await pass(500);
  expect(made).toEqual([]);
  expect(field).toHaveFocus();
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Not the code. Tries left: 4.');

  await user.type(field, 'yes é');
  await press('Approve and send');
  await pass(500);
  expect(made).toEqual([9000]);
  const headers = sent.map((one) => one.get('x-operation-approval')).filter(Boolean);
  expect(headers).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}:no-code$/),
    expect.stringMatching(/^[0-9a-f]{32}:yes%20%C3%A9$/),
  ]);
  expect(created).toMatchObject([{ paymentLink: 'https://pay.example/L1' }]);
  expect(screen.queryByLabelText('Approval code')).toBeNull();
  const items = Array.from({ length: storage.length }, (__, at) => storage.getItem(storage.key(at) ?? ''));
  expect(JSON.stringify([items, document.body.innerHTML])).not.toMatch(/yes é|no-code/);
});

test.each([
  ['after the refusal', false],
  ['before the refusal', true],
])(
  'a manager sees the amount of the link that is sent, not one that the host sets %s',
  async (_, isEarly) => {
    let judge: () => void = () => undefined;
    const judged = new Promise<void>((resolve) => (judge = resolve));
    const { show, pass, press, user, posted } = await createTill(async (...asked) => {
      await judged;
      return authorizeLinks(...asked);
    });
    const OfHost = () => {
      const [value, setValue] = useState(9000);
      return (
        <>
          <PaymentLinkForm fields={{ amount: { value, readOnly: true } }} />
          <button onClick={() => setValue(7000)}>One item less</button>
        </>
      );
    };
    show(<OfHost />);
    await pass(500);
    await press('Create payment link for $90.00');
    if (isEarly) await press('One item less');
    judge();
    await pass(500);
    if (!isEarly) await press('One item less');
    expect(screen.getByRole('form', { name: 'Approval needed' })).toHaveTextContent('$90.00');
    await user.type(screen.getByLabelText('Approval code'), 'yes é{Enter}');
    await pass(500);
    expect(posted.map(({ body }) => body['amount'])).toEqual([9000]);
  },
);

test('a form of another order that is opened meanwhile asks for approval of the link that is sent', async () => {
  const { show, pass, press, user, posted } = await createTill(authorizeLinks);
  const OfHost = () => {
    const [value, setValue] = useState(9000);
    return (
      <>
        <PaymentLinkForm key={value} fields={{ amount: { value, readOnly: true } }} />
        <button onClick={() => setValue(7000)}>Next order</button>
      </>
    );
  };
  show(<OfHost />);
  await pass(500);
  await press('Create payment link for $90.00');
  await pass(500);
  await press('Next order');
  const asked = screen.getByRole('form', { name: 'Approval needed' });
  expect(asked).toHaveTextContent('Sent with an amount of $90.00');
  expect(asked).not.toHaveTextContent('$70.00');
  // The order that is on the screen is asked for under its own sum.
  await press('Cancel');
  await press('Create payment link for $70.00');
  await pass(500);
  expect(screen.getByRole('form', { name: 'Approval needed' })).toHaveTextContent('Approval needed$70.00');
  await user.type(screen.getByLabelText('Approval code'), 'yes é{Enter}');
  await pass(500);
  expect(posted.map(({ body }) => body['amount'])).toEqual([7000]);
});

test('without the code, the form is there again as it was filled in', async () => {
  const { show, pass, press, user, posted } = await createTill(authorizeLinks);
  show(<PaymentLinkForm />);
  await pass(500);
  await user.type(screen.getByLabelText(/^Amount/), '90');
  await press('Create payment link for $90.00');
  await pass(500);
  await user.type(screen.getByLabelText('Approval code'), 'half{Escape}');
  expect(screen.queryByLabelText('Approval code')).toBeNull();
  const again = screen.getByRole('button', { name: 'Create payment link for $90.00' });
  await waitFor(() => expect(again).toHaveFocus());
  expect(screen.queryByText('Not accepted')).toBeNull();
  expect(posted).toHaveLength(0);
  // A smaller link needs nobody.
  await user.clear(screen.getByLabelText(/^Amount/));
  await user.type(screen.getByLabelText(/^Amount/), '40');
  await press('Create payment link for $40.00');
  await pass(500);
  expect(posted.map(({ body }) => body['amount'])).toEqual([4000]);
});
