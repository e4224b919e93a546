import { currencyDigits } from '../core/money/currency.ts';
import { decimalTextOfCents } from '../core/money/decimals.ts';
import { linkDecimalsIfMajorUnit } from '../core/wire/dialect.ts';
import { processingStatuses } from '../core/wire/message.ts';
import type { WireObjectName, ServiceDescription, ContractFieldNames } from '../core/wire/service.ts';
import { schemaOfAnswerFields, schemaOfWireRequest, type JsonSchema } from './jsonSchema.ts';

/** The required fields of each record. A request requires only those fields that its operation sends. */
export const requiredFieldNames: {
  readonly [Record in WireObjectName]?: readonly ContractFieldNames[Record][];
} = {
  terminal: ['id'],
  accepted: ['msgIdentifier'],
  message: ['status'],
  paymentLink: ['id'],
  page: ['items'],
  request: ['terminalId', 'amount', 'receipt', 'pnRefNum'],
  linkRequest: ['amount', 'customValues', 'applyDiscount'],
  customValue: ['key', 'value'],
};

/** The fields for which the contract has several names. Used if a description does not name the field. */
export const contractFieldAliases: Record<string, Record<string, readonly string[]>> = {
  terminal: { id: ['terminalId', 'id', '_id'], name: ['name', 'label', 'terminalName'] },
  paymentLink: { id: ['id', '_id', 'paymentRequestId', 'reference', 'paymentLink'] },
};

const customValues = [{ key: 'table', label: 'Table', value: '7', valueLabel: 'Table 7, terrace' }] as const;

export const contractExamples = {
  accepted: { msgIdentifier: 'msg-7', pnRefNum: 'pn-3' },
  message: {
    msgIdentifier: 'msg-7',
    status: 'complete',
    pnRefNum: 'pn-3',
    amount: 1450,
    tip: 200,
    message: 'Approved.',
  },
  paymentLink: {
    id: 'link-5',
    paymentLink: 'https://pay.example/l/link-5',
    paymentRequestId: 'link-5',
    reference: 'link-5',
    status: 'unpaid',
    paid: false,
    amount: 1250,
    totalAmount: 1375,
    paidAmount: 0,
    createdAt: '2026-01-15T09:30:00Z',
    customValues,
  },
  attachment: { path: 'attachments/offer.pdf', name: 'offer.pdf' },
  request: {
    terminalId: 'terminal-1',
    amount: 1250,
    receipt: true,
    clientId: 'till-1',
    orderNumber: 'A-17',
    email: 'guest@example.com',
    phone: '+14155550100',
    customValues,
    pnRefNum: 'pn-3',
  },
  linkRequest: {
    amount: 1250,
    taxes: 125,
    showBilling: false,
    showShipping: false,
    customValues,
    attachments: [{ path: 'attachments/offer.pdf', name: 'offer.pdf' }],
    applyDiscount: false,
    clientId: 'till-1',
  },
  query: { page: 1, limit: 25, clientId: 'till-1', timezone: 'Europe/Paris' },
} as const;

export const exampleTerminalOf = ({ providers = ['north'] }: ServiceDescription) => ({
  id: 'terminal-1',
  name: 'Front counter',
  serialNumber: 'A-4100200',
  model: 'A920',
  provider: providers[0],
  status: 'online',
  lastSeenAt: '2026-01-15T09:30:00Z',
});

const text = (description?: string): JsonSchema => ({ type: 'string', ...(description && { description }) });
const flag = (description: string): JsonSchema => ({ type: 'boolean', description });
const idText = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: 256,
  description,
});
const idAnswer = (description: string): JsonSchema => ({
  type: ['string', 'integer'],
  description: `${description} A text, or a whole number all of whose digits count.`,
});
const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
export const attachmentSchema: JsonSchema = {
  type: 'object',
  description: 'What the upload answered about a file, as it came.',
};

const sentence = (description: string): JsonSchema => ({
  type: ['string', 'array', 'null'],
  items: { type: 'string' },
  description,
});

const customValue = () => ({
  key: text('A key that is set up at the service.'),
  label: text('How a person reads the key.'),
  value: text(),
  valueLabel: text('How a person reads the value.'),
});

/** The schemas of the fields that are the same for every service description. */
const fixedFields = () => ({
  terminal: {
    id: idAnswer('The terminal, in requests.'),
    name: text('What people call it.'),
    serialNumber: idAnswer('As on the device.'),
    model: text(),
    provider: text('Whose terminal it is: it chooses the path of its operations where paths depend on it.'),
    status: text('For people; no rule depends on it.'),
    lastSeenAt: text('Usually ISO 8601.'),
  },
  accepted: {
    msgIdentifier: idAnswer('Asks for the result.'),
    pnRefNum: idAnswer('The transaction; some providers tell it with the result only.'),
  },
  page: {
    items: { type: 'array' },
    total: count('All items of all pages.'),
    page: count('From 1.'),
    limit: count('How many items a page has.'),
  },
  error: {
    message: sentence('The sentence for a person.'),
    errors: { description: 'The fields that were refused.' },
  },
  refusedField: { field: text('As the request names it.'), message: text() },
  query: {
    page: { type: 'integer', minimum: 1, description: 'Which page, from 1.' },
    limit: { type: 'integer', minimum: 1, description: 'How many items a page has, at most.' },
    clientId: idText('The page or application.'),
    timezone: text('An IANA time zone, as Europe/Paris.'),
  },
  customValue: customValue(),
});

/** The JSON Schemas of all records, by the contract's field names. */
export function contractFieldSchemas(description: ServiceDescription): {
  [Record in WireObjectName]: { [Field in ContractFieldNames[Record]]: JsonSchema };
} {
  const { fields: names = {}, statuses = {} } = description;
  const cents = (what: string, least = 0): JsonSchema => ({
    type: 'integer',
    minimum: least,
    description: `${what} ${unitOf(description)}`,
  });
  const linkAmount = (what: string, isWanted = false): JsonSchema => {
    const decimals = linkDecimalsIfMajorUnit(description);
    if (decimals === undefined) return cents(what, isWanted ? 1 : 0);
    const { currency = 'the account’s currency' } = description;
    const sum = `In the main unit of ${currency}, with at most ${decimals} decimals: ${Number(decimalTextOfCents(1250, decimals))} is ${decimalTextOfCents(1250, decimals)}.`;
    const least = isWanted ? { exclusiveMinimum: 0 } : { minimum: 0 };
    return { type: decimals === 0 ? 'integer' : 'number', ...least, description: `${what} ${sum}` };
  };
  const answered = schemaOfAnswerFields(customValue(), ['key'], names.customValue);
  const sent = schemaOfWireRequest(customValue(), requiredFieldNames.customValue ?? [], names.customValue);
  const tax = linkAmount('One amount of tax.');
  return {
    ...fixedFields(),
    message: {
      msgIdentifier: idAnswer('The message that was asked for.'),
      status: {
        type: 'string',
        enum: processingStatuses.flatMap((status) => wordsFor(statuses, status)),
        description: `Of the contract’s five: ${processingStatuses.map((status) => `${status} (${wordsFor(statuses, status).join(', ')})`).join(', ')}. The last three are final.`,
      },
      pnRefNum: idAnswer('The transaction: capture, void and refund name it.'),
      amount: cents('What was approved, a tip included.'),
      tip: cents('What of it the customer added at the terminal.'),
      message: sentence('The service’s sentence about it.'),
    },
    paymentLink: {
      id: idAnswer('The link.'),
      paymentLink: text('The address to share; without a scheme it is https.'),
      paymentRequestId: idAnswer('The request behind the link.'),
      reference: idAnswer('The service’s reference.'),
      status: text('As the service says it.'),
      paid: flag('Whether it is paid.'),
      amount: linkAmount('Before taxes.'),
      totalAmount: linkAmount('With taxes.'),
      paidAmount: linkAmount('What was paid of it.'),
      createdAt: text('Usually ISO 8601.'),
      customValues: { type: 'array', items: answered },
    },
    request: {
      terminalId: idText('The terminal, as the list gives it.'),
      amount: cents('How much.', 1),
      receipt: flag('Whether the customer wants a receipt.'),
      clientId: idText('The page or application, registered with the service.'),
      orderNumber: text('How the sale is found again in the back office.'),
      email: text('Where the receipt goes. Only with a receipt.'),
      phone: text('Where the receipt goes. Only with a receipt.'),
      customValues: { type: 'array', items: sent },
      pnRefNum: idText('The transaction it is about, from the accepted answer or the message.'),
    },
    linkRequest: {
      amount: linkAmount('How much.', true),
      taxes: {
        anyOf: [tax, { type: 'array', items: idText('A tax that is set up at the service.') }],
        description: 'One amount of tax, or a list of tax ids.',
      },
      showBilling: flag('Whether the page asks for a billing address.'),
      showShipping: flag('Whether the page asks for a shipping address.'),
      customValues: { type: 'array', items: sent },
      attachments: { type: 'array', items: attachmentSchema },
      applyDiscount: flag('Whether a percentage is deducted from card payments.'),
      clientId: idText('The page or application, registered with the service.'),
    },
  };
}

function wordsFor(statuses: Readonly<Record<string, string>>, status: string): string[] {
  const own = Object.keys(statuses).filter((word) => statuses[word] === status);
  return own.length > 0 ? own : [status];
}

/** The unit of integer amounts, in words. */
function unitOf({ amountScale, currency }: ServiceDescription): string {
  const digits = amountScale === 'hundredths' ? 2 : currencyDigits(currency ?? '');
  const isOpen = digits !== 2 && amountScale === undefined;
  const example = isOpen ? '' : `: 1250 is ${decimalTextOfCents(1250, digits)} ${currency ?? ''}`.trimEnd();
  const counted =
    amountScale === 'hundredths' ? 'hundredths of the main unit' : 'cents, the minor unit of ISO 4217';
  return `A whole number that counts ${counted}${example}.${currency ? '' : ' Its currency is the account’s: no field says it.'}`;
}
