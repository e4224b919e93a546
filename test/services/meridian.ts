import { createBook, type Message, type Refusal, type ServiceOptions } from './book.ts';
import {
  type Asked,
  createPollLimit,
  type Fault,
  fields,
  isCents,
  isCount,
  isFlag,
  isRecord,
  isText,
  listen,
  listOf,
  must,
  openToPages,
  optional,
  type Reply,
} from './http.ts';

// Meridian Pay: the provider stands in the path, ids are numbers of 19 digits, links count in the main unit.

export const meridianHeaders = {
  authorization: 'Basic bWVyaWRpYW46dGVzdC1zZWNyZXQ=',
  'key-hash': '5d41402abc4b2a76b9719d911017c592',
};

const terminals = [
  { _id: '64f0c1a2', nickname: 'Front desk', serial: 'CW-20117', type: 'clearwave', state: 'ONLINE' },
  { _id: '64f0c1a3', nickname: 'Bar', serial: 'CW-20118', type: 'clearwave', state: 'ONLINE' },
  { _id: '64f0c1b7', nickname: 'Terrace', serial: 'TP-00931', type: 'tidepay', state: 'OFFLINE' },
];

const customKeys = ['customer-reference', 'invoice-number', 'table', 'note'];
const taxPercents: Record<string, number> = { 'vat-20': 20, 'city-5': 5 };

const statusWords = {
  waiting: 'RECEIVED',
  running: 'IN_PROGRESS',
  approved: 'COMPLETE',
  declined: 'DECLINED',
  timeout: 'TIMED_OUT',
};

const responseTexts = {
  waiting: undefined,
  running: undefined,
  approved: 'APPROVED',
  declined: 'Insufficient funds',
  timeout: 'The cardholder did not present a card',
};

const refusals: Record<Refusal, string> = {
  'no such transaction': 'pnRefNum does not exist',
  'other terminal': 'pnRefNum belongs to another terminal',
  'not approved': 'pnRefNum is not approved',
  voided: 'pnRefNum is voided',
  'not an authorisation': 'pnRefNum is not a preauth',
  'too much': 'amount must not be greater than what is left',
  settled: 'pnRefNum is settled, refund it instead',
  'not settled': 'pnRefNum is not settled, void it instead',
};

const text = must('must be a string', isText);
const flag = must('must be a boolean', isFlag);
const cents = must('must be an integer number of cents', isCents);
const page = optional(must('must be a positive number', isCount(1e9)));
const limit = optional(must('must not be greater than 50', isCount(50)));

const customValue = fields({ key: text, label: optional(text), value: text, valueLabel: optional(text) });
const onTerminal = { terminalId: text, clientId: optional(text) };
const reference = {
  ...onTerminal,
  pnRefNum: must('must be a numeric string', (value) => isText(value) && /^\d+$/.test(value)),
};
const card = {
  ...onTerminal,
  amount: cents,
  receipt: flag,
  orderNumber: optional(text),
  customValues: optional(listOf(customValue)),
};
const cardWithReceipt = { ...card, email: optional(text), phone: optional(text) };

const isMajor = (value: unknown) => typeof value === 'number' && value >= 0 && toCents(value) / 100 === value;
const toCents = (major: number) => Math.round(major * 100);

const bodies: Record<string, (body: unknown) => Fault[]> = {
  sale: checkCard,
  preauth: checkCard,
  capture: (body) => fields({ ...reference, amount: cents })(body, ''),
  void: (body) => fields(reference)(body, ''),
  refund: (body) => fields({ ...reference, amount: cents })(body, ''),
  'batch-close': (body) => fields(onTerminal)(body, ''),
};

// Who wants no receipt leaves no address.
function checkCard(body: unknown): Fault[] {
  const wantsReceipt = isRecord(body) && body['receipt'] === true;
  return fields(wantsReceipt ? cardWithReceipt : card)(body, '');
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
};

const json = (status: number, body: unknown): Reply => ({ status, text: JSON.stringify(body) });

const refuse = (statusCode: number, ...message: string[]): Reply =>
  json(statusCode, { statusCode, message, error: reasons[statusCode] });

const refuseFaults = (faults: Fault[]): Reply => refuse(422, ...faults.map(sentenceOf));

function sentenceOf({ name, is, text: wanted }: Fault): string {
  if (is === 'unknown') return `property ${name} should not exist`;
  return is === 'missing' ? `${name} should not be empty` : `${name} ${wanted}`;
}

interface MeridianLink {
  number: number;
  amount: number;
  totalAmount: number;
  paid: boolean;
  createdAt: string;
  customValues: unknown;
  attachments: unknown;
}

function linkRecord(link: MeridianLink): object {
  const { number, amount, totalAmount, paid, createdAt, customValues, attachments } = link;
  return {
    paymentRequestId: `mpr-${number}`,
    reference: `ML${1000 + number}`,
    paymentLink: `pay.meridian.test/l/${number}`,
    amount: amount / 100,
    totalAmount: totalAmount / 100,
    paidAmount: paid ? totalAmount / 100 : 0,
    paid,
    status: paid ? 'PAID' : 'OPEN',
    createdAt,
    customValues,
    attachments,
  };
}

function listed(items: readonly object[], query: URLSearchParams): Reply {
  const number = Number(query.get('page') ?? 1);
  const size = Number(query.get('limit') ?? 25);
  const shown = items.slice((number - 1) * size, number * size);
  return json(200, { data: { items: shown, total: items.length, page: number, limit: size } });
}

/** A made-up payment service that knows nothing of the kit. */
export function createMeridianService({ clock = Date, paymentMs = 300 }: ServiceOptions = {}) {
  // Beyond 2^53, so that code that reads them as numbers loses digits.
  let lastId = 7_203_685_477_580_700_001n;
  const newId = () => String((lastId += 7n));
  const book = createBook({ clock, paymentMs, newMessageId: newId, newReference: newId });
  const waitForPoll = createPollLimit(clock);
  const stored = new Set<unknown>();
  const links: MeridianLink[] = [];

  function addLink(link: Pick<MeridianLink, 'amount' | 'totalAmount' | 'customValues' | 'attachments'>) {
    const createdAt = new Date(clock.now()).toISOString();
    const added = { ...link, number: links.length + 1, paid: false, createdAt };
    links.push(added);
    return added;
  }
  const seed = addLink({ amount: 4500, totalAmount: 4500, customValues: [], attachments: [] });
  seed.paid = true;

  function answer(asked: Asked): Reply {
    const { method, url, headers, unreadable } = asked;
    for (const [name, secret] of Object.entries(meridianHeaders))
      if (headers.get(name) !== secret) return refuse(401, `${name} is missing or wrong`);
    if (unreadable) return refuse(unreadable, 'The body cannot be read');

    const [, provider = '', operation = '', id] =
      /^\/api\/v2\/(clearwave|tidepay)\/([\w-]+)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
    if (method === 'GET' && operation === 'processed-messages' && id) return tellMessage(provider, id);
    if (method === 'POST' && Object.hasOwn(bodies, operation) && !id)
      return moveMoney(provider, operation, asked);

    switch (`${method} ${url.pathname}`) {
      case 'GET /api/v2/terminals':
        return listTerminals(url.searchParams);
      case 'GET /v1/public/202104/payment-link':
        return listLinks(url.searchParams);
      case 'POST /v1/public/202104/payment-link':
        return createLink(asked.body);
      case 'POST /v1/public/payment-link/upload-attachments':
        return storeFiles(asked.parts);
      default:
        return refuse(404, `Cannot ${method} ${url.pathname}`);
    }
  }

  function moveMoney(provider: string, operation: string, asked: Asked): Reply {
    const faults = bodies[operation]?.(asked.body) ?? [];
    if (faults.length > 0) return refuseFaults(faults);
    const body = asked.body as Record<string, string> & { amount: number };
    const { terminalId = '', pnRefNum = '', amount, orderNumber } = body;
    const terminal = terminals.find(({ _id }) => _id === terminalId);
    if (!terminal) return refuse(422, 'terminalId is not a terminal of this merchant');
    if (terminal.type !== provider) return refuse(404, `terminal ${terminalId} is not at ${provider}`);
    if (!pnRefNum && book.isBusy(terminalId)) return refuse(422, `terminal ${terminalId} is busy`);

    switch (operation) {
      case 'sale':
        // tidepay tells the reference of a sale with its result.
        return accepted(
          book.takeCard({ kind: 'sale', terminal: terminalId, amount, orderNumber }),
          provider === 'clearwave',
        );
      case 'preauth':
        return accepted(
          book.takeCard({ kind: 'authorisation', terminal: terminalId, amount, orderNumber }),
          true,
        );
      case 'batch-close':
        return accepted(book.closeBatch(terminalId), false);
      default: {
        const kind = operation as 'capture' | 'void' | 'refund';
        const outcome = book.followUp({ kind, terminal: terminalId, reference: pnRefNum, amount });
        return typeof outcome === 'string' ? refuse(422, refusals[outcome]) : accepted(outcome, false);
      }
    }
  }

  // Ids are bare numbers that JSON.stringify cannot write.
  function accepted({ id, reference: pnRefNum }: Message, tellsReference: boolean): Reply {
    const ending = tellsReference ? `,"pnRefNum":${pnRefNum}` : '';
    return { status: 201, text: `{"data":{"msgIdentifier":${id}${ending}}}` };
  }

  function tellMessage(provider: string, id: string): Reply {
    const waitMs = waitForPoll();
    if (waitMs > 0) {
      const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) };
      return { ...refuse(429, 'Too many requests, 50 a minute are allowed'), headers };
    }
    const message = book.messages.get(id);
    const terminal = terminals.find(({ _id }) => _id === message?.terminal);
    if (!message || terminal?.type !== provider) return refuse(404, `message ${id} does not exist`);

    const progress = book.progressOf(message);
    const status = JSON.stringify(statusWords[progress]);
    const responseText = JSON.stringify(responseTexts[progress] ?? null);
    const isKnown = message.reference && progress === 'approved';
    const result = isKnown ? `,"pnRefNum":${message.reference},"amount":${message.approved}` : '';
    return {
      status: 200,
      text: `{"data":{"msgIdentifier":${id},"status":${status},"responseText":${responseText}${result}}}`,
    };
  }

  function listTerminals(query: URLSearchParams): Reply {
    const wanted = fields({ page, limit, clientId: optional(text), timezone: optional(text) });
    const faults = wanted(Object.fromEntries(query), '');
    if (faults.length > 0) return refuseFaults(faults);
    const lastSeen = new Date(clock.now() - 45_000).toISOString();
    return listed(
      terminals.map((terminal) => ({ ...terminal, lastSeen })),
      query,
    );
  }

  function listLinks(query: URLSearchParams): Reply {
    const faults = fields({ page, limit })(Object.fromEntries(query), '');
    return faults.length > 0 ? refuseFaults(faults) : listed(links.toReversed().map(linkRecord), query);
  }

  const linkFields = fields({
    clientId: text,
    amount: must(
      'must be a number with at most two decimals',
      (value) => isMajor(value) && toCents(Number(value)) > 0,
    ),
    taxes: optional(
      must(
        'must be an amount or a list of tax ids',
        (value) =>
          isMajor(value) ||
          (Array.isArray(value) && value.every((id) => Object.hasOwn(taxPercents, String(id)))),
      ),
    ),
    showBilling: optional(flag),
    showShipping: optional(flag),
    customValues: listOf((value, name) => {
      const faults = customValue(value, name);
      const isSetUp = isRecord(value) && customKeys.includes(String(value['key']));
      return faults.length > 0 || isSetUp
        ? faults
        : [{ name: `${name}.key`, is: 'wrong', text: 'is not set up' }];
    }),
    attachments: optional(
      listOf(must('is not an uploaded file', (value) => isRecord(value) && stored.has(value['fileKey']))),
    ),
    applyDiscount: flag,
  });

  // The new link comes bare, although everything that is read comes inside `data`.
  function createLink(body: unknown): Reply {
    const faults = linkFields(body, '');
    if (faults.length > 0) return refuseFaults(faults);
    const { amount, taxes = 0, customValues, attachments = [] } = body as Record<string, unknown>;
    const net = toCents(Number(amount));
    const tax = Array.isArray(taxes)
      ? taxes.reduce((sum: number, id) => sum + Math.round((net * (taxPercents[String(id)] ?? 0)) / 100), 0)
      : toCents(Number(taxes));
    return json(201, linkRecord(addLink({ amount: net, totalAmount: net + tax, customValues, attachments })));
  }

  function storeFiles(parts: Asked['parts']): Reply {
    const stray = parts.find(([name, value]) => name !== 'files' || typeof value === 'string');
    if (stray) return refuse(422, `property ${stray[0]} should not exist`);
    if (parts.length === 0) return refuse(422, 'files should not be empty');
    const files = parts.map(([, value]) => value as File);
    const large = files.find(({ size }) => size > 10 * 1024 * 1024);
    if (large) return refuse(413, `${large.name} is larger than 10 MB`);
    const records = files.map(({ name, size, type }) => {
      const fileKey = `uploads/${newId()}`;
      stored.add(fileKey);
      return { fileKey, originalName: name, mimeType: type, size };
    });
    return json(201, records);
  }

  const { fetch, requests } = openToPages('authorization, key-hash, content-type', answer);
  return {
    fetch,
    listen: () => listen(fetch),
    state: { charges: book.charges, requests, links: () => links.map(linkRecord) },
  };
}
