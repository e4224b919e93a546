// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import { createRef, type CSSProperties, type ReactNode } from 'react';
import {
  AmountField,
  type AmountFieldProps,
  CloseBatch,
  type CloseBatchProps,
  CloseDay,
  DayReport,
  OpenOperations,
  PaymentLinkForm,
  type PaymentLinkFormProps,
  PaymentLinkList,
  PaymentStatus,
  type PaymentStatusProps,
  PaymentMirror,
  Receipt,
  TerminalCheckout,
  type TerminalCheckoutProps,
  TerminalPicker,
  TransactionActions,
  TransactionList,
  type TransactionActionsProps,
} from 'tillkit';
import * as parts from 'tillkit/parts';
import type { PartElementProps, PartProps, PartRender, TransactionActionState } from 'tillkit/parts';
import type {
  Attachment,
  LinkOutcome,
  PaymentLink,
  Phase,
  TerminalOperation,
  Transaction,
} from 'tillkit/core';
import { describe, expectTypeOf, test } from 'vitest';

/** What is rendered here is compiled, never mounted. */
const shown: ReactNode[] = [];
const show = (...elements: ReactNode[]) => void shown.push(...elements);

const operation = {} as TerminalOperation;
const transaction = {} as Transaction;

describe('a part', () => {
  test('takes what its element takes', () => {
    show(
      <parts.CloseBatch.Close
        className="mine"
        style={{ margin: 2 }}
        title="Once"
        type="submit"
        form="till"
      />,
      <parts.CloseBatch.Action hidden data-mine="" aria-label="mine" onClick={() => undefined} />,
      <parts.LinkShare.Open target="_self" rel="noreferrer" />,
      <parts.TerminalCheckout.Entry autoComplete="off" noValidate />,
    );
    show(<parts.TransactionActions.Back disabled name="back" />, <parts.LinkShare.Line draggable />);
    // @ts-expect-error -- a division cannot be disabled
    show(<parts.LinkShare.Line disabled />);
    // @ts-expect-error -- a division has no address
    show(<parts.CloseBatch.Action href="#" />);
    // @ts-expect-error -- and is no form
    show(<parts.CloseBatch.Action noValidate />);
  });

  test('knows the element of its event', () => {
    show(
      <parts.CloseBatch.Close
        onClick={({ currentTarget }) => expectTypeOf(currentTarget).toExtend<HTMLButtonElement>()}
      />,
      <parts.TransactionActions.Capture
        onSubmit={({ currentTarget }) => expectTypeOf(currentTarget).toExtend<HTMLFormElement>()}
      />,
    );
  });

  test('takes a ref to its element, and to no other', () => {
    show(
      <parts.CloseBatch.Close ref={createRef<HTMLButtonElement>()} />,
      <parts.TransactionActions.Capture ref={createRef<HTMLFormElement>()} />,
      <parts.CloseBatch.Root terminalId="T-1" ref={createRef<HTMLElement>()} />,
      <parts.TransactionActions.Controls
        ref={(element) => void expectTypeOf(element).toEqualTypeOf<HTMLDivElement | null>()}
      />,
    );
    // @ts-expect-error -- the button is a button
    show(<parts.CloseBatch.Close ref={createRef<HTMLAnchorElement>()} />);
    // @ts-expect-error -- the form is a form
    show(<parts.TransactionActions.Capture ref={createRef<HTMLDivElement>()} />);
  });

  test('may stand in an element of the host, or in a function of its props and state', () => {
    show(
      <parts.CloseBatch.Close render={<a href="#close">Close</a>} />,
      <parts.CloseBatch.Root
        terminalId="T-1"
        render={(props, { phase }) => {
          expectTypeOf(props).toEqualTypeOf<PartElementProps>();
          expectTypeOf(phase).toEqualTypeOf<'idle' | Phase>();
          return <main {...props} />;
        }}
      />,
      <parts.OpenOperations.Row
        operation={operation}
        render={(props, state) => {
          expectTypeOf(state).toExtend<parts.OpenOperations.State & parts.OpenOperations.RowState>();
          return <li {...props}>{state.busy && 'busy'}</li>;
        }}
      />,
      <parts.TransactionActions.GiveBack
        render={(props, { kind }) => {
          expectTypeOf(kind).toEqualTypeOf<TransactionActionState['kind']>();
          return <form {...props} />;
        }}
      />,
    );
    // @ts-expect-error -- a text is no element
    show(<parts.CloseBatch.Close render="close" />);
    // @ts-expect-error -- a component is not rendered yet
    show(<parts.CloseBatch.Close render={{ type: 'a' }} />);
    // @ts-expect-error -- the root of a batch has no such state
    show(<parts.CloseBatch.Root terminalId="T-1" render={(_, { connection }) => <p>{connection}</p>} />);
  });

  test('has types of its own to write such a part', () => {
    type Props = PartProps<'button', { busy: boolean }>;
    expectTypeOf<NonNullable<Props['render']>>().toEqualTypeOf<PartRender<{ busy: boolean }>>();
    expectTypeOf<Props['type']>().toEqualTypeOf<'submit' | 'reset' | 'button' | undefined>();
    expectTypeOf<Props>().not.toHaveProperty('ref');
    expectTypeOf<PartElementProps['className']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<PartProps<'svg'>['viewBox']>().toEqualTypeOf<string | undefined>();
    // @ts-expect-error -- no such element
    expectTypeOf<PartProps<'buton'>>().not.toBeAny();
  });
});

describe('what a payment came to', () => {
  const onOutcome = (ended: TerminalOperation) => void ended.pnRefNum;

  test('is told by five callbacks, each with its operation, which may promise', () => {
    type Callback = ((operation: TerminalOperation) => unknown) | undefined;
    type Props = PaymentStatusProps & TerminalCheckoutProps & CloseBatchProps & TransactionActionsProps;
    expectTypeOf<Props['onPaymentComplete']>().toEqualTypeOf<Callback>();
    expectTypeOf<Props['onPaymentFailed']>().toEqualTypeOf<Callback>();
    expectTypeOf<Props['onPaymentPartial']>().toEqualTypeOf<Callback>();
    expectTypeOf<Props['onPaymentRejected']>().toEqualTypeOf<Callback>();
    expectTypeOf<Props['onPaymentUnknown']>().toEqualTypeOf<Callback>();
    show(
      <PaymentStatus operationId="1" onPaymentComplete={onOutcome} onPaymentUnknown={undefined} />,
      <TerminalCheckout onPaymentComplete={({ pnRefNum }) => void pnRefNum?.length} />,
    );
    // @ts-expect-error -- a reference may be missing
    show(<TerminalCheckout onPaymentComplete={({ pnRefNum }) => void pnRefNum.length} />);
    // @ts-expect-error -- nothing else is told
    show(<TerminalCheckout onPaymentComplete={(ended, request: object) => void [ended, request]} />);
  });

  test('is not told by one callback for all: `unknown` is no error', () => {
    // @ts-expect-error -- there is no such callback
    show(<TerminalCheckout onError={onOutcome} onPaymentError={onOutcome} />);
    // @ts-expect-error -- nor one for what a person resolved
    show(<PaymentStatus operationId="1" onPaymentResolved={onOutcome} />);
  });

  test('is shown by state that may be missing', () => {
    expectTypeOf<parts.PaymentStatus.State['phase']>().toEqualTypeOf<Phase | undefined>();
    expectTypeOf<parts.PaymentStatus.State['empty']>().toEqualTypeOf<boolean>();
    show(
      <parts.PaymentStatus.Root
        operationId="1"
        render={(props, state) => {
          expectTypeOf(state).toEqualTypeOf<parts.PaymentStatus.State>();
          return <div {...props} />;
        }}
      />,
    );
    // @ts-expect-error -- which operation has to be said
    show(<PaymentStatus />);
  });
});

describe('a drop-in', () => {
  test('composes its own parts: it has no children', () => {
    // @ts-expect-error -- the parts are there for that
    show(<TerminalCheckout>more</TerminalCheckout>);
    // @ts-expect-error -- of a batch too
    show(<CloseBatch terminalId="T-1">more</CloseBatch>);
    // @ts-expect-error -- of a transaction too
    show(<TransactionActions transaction={transaction}>more</TransactionActions>);
    // @ts-expect-error -- and of the list
    show(<OpenOperations>more</OpenOperations>);
    show(
      <CloseBatch terminalId="T-1" summary={<p>14 payments</p>} />,
      <PaymentStatus operationId="1" actions="Next" />,
    );
  });

  test('names what it needs', () => {
    show(
      <OpenOperations />,
      <OpenOperations terminalId="T-1" hideWhenEmpty />,
      <PaymentLinkList />,
      <PaymentLinkForm />,
      <Receipt operationId="1" shop="Café" paper="58mm" reprint />,
      <Receipt operation={operation} />,
      <PaymentMirror
        terminalId="T-1"
        outcomeMs={5000}
        link={{ address: 'https://pay.test/l/1', amountCents: 1250 }}
      />,
      <CloseDay dayStartsAt="04:00" terminalId={['T-1', 'T-2']} onOpen={({ number }) => number} />,
      <DayReport closing={{ terminalId: 'T-1', number: 17 }} />,
      <DayReport day="yesterday" dayStartsAt="04:00" onOpen={({ from }) => from} />,
      <TransactionList />,
      <TransactionList terminalId="T-1" dayStartsAt="04:00" orderHref={(number) => `/orders/${number}`} />,
    );
    // @ts-expect-error -- no printer has such paper
    show(<Receipt operation={operation} paper="70mm" />);
    // @ts-expect-error -- a column has words
    show(<TransactionList columns={[{ id: 'table', render: () => null }]} />);
    // @ts-expect-error -- a screen belongs to a terminal
    show(<PaymentMirror />);
    // @ts-expect-error -- a batch belongs to a terminal
    show(<CloseBatch />);
    // @ts-expect-error -- a transaction has to be known, not its number alone
    show(<TransactionActions transaction={{ pnRefNum: '123' }} />);
    // @ts-expect-error -- only what is complete can be captured, voided or refunded
    show(<TransactionActions transaction={{ ...transaction, status: 'failed' }} />);
    // @ts-expect-error -- amounts of a checkout are cents
    show(<TerminalCheckout defaultAmountCents="12.50" />);
    // @ts-expect-error -- a checkout is a sale or a pre-authorization
    show(<TerminalCheckout kind="refund" />);
  });

  test('takes words, each of its own section', () => {
    show(
      <CloseBatch
        terminalId="T-1"
        labels={{ close: 'End of day', confirmTitle: ({ terminal }) => `${terminal}?` }}
      />,
      <PaymentStatus operationId="1" labels={{ checkNow: undefined! }} />,
    );
    // @ts-expect-error -- no such word
    show(<CloseBatch terminalId="T-1" labels={{ refresh: 'Again' }} />);
    // @ts-expect-error -- this one is a function of the terminal
    show(<CloseBatch terminalId="T-1" labels={{ confirmTitle: 'Sure?' }} />);
    // @ts-expect-error -- which does not know the sum
    show(<CloseBatch terminalId="T-1" labels={{ confirmTitle: ({ amount }) => `${amount}?` }} />);
  });

  test('has the ref of its root, an amount field that of its input', () => {
    show(
      <CloseBatch terminalId="T-1" ref={createRef<HTMLElement>()} />,
      <AmountField value={null} onValueChange={() => undefined} ref={createRef<HTMLInputElement>()} />,
    );
    // @ts-expect-error -- the root is reached through its parts
    show(<AmountField value={null} onValueChange={() => undefined} ref={createRef<HTMLDivElement>()} />);
  });

  test('takes rules for its fields', () => {
    show(
      <TerminalCheckout
        fields={{
          terminalId: { value: 'T-1', hidden: true },
          amount: { value: 1250, readOnly: true },
          receipt: { value: true, required: true },
          customValues: { value: [{ key: 'order', value: 'A-1' }] },
        }}
        confirm="always"
        quickAmountsCents={[500, 1000]}
        customFields={[
          { key: 'shift', label: 'Shift', type: 'choice', choices: [{ value: '1', label: 'Early' }] },
        ]}
        onTerminalChange={(terminalId, { reason }) => {
          expectTypeOf(terminalId).toEqualTypeOf<string | null>();
          expectTypeOf(reason).toEqualTypeOf<'user' | 'remembered' | 'single' | 'default' | 'reset'>();
        }}
      />,
    );
    // @ts-expect-error -- the value of an amount is cents
    show(<TerminalCheckout fields={{ amount: { value: '12.50' } }} />);
    // @ts-expect-error -- what is required of custom values is said one by one
    show(<TerminalCheckout fields={{ customValues: { required: true } }} />);
    // @ts-expect-error -- no such field
    show(<TerminalCheckout fields={{ tip: { hidden: true } }} />);
    // @ts-expect-error -- a question is asked sometimes, always or never
    show(<TerminalCheckout confirm />);
  });
});

test('the form for a link tells the link, or null where it is not known which', () => {
  expectTypeOf<PaymentLinkFormProps['onLinkCreated']>().toEqualTypeOf<
    ((link: PaymentLink | null, details: Pick<LinkOutcome, 'sentAmountCents'>) => void) | undefined
  >();
  const attachment: Attachment = { path: 'a/1' };
  show(
    <PaymentLinkForm
      taxes={[{ id: 'vat', label: 'VAT', percent: '8.875' }]}
      discount={{ percent: 3, of: 'amount' }}
      fields={{
        taxes: { by: 'either', value: ['vat'] },
        attachments: { value: [attachment], readOnly: true },
      }}
      onLinkCreated={(link) => void link?.paymentLink}
    />,
  );
  // @ts-expect-error -- it may be null
  show(<PaymentLinkForm onLinkCreated={(link) => void link.paymentLink} />);
  // @ts-expect-error -- a tax has a name
  show(<PaymentLinkForm taxes={[{ id: 'vat', percent: 20 }]} />);
});

describe('an amount field', () => {
  test('takes no events of its own input beside the change of its value', () => {
    expectTypeOf<keyof AmountFieldProps & `on${string}`>().toEqualTypeOf<'onValueChange'>();
    expectTypeOf<AmountFieldProps['style']>().toEqualTypeOf<CSSProperties | undefined>();
    expectTypeOf<parts.AmountField.RootProps>().not.toHaveProperty('onChange');
    expectTypeOf<parts.AmountField.RootProps>().not.toHaveProperty('defaultValue');
    show(
      <parts.AmountField.Root
        value={5}
        onValueChange={() => undefined}
        render={(props, { invalid, disabled, readonly }) => {
          expectTypeOf([invalid, disabled, readonly]).toEqualTypeOf<boolean[]>();
          return <p {...props} />;
        }}
      />,
    );
  });
});

test('a terminal picker is a form control, controlled or not', () => {
  show(
    <TerminalPicker name="terminal" form="till" required defaultValue={null} />,
    <TerminalPicker value={null} onValueChange={(terminalId) => void terminalId?.length} remembers={false} />,
  );
  // @ts-expect-error -- null is "none"
  show(<TerminalPicker onValueChange={(terminalId: string) => void terminalId} />);
});

test('a list of operations draws each of them, and nothing else', () => {
  show(
    <parts.OpenOperations.List>
      {({ id, terminalId }) => <li key={id}>{terminalId}</li>}
    </parts.OpenOperations.List>,
  );
  // @ts-expect-error -- the rows are the list's
  show(<parts.OpenOperations.List>more</parts.OpenOperations.List>);
  // @ts-expect-error -- a row needs its operation
  show(<parts.OpenOperations.Row />);
});
