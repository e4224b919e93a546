import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type ComponentType, type ReactNode, useState } from 'react';
import * as tillkit from 'tillkit';
import type { UploadFile } from '../../src/core/uploads/uploadFile.ts';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  type TerminalOperation,
} from 'tillkit/core';
import { expect, vi } from 'vitest';
import type { Harness, HarnessOptions } from '../harness.tsx';

export interface PartCase {
  /** The element it renders. */
  tag: string;
  /** What it must be given. */
  props?: object;
  /** What it stands in. */
  inside?: (part: ReactNode) => ReactNode;
  harness?: HarnessOptions;
  /** What came before. */
  arrange?: (harness: Harness) => Promise<unknown>;
  /** Brings about what it shows. */
  prepare?: (user: UserEvent) => Promise<void>;
}

const { AttachmentFieldItem, AttachmentFieldRoot } = tillkit;
const { LinkShareRoot, LinkShareCopy, LinkShareQrToggle } = tillkit;
const { TerminalPickerInput, TerminalPickerRoot } = tillkit;
const { PaymentLinkListBody, PaymentLinkListRoot, PaymentLinkListQr, PaymentLinkListSearch } = tillkit;

const press = (name: string) => async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name }));

/** As where a page may not write to it. */
const withoutClipboard = async (user: UserEvent) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await press('Copy link')(user);
};

const { AmountFieldRoot } = tillkit;
const amount = { value: null, onValueChange: () => undefined };
const amountIn = (part: ReactNode) => (
  <AmountFieldRoot {...amount} hint="With the tip" error="Too much for today">
    {part}
  </AmountFieldRoot>
);

const amountField: Record<string, PartCase> = {
  AmountFieldRoot: { tag: 'div', props: { ...amount, disabled: true, error: 'Too much for today' } },
  AmountFieldLabel: { tag: 'label', inside: amountIn },
  AmountFieldControl: { tag: 'div', inside: amountIn },
  AmountFieldCurrency: { tag: 'span', inside: amountIn },
  AmountFieldInput: { tag: 'input', inside: amountIn },
  AmountFieldHint: { tag: 'p', inside: amountIn },
  AmountFieldError: { tag: 'p', inside: amountIn },
};

const failed: UploadFile = { id: '1', name: 'menu.pdf', size: 5, status: 'failed' };
const field = (part: ReactNode) => <AttachmentFieldRoot error="Wait.">{part}</AttachmentFieldRoot>;
const file = (given: Partial<UploadFile>) => (part: ReactNode) =>
  field(<AttachmentFieldItem file={{ ...failed, ...given }}>{part}</AttachmentFieldItem>);

const attachmentField: Record<string, PartCase> = {
  AttachmentFieldRoot: { tag: 'fieldset', props: { disabled: true, error: 'Wait.' } },
  AttachmentFieldLabel: { tag: 'legend', inside: field },
  AttachmentFieldDropArea: { tag: 'div' },
  AttachmentFieldAdd: { tag: 'button', inside: field },
  AttachmentFieldHint: { tag: 'div', inside: field },
  AttachmentFieldList: {
    tag: 'ul',
    inside: field,
    prepare: (user) =>
      user.upload(screen.getByLabelText('Add files', { selector: 'input' }), new File([], 'a.txt')),
  },
  AttachmentFieldItem: { tag: 'li', props: { file: failed }, inside: field },
  AttachmentFieldAbout: { tag: 'div' },
  AttachmentFieldName: { tag: 'span', inside: file({}) },
  AttachmentFieldMeta: { tag: 'p', inside: file({}) },
  AttachmentFieldReason: { tag: 'p', inside: file({ problem: 'empty' }) },
  AttachmentFieldRetry: { tag: 'button', inside: file({}) },
  AttachmentFieldRemove: { tag: 'button', inside: file({}) },
  AttachmentFieldProgress: { tag: 'progress', inside: file({ status: 'uploading', progress: 0.5 }) },
  AttachmentFieldError: { tag: 'p', inside: field },
};

const share = (part: ReactNode) => <LinkShareRoot address="https://pay.test/l/1">{part}</LinkShareRoot>;
const drawn = async () => {
  await waitFor(() => expect(screen.getByRole('img')).toHaveAttribute('aria-busy', 'false'));
};

const linkShare: Record<string, PartCase> = {
  LinkShareRoot: { tag: 'div', props: { address: 'https://pay.test/l/1' } },
  LinkShareLine: { tag: 'div' },
  LinkShareField: { tag: 'div' },
  LinkShareAddress: { tag: 'input', inside: share },
  LinkShareHint: {
    tag: 'p',
    inside: (part) => share([part, <LinkShareCopy key="copy" />]),
    prepare: withoutClipboard,
  },
  LinkShareOpen: { tag: 'a', inside: share },
  LinkShareActions: { tag: 'div', inside: share },
  LinkShareCopy: { tag: 'button', inside: share },
  LinkShareNative: {
    tag: 'button',
    inside: (part) => {
      Object.defineProperty(navigator, 'share', { value: () => Promise.resolve(), configurable: true });
      return share(part);
    },
  },
  LinkShareQrToggle: { tag: 'button', inside: share },
  LinkShareQrPanel: {
    tag: 'div',
    inside: (part) => share([part, <LinkShareQrToggle key="toggle" />]),
    prepare: press('Show QR code'),
  },
  LinkShareQrCode: { tag: 'svg', inside: share, prepare: drawn },
};

const list = (part: ReactNode) => <PaymentLinkListRoot limit={1}>{part}</PaymentLinkListRoot>;
/** In the one link of the page. */
const listed = (part: ReactNode) =>
  list(
    <table>
      <PaymentLinkListBody skeleton={null}>{() => part}</PaymentLinkListBody>
    </table>,
  );
const inCell = (part: ReactNode) =>
  listed(
    <tr>
      <td>{part}</td>
    </tr>,
  );
const answering = (answer: () => Response): HarnessOptions => ({
  provider: {
    client: createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      paymentLinks: { amountUnit: 'minor' },
      fetcher: () => Promise.resolve(answer()),
    }),
  },
});
const search = (part: ReactNode) => list([part, <PaymentLinkListSearch key="search" />]);
const searchFor = (text: string) => async (user: UserEvent) =>
  user.type(await screen.findByRole('searchbox'), text);
const table = (part: ReactNode) => list(<table>{part}</table>);
const never: HarnessOptions = { latencyMs: 60_000 };

const paymentLinkList: Record<string, PartCase> = {
  PaymentLinkListRoot: { tag: 'section', props: { columns: ['amount'] } },
  PaymentLinkListLoading: { tag: 'p', inside: list, harness: never },
  PaymentLinkListError: {
    tag: 'div',
    inside: list,
    harness: answering(() => Response.json({}, { status: 400 })),
  },
  PaymentLinkListToolbar: { tag: 'div', inside: list },
  PaymentLinkListSearch: { tag: 'label', inside: list },
  PaymentLinkListRefresh: { tag: 'button', inside: list },
  PaymentLinkListDownload: { tag: 'button', inside: list },
  PaymentLinkListFound: { tag: 'p', inside: search, prepare: searchFor('PL') },
  PaymentLinkListEmpty: {
    tag: 'div',
    inside: list,
    harness: answering(() => Response.json({ items: [], total: 0, page: 1, limit: 25 })),
  },
  PaymentLinkListTable: { tag: 'table', inside: list },
  PaymentLinkListHead: { tag: 'thead', inside: table },
  PaymentLinkListBody: { tag: 'tbody', inside: table },
  PaymentLinkListSkeleton: {
    tag: 'tr',
    inside: (part) => table(<tbody>{part}</tbody>),
  },
  PaymentLinkListRow: { tag: 'tr', inside: listed },
  PaymentLinkListCell: {
    tag: 'td',
    props: { column: 'reference' },
    inside: (part) => listed(<tr>{part}</tr>),
  },
  PaymentLinkListQr: { tag: 'button', inside: inCell },
  PaymentLinkListRefused: {
    tag: 'tr',
    inside: (part) =>
      listed([
        <tr key="copy">
          <td>
            <LinkShareCopy />
          </td>
        </tr>,
        part,
      ]),
    prepare: withoutClipboard,
  },
  PaymentLinkListNote: { tag: 'p', inside: search, prepare: searchFor('nothing like it') },
  PaymentLinkListPages: { tag: 'nav', inside: list },
  PaymentLinkListPrevious: { tag: 'button', inside: list },
  PaymentLinkListPage: { tag: 'p', inside: list },
  PaymentLinkListNext: { tag: 'button', inside: list },
  PaymentLinkListDialog: {
    tag: 'dialog',
    inside: (part) =>
      list([
        part,
        <table key="table">
          <PaymentLinkListBody skeleton={null}>
            {() => (
              <tr>
                <td>
                  <PaymentLinkListQr />
                </td>
              </tr>
            )}
          </PaymentLinkListBody>
        </table>,
      ]),
    prepare: press('Show QR code'),
  },
};

const { PaymentLinkFormAmount, PaymentLinkFormCreated, PaymentLinkFormEntry } = tillkit;
const { PaymentLinkFormRoot, PaymentLinkFormSubmit } = tillkit;

const form = (part: ReactNode) => <PaymentLinkFormRoot>{part}</PaymentLinkFormRoot>;
const entry = (part: ReactNode) => form(<PaymentLinkFormEntry>{part}</PaymentLinkFormEntry>);
const sendable = (part: ReactNode) =>
  entry([part, <PaymentLinkFormAmount key="amount" />, <PaymentLinkFormSubmit key="submit" />]);
const created = (part: ReactNode) =>
  form([
    <PaymentLinkFormEntry key="entry">
      <PaymentLinkFormAmount />
      <PaymentLinkFormSubmit />
    </PaymentLinkFormEntry>,
    <PaymentLinkFormCreated key="created">{part}</PaymentLinkFormCreated>,
  ]);
const send = async (user: UserEvent) => {
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '12.50');
  await user.click(screen.getByRole('button', { name: 'Create payment link' }));
};
/** A service that gives every creation the same answer, and an empty list. */
const creating = (answer: () => Response): HarnessOptions => ({
  provider: {
    client: createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      paymentLinks: { amountUnit: 'minor' },
      fetcher: ({ method }) =>
        Promise.resolve(method === 'POST' ? answer() : Response.json({ items: [], total: 0 })),
    }),
  },
});

/** A form that goes away and comes back. */
function ComingBack({ children }: { children: ReactNode }) {
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        Come or go
      </button>
      {isShown && children}
    </>
  );
}

const paymentLinkForm: Record<string, PartCase> = {
  PaymentLinkFormRoot: { tag: 'section' },
  PaymentLinkFormEntry: { tag: 'form', inside: form },
  PaymentLinkFormRestored: {
    tag: 'div',
    inside: (part) => <ComingBack>{sendable(part)}</ComingBack>,
    prepare: async (user) => {
      await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '12.50');
      await press('Come or go')(user);
      await press('Come or go')(user);
    },
  },
  PaymentLinkFormRejected: {
    tag: 'div',
    inside: sendable,
    harness: creating(() => Response.json({ message: 'Not today.' }, { status: 422 })),
    prepare: send,
  },
  PaymentLinkFormUnknown: {
    tag: 'div',
    inside: sendable,
    harness: creating(() => new Response('', { status: 504 })),
    prepare: send,
  },
  PaymentLinkFormFields: { tag: 'fieldset', inside: entry },
  PaymentLinkFormColumn: { tag: 'div' },
  PaymentLinkFormCustomValues: {
    tag: 'fieldset',
    inside: (part) => (
      <PaymentLinkFormRoot customValues={[{ key: 'table', label: 'Table' }]}>
        <PaymentLinkFormEntry>{part}</PaymentLinkFormEntry>
      </PaymentLinkFormRoot>
    ),
  },
  PaymentLinkFormFlags: { tag: 'div', inside: entry },
  PaymentLinkFormEstimate: { tag: 'section', inside: entry },
  PaymentLinkFormActions: { tag: 'div' },
  PaymentLinkFormSubmit: { tag: 'button', inside: entry },
  PaymentLinkFormOutcome: { tag: 'div', inside: created, prepare: send },
  PaymentLinkFormShare: { tag: 'div', inside: created, prepare: send },
  PaymentLinkFormDetails: { tag: 'dl', inside: created, prepare: send },
  PaymentLinkFormLook: {
    tag: 'button',
    inside: created,
    harness: creating(() => Response.json({})),
    prepare: send,
  },
  PaymentLinkFormAgain: { tag: 'button', inside: created, prepare: send },
};

const { OpenOperationsRoot } = tillkit;
const operations = (part: ReactNode) => <OpenOperationsRoot>{part}</OpenOperationsRoot>;
const waiting: TerminalOperation = {
  id: 'operation-1',
  kind: 'pay',
  phase: 'waiting',
  terminalId: 'terminal-1',
  anomalies: [],
  connection: 'ok',
  seenProcessing: false,
  flowKey: 'default',
  createdAt: Date.UTC(2026, 0, 15),
};

const begin = async ({ operations: ours, advance }: Harness) => {
  void ours.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  await advance(500);
};
/** A journal that does not come to an end with reading. */
function unread(): HarnessOptions {
  const client = createPaymentsClient({ baseUrl: 'http://localhost:4010' });
  const journal = { ...createMemoryJournal(), list: () => new Promise<never>(() => undefined) };
  return { provider: { client, operations: createTerminalOperations({ client, journal }) } };
}

const openOperations: Record<string, PartCase> = {
  OpenOperationsRoot: { tag: 'section' },
  OpenOperationsTitle: { tag: 'h2', inside: operations },
  OpenOperationsLoading: { tag: 'p', inside: operations, harness: unread() },
  OpenOperationsEmpty: { tag: 'div', inside: operations, harness: { virtual: false } },
  OpenOperationsList: { tag: 'ul', inside: operations, arrange: begin },
  OpenOperationsRow: { tag: 'li', props: { operation: waiting }, inside: operations },
};

const { PaymentStatusRoot } = tillkit;
const status = (part: ReactNode) => (
  <Latest>{(operationId) => <PaymentStatusRoot operationId={operationId}>{part}</PaymentStatusRoot>}</Latest>
);

/** The one operation there is. */
function Latest({ children }: { children: (id: string) => ReactNode }) {
  return children(tillkit.useOperations()[0]?.id ?? 'none');
}
/** A sale as it stands some time after it was started. */
const sale =
  (ms: number) =>
  async ({ operations: ours, advance }: Harness) => {
    await ours.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    await advance(ms);
  };
const underWay = { inside: status, arrange: sale(500) };
const ended = { inside: status, arrange: sale(60_000) };
const unknown = { inside: status, arrange: sale(500), harness: { scenario: 'lost-answer' as const } };

const unauthorized = async (harness: Harness) => {
  harness.sandbox.setScenario('unauthorized', { operation: 'getProcessedMessage' });
  await sale(9000)(harness);
};
/** A person says that nothing was charged, and then the result comes. */
const contradictOperator = async (harness: Harness) => {
  const { operations: ours, advance } = harness;
  await sale(2000)(harness);
  const id = ours.list()[0]?.id ?? '';
  ours.stopWaiting(id);
  ours.resolveUnknown(id, { charged: false, basis: 'receipt' });
  await advance(60_000);
};

const paymentStatus: Record<string, PartCase> = {
  PaymentStatusRoot: { tag: 'section', props: { operationId: 'none' } },
  PaymentStatusEmpty: { tag: 'p', inside: status },
  PaymentStatusHead: { tag: 'div', ...underWay },
  PaymentStatusAmount: { tag: 'p', ...underWay },
  PaymentStatusElapsed: { tag: 'span', ...underWay },
  PaymentStatusSteps: { tag: 'ol', ...underWay },
  PaymentStatusNow: { tag: 'p', ...underWay },
  PaymentStatusConnection: { tag: 'div', inside: status, arrange: unauthorized },
  PaymentStatusNotDurable: { tag: 'p', ...underWay, harness: { isDurable: false } },
  PaymentStatusWaiting: { tag: 'div', ...underWay },
  PaymentStatusCheck: { tag: 'div', ...underWay },
  PaymentStatusStop: { tag: 'button', ...underWay },
  PaymentStatusOutcome: { tag: 'div', ...ended },
  PaymentStatusTitle: { tag: 'h2', ...ended },
  PaymentStatusSentences: { tag: 'div', ...unknown },
  PaymentStatusAnomalies: {
    tag: 'div',
    inside: status,
    arrange: contradictOperator,
    harness: { scenario: 'late-result' },
  },
  PaymentStatusDetails: { tag: 'dl', ...ended },
  PaymentStatusUnknown: { tag: 'div', ...unknown },
  PaymentStatusFindOut: { tag: 'div', ...unknown },
  PaymentStatusResolve: { tag: 'div', ...unknown },
  PaymentStatusActions: { tag: 'div' },
};

const { CloseBatchEntry, CloseBatchRoot } = tillkit;
const batch = (part: ReactNode) => <CloseBatchRoot terminalId="terminal-1">{part}</CloseBatchRoot>;
const batchEntry = (part: ReactNode) => batch(<CloseBatchEntry>{part}</CloseBatchEntry>);

const closeBatch: Record<string, PartCase> = {
  CloseBatchRoot: { tag: 'section', props: { terminalId: 'terminal-1' } },
  CloseBatchEntry: { tag: 'div', inside: batch },
  CloseBatchHead: { tag: 'header', inside: batchEntry },
  CloseBatchTitle: { tag: 'h2', inside: batchEntry },
  CloseBatchTerminal: { tag: 'p', inside: batchEntry },
  CloseBatchConsequences: { tag: 'ul', inside: batchEntry },
  CloseBatchOpen: { tag: 'div', inside: batchEntry, arrange: sale(500) },
  CloseBatchAction: { tag: 'div', inside: batchEntry },
  CloseBatchHint: { tag: 'p', inside: batchEntry, arrange: sale(500) },
  CloseBatchClose: { tag: 'button', inside: batchEntry },
};

const picker = (part: ReactNode) => <TerminalPickerRoot>{part}</TerminalPickerRoot>;
const openPicker = (part: ReactNode) => picker([part, <TerminalPickerInput key="input" />]);
const open = async (user: UserEvent) => {
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveAttribute('aria-busy', 'false'));
  await user.click(screen.getByRole('combobox'));
};

const terminalPicker: Record<string, PartCase> = {
  TerminalPickerRoot: { tag: 'div', props: { disabled: true } },
  TerminalPickerLabel: { tag: 'label', inside: picker },
  TerminalPickerAnchor: { tag: 'div' },
  TerminalPickerControl: { tag: 'div' },
  TerminalPickerInput: { tag: 'input', inside: picker },
  TerminalPickerToggle: { tag: 'button', inside: picker },
  TerminalPickerPopup: { tag: 'div', inside: picker },
  TerminalPickerOptions: { tag: 'ul', inside: openPicker, prepare: open },
  TerminalPickerOption: {
    tag: 'li',
    props: { index: 0 },
    inside: (part) => openPicker(<ul key="options">{part}</ul>),
    prepare: open,
  },
  TerminalPickerMessage: {
    tag: 'p',
    inside: openPicker,
    prepare: async (user) => {
      await open(user);
      await user.type(screen.getByRole('combobox'), 'nothing like it');
    },
  },
  TerminalPickerProgress: { tag: 'div', inside: openPicker, harness: { terminals: 200 }, prepare: open },
  TerminalPickerHint: {
    tag: 'p',
    inside: (part) => <TerminalPickerRoot hint="Beside the till">{part}</TerminalPickerRoot>,
  },
  TerminalPickerError: {
    tag: 'p',
    inside: (part) => <TerminalPickerRoot error="Choose one">{part}</TerminalPickerRoot>,
  },
  TerminalPickerUnlisted: {
    tag: 'div',
    inside: (part) => <TerminalPickerRoot defaultValue="gone">{part}</TerminalPickerRoot>,
  },
  TerminalPickerLoadError: {
    tag: 'div',
    inside: picker,
    harness: answering(() => Response.json({}, { status: 401 })),
  },
};

/** Every part of the package, and where it shows. */
export const parts: Record<string, PartCase> = {
  ...amountField,
  ...attachmentField,
  ...linkShare,
  ...paymentLinkList,
  ...paymentLinkForm,
  ...openOperations,
  ...paymentStatus,
  ...closeBatch,
  ...terminalPicker,
};

/** Several elements, none of their own, or a field whose control the ref is. */
export const noParts = [
  'CloseBatchQuestion',
  'CloseBatchRefusal',
  'CloseBatchStatus',
  'PaymentLinkListLink',
  'PaymentLinkFormAmount',
  'PaymentLinkFormCreated',
  'PaymentLinkFormFiles',
  'PaymentLinkFormTaxes',
  'PaymentStatusProgress',
];

export const partOf = (name: string) => tillkit[name as keyof typeof tillkit] as ComponentType<object>;
