import { attempt } from '../core/errors.ts';
import { toLinkJson, type SandboxLink, linkReference, sandboxTaxes, totalTaxCents } from './links.ts';
import { toMessageJsonAndMarkReported } from './messages.ts';
import { okReply, noContentReply, errorReply, fieldErrorReply, type Reply } from './replies.ts';
import {
  positiveCents,
  checkThat,
  type FindFieldErrors,
  listQueryErrors,
  contractDefaultAndMaxPageSize,
  customValues,
  strictObjectOf,
  nonEmptyString,
  boolean,
  listField,
  listOf,
  numberField,
  oneOf,
  optional,
  paginate,
  required,
  stringField,
} from './requests.ts';
import { toTerminalJson } from './terminals.ts';
import type { AuthorizedSandboxRequest, SandboxState } from './sandboxState.ts';

const pageSizes = ({ settings }: SandboxState) => settings.service?.pages ?? contractDefaultAndMaxPageSize;

export function handleListTerminals(
  state: SandboxState,
  { entry: { query } }: AuthorizedSandboxRequest,
): Reply {
  const others = { clientId: optional(nonEmptyString), timezone: optional(timeZone) };
  const sizes = pageSizes(state);
  const [first, ...rest] = listQueryErrors(query, sizes, others);
  if (first) return fieldErrorReply([first, ...rest]);
  const records = state.settings.terminals.map((terminal, index) => {
    const offlineSince = state.unplugged.get(terminal.id);
    return offlineSince === undefined
      ? toTerminalJson(terminal, index, state.now())
      : toTerminalJson({ ...terminal, status: 'offline' }, index, offlineSince);
  });
  return okReply(paginate(records, query, sizes));
}

const timeZone = /*#__PURE__*/ checkThat(
  (value) =>
    value !== '' && !!attempt(() => new Intl.DateTimeFormat('en', { timeZone: String(value) }).format()),
  'must be an IANA time zone.',
);

/** Checks the body of a request for a new link, by the table in docs/contract.md. */
function linkRequestCheck(state: SandboxState): FindFieldErrors {
  const configuredKey = oneOf(state.settings.customValueKeys, 'is not a key configured for payment links.');
  return strictObjectOf({
    amount: required(positiveCents),
    taxes: optional((value, field) => (Array.isArray(value) ? listOf(taxId) : taxAmount)(value, field)),
    showBilling: optional(boolean),
    showShipping: optional(boolean),
    customValues: required(customValues(configuredKey)),
    attachments: optional(listOf(wasHandedOut(state))),
    applyDiscount: required(boolean),
    clientId: optional(nonEmptyString),
  });
}

const taxId = /*#__PURE__*/ oneOf(
  sandboxTaxes.map(({ id }) => id),
  'is not a tax of this merchant.',
);

const taxAmount = /*#__PURE__*/ checkThat(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'must be an amount or a list of tax ids.',
);

const wasHandedOut = ({ attachments }: SandboxState): FindFieldErrors =>
  checkThat((value) => {
    const path = stringField(value, 'path');
    return path !== undefined && attachments.handedOut.has(path);
  }, 'is not an attachment that the upload handed out.');

export function handleListLinks(
  state: SandboxState,
  { entry: { query }, route }: AuthorizedSandboxRequest,
): Reply {
  const sizes = pageSizes(state);
  const [first, ...rest] = listQueryErrors(query, sizes);
  if (first) return fieldErrorReply([first, ...rest]);
  const newestFirst = state.links.toReversed();
  const page = paginate(newestFirst, query, sizes);
  const listed = { ...page, items: page.items.map(toLinkJson) };
  return okReply(route.isV1 ? listed : { data: listed });
}

export function handleCreateLink(state: SandboxState, { body, route }: AuthorizedSandboxRequest): Reply {
  const [first, ...rest] = linkRequestCheck(state)(body, '');
  if (first) return fieldErrorReply([first, ...rest]);
  const link = createLink(state, body);
  state.links.push(link);
  return route.isV1 ? noContentReply : okReply({ data: toLinkJson(link) });
}

function createLink(state: SandboxState, body: unknown): SandboxLink {
  const amount = numberField(body, 'amount') ?? 0;
  const tax = numberField(body, 'taxes') ?? 0;
  return {
    id: state.ids.word(),
    reference: linkReference(state.links.length),
    isPaid: false,
    amount,
    totalAmount: amount + tax + totalTaxCents(amount, listField(body, 'taxes')),
    createdAt: state.now(),
    customValues: listField(body, 'customValues'),
    isSeed: false,
  };
}

export function handlePoll(state: SandboxState, { route, entry }: AuthorizedSandboxRequest): Reply {
  const now = state.now();
  entry.msgIdentifier = route.messageId;
  const waitMs = state.pollLimiter(now);
  if (waitMs > 0) return errorReply(429, 'Too many questions in a minute.', state.retryAfter(waitMs));
  const message = state.messages.get(route.messageId ?? '');
  return message
    ? okReply({ data: toMessageJsonAndMarkReported(message, now) })
    : errorReply(404, 'There is no message with this identifier.');
}

// 10 MB. The service's own limit is not known; docs/contract.md chooses this one.
const largestFile = 10 * 1024 * 1024;

/** Accepts files. The first upload of a file with "fail" in its name gets a 500, so that a retry can be tried. */
export function handleUpload(state: SandboxState, { files }: AuthorizedSandboxRequest): Reply {
  const stray = files.find(({ part }) => part !== 'files');
  if (stray) return fieldErrorReply([{ field: stray.part, message: 'is not a field of this request.' }]);
  if (files.length === 0) return fieldErrorReply([{ field: 'files', message: 'is required.' }]);
  const tooLarge = files.find(({ size }) => size > largestFile);
  if (tooLarge) return errorReply(413, `${tooLarge.name} is larger than 10 MB.`);

  const { failedOnce, handedOut } = state.attachments;
  const failing = files.find(({ name }) => /fail/i.test(name) && !failedOnce.has(name));
  if (failing) {
    failedOnce.add(failing.name);
    return errorReply(500, `${failing.name} could not be stored.`);
  }
  const stored = files.map(({ name, size, type }) => ({
    path: `attachments/${state.ids.word()}/${name}`,
    name,
    size,
    type,
  }));
  for (const { path } of stored) handedOut.add(path);
  return okReply({ data: stored });
}
