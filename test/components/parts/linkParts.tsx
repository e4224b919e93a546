import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import * as parts from 'tillkit/parts';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { expect, vi } from 'vitest';
import type { UploadFile } from '../../../src/core/uploads/uploadQueue.ts';
import type { HarnessOptions } from '../../harness.tsx';
import { answering, type PartCase, press } from './partCase.ts';

const { Item: AttachmentFieldItem, Root: AttachmentFieldRoot } = parts.AttachmentField;
const { Root: LinkShareRoot, Copy: LinkShareCopy, QrToggle: LinkShareQrToggle } = parts.LinkShare;
const {
  Body: PaymentLinkListBody,
  Root: PaymentLinkListRoot,
  Qr: PaymentLinkListQr,
  Search: PaymentLinkListSearch,
} = parts.PaymentLinkList;

/** As where a page may not write to it. */
const withoutClipboard = async (user: UserEvent) => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await press('Copy link')(user);
};

const failed: UploadFile = { id: '1', name: 'menu.pdf', size: 5, status: 'failed' };
const field = (part: ReactNode) => <AttachmentFieldRoot error="Wait.">{part}</AttachmentFieldRoot>;
const file = (given: Partial<UploadFile>) => (part: ReactNode) =>
  field(<AttachmentFieldItem file={{ ...failed, ...given }}>{part}</AttachmentFieldItem>);

export const attachmentField: Record<string, PartCase> = {
  AttachmentFieldRoot: { tag: 'fieldset', props: { disabled: true, error: 'Wait.' } },
  AttachmentFieldLabel: { tag: 'legend', inside: field },
  AttachmentFieldDropArea: { tag: 'div', inside: field },
  AttachmentFieldAdd: { tag: 'button', inside: field },
  AttachmentFieldHint: { tag: 'div', inside: field },
  AttachmentFieldList: {
    tag: 'ul',
    inside: field,
    prepare: (user) =>
      user.upload(screen.getByLabelText('Add files', { selector: 'input' }), new File([], 'a.txt')),
  },
  AttachmentFieldItem: { tag: 'li', props: { file: failed }, inside: field },
  AttachmentFieldAbout: { tag: 'div', inside: file({}) },
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

export const linkShare: Record<string, PartCase> = {
  LinkShareRoot: { tag: 'div', props: { address: 'https://pay.test/l/1' } },
  LinkShareLine: { tag: 'div', inside: share },
  LinkShareField: { tag: 'div', inside: share },
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
const search = (part: ReactNode) => list([part, <PaymentLinkListSearch key="search" />]);
const searchFor = (text: string) => async (user: UserEvent) =>
  user.type(await screen.findByRole('searchbox'), text);
const table = (part: ReactNode) => list(<table>{part}</table>);
const never: HarnessOptions = { latencyMs: 60_000 };

export const paymentLinkList: Record<string, PartCase> = {
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
  PaymentLinkListSummary: { tag: 'p', inside: list },
  PaymentLinkListStatuses: {
    tag: 'fieldset',
    inside: (part) => <PaymentLinkListRoot>{part}</PaymentLinkListRoot>,
  },
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

const {
  Amount: PaymentLinkFormAmount,
  Created: PaymentLinkFormCreated,
  Entry: PaymentLinkFormEntry,
} = parts.PaymentLinkForm;
const { Root: PaymentLinkFormRoot, Submit: PaymentLinkFormSubmit } = parts.PaymentLinkForm;

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
  await user.click(screen.getByRole('button', { name: /^Create payment link/ }));
};
/** A service that gives every creation the same answer, and an empty list. */
const creating = (answer: () => Response): HarnessOptions => ({
  provider: {
    client: createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
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

export const paymentLinkForm: Record<string, PartCase> = {
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
  PaymentLinkFormAdd: { tag: 'div', inside: entry },
  PaymentLinkFormCustomValues: {
    tag: 'fieldset',
    inside: (part) => (
      <PaymentLinkFormRoot customFields={[{ key: 'table', label: 'Table' }]}>
        <PaymentLinkFormEntry>{part}</PaymentLinkFormEntry>
      </PaymentLinkFormRoot>
    ),
  },
  PaymentLinkFormFlags: { tag: 'div', inside: entry },
  PaymentLinkFormEstimate: {
    tag: 'section',
    inside: (part) => (
      <PaymentLinkFormRoot fields={{ amount: { value: 1000 }, taxes: { value: 50 } }}>
        <PaymentLinkFormEntry>{part}</PaymentLinkFormEntry>
      </PaymentLinkFormRoot>
    ),
  },
  PaymentLinkFormActions: { tag: 'div', inside: form },
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
