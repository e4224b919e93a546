import { createBook, type FollowUp, type Message, type Refusal, type ServiceOptions } from './book.ts';
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

// Kestrel: devices instead of terminals, its own name for nearly every field, and ids of requests that it remembers.

export const kestrelHeaders = { 'x-api-key': 'kt_test_4eC39HqLyjWDarjtT1zdp7dc' };

/** The one that asks for a tip of 10 %. */
const tipDevice = 'dev-02';

const devices = Array.from({ length: 12 }, (_, index) => ({
  deviceId: `dev-${String(index + 1).padStart(2, '0')}`,
  title: ['Reception', 'Restaurant', 'Spa'][index] ?? `Lane ${index + 1}`,
  serialNo: `K${7000 + index}`,
  hardware: index % 2 === 0 ? 'KT-3' : 'KT-3 mini',
  acquirer: index < 8 ? 'northbank' : 'ostara',
  condition: index === 11 ? 'asleep' : 'ready',
}));

const metadataNames = ['customer-reference', 'invoice-number', 'table', 'note'];
const taxPercents: Record<string, number> = { standard: 20, reduced: 5 };

const stateWords = {
  waiting: 'Waiting',
  running: 'Running',
  approved: 'Approved',
  declined: 'Refused',
  timeout: 'Expired',
};

const endingTexts = {
  approved: 'Thank you.',
  declined: 'Do not honour.',
  timeout: 'No guest came to the device.',
};

const refusals: Record<Refusal, Reply> = {
  'no such transaction': refuse(422, 'Please check the request.', [
    { name: 'originalReference', text: 'not known' },
  ]),
  'other terminal': refuse(409, 'The transaction was made on another device.'),
  'not approved': refuse(409, 'The transaction is not approved.'),
  voided: refuse(409, 'The transaction is voided.'),
  'not an authorisation': refuse(409, 'Only an authorisation can be captured.'),
  'too much': refuse(402, 'Not enough is left of the transaction.', [{ name: 'total', text: 'too much' }]),
  settled: refuse(409, 'The transaction is settled.'),
  'not settled': refuse(409, 'The transaction is not settled yet.'),
};

function refuse(status: number, text: string, faulty: { name: string; text: string }[] = []): Reply {
  return { status, text: JSON.stringify({ ok: false, problem: { text, fields: faulty } }) };
}

function refuseFaults(faults: Fault[]): Reply {
  const words = { missing: 'required', unknown: 'no such field' };
  return refuse(
    422,
    'Please check the request.',
    faults.map(({ name, is, text }) => ({ name, text: is === 'wrong' ? text : words[is] })),
  );
}

const succeed = (status: number, result: unknown): Reply => ({
  status,
  text: JSON.stringify({ ok: true, result }),
});

const text = must('not a text', isText);
const flag = must('not true or false', isFlag);
const total = must('not a whole amount', isCents);
const pageNumber = optional(must('not a page number', isCount(1e6)));
const pageSize = optional(must('at most 10', isCount(10)));

const entry = { name: text, title: optional(text), text, textLabel: optional(text) };
const onDevice = { deviceId: text, channel: optional(text) };
const original = { ...onDevice, originalReference: text };
const card = {
  ...onDevice,
  total,
  sendReceipt: flag,
  reference: optional(text),
  metadata: optional(listOf(fields(entry))),
};
const contact = optional(fields({ email: optional(text), phone: optional(text) }));

// A contact is for the receipt.
function checkCard(body: unknown): Fault[] {
  const wantsReceipt = isRecord(body) && body['sendReceipt'] === true;
  return fields(wantsReceipt ? { ...card, contact } : card)(body, '');
}

const moneyBodies: Record<string, (body: unknown) => Fault[]> = {
  'POST /terminal-transactions/sale': checkCard,
  'POST /terminal-transactions/authorisation': checkCard,
  'POST /terminal-transactions/capture': (body) => fields({ ...original, total })(body, ''),
  'PUT /terminal-transactions/void': (body) => fields(original)(body, ''),
  'POST /terminal-transactions/refund': (body) => fields({ ...original, total })(body, ''),
  'POST /devices/settlement': (body) => fields(onDevice)(body, ''),
};

interface KestrelLink {
  number: number;
  total: number;
  grandTotal: number;
  isPaid: boolean;
  createdAt: number;
  metadata: unknown;
}

function linkRecord({ number, total: net, grandTotal, isPaid, createdAt, metadata }: KestrelLink): object {
  return {
    link_id: `lnk_${number}`,
    url: `https://kestrel.test/pay/${number}`,
    state: isPaid ? 'Paid' : 'Unpaid',
    total: net,
    grandTotal,
    paidTotal: isPaid ? grandTotal : 0,
    created: new Date(createdAt).toISOString(),
    metadata,
  };
}

function listed(all: readonly object[], query: URLSearchParams): Reply {
  const number = Number(query.get('pageNumber') ?? 1);
  const size = Number(query.get('pageSize') ?? 10);
  const rows = all.slice((number - 1) * size, number * size);
  return succeed(200, { rows, paging: { count: all.length, number, size } });
}

/** A made-up payment service that knows nothing of the kit. */
export function createKestrelService({ clock = Date, paymentMs = 300 }: ServiceOptions = {}) {
  let lastMessage = 0;
  let lastReference = 0;
  const book = createBook({
    clock,
    paymentMs,
    newMessageId: () => `ksm-${++lastMessage}`,
    newReference: () => `KR-${++lastReference}`,
  });
  const waitForPoll = createPollLimit(clock);
  /** By `x-request-id`: what was asked and answered. */
  const remembered = new Map<string, { asked: string; reply: Reply }>();
  const stored = new Set<unknown>();
  const links: KestrelLink[] = [];

  function addLink(link: Pick<KestrelLink, 'total' | 'grandTotal' | 'metadata'>) {
    const added = { ...link, number: links.length + 1, isPaid: false, createdAt: clock.now() };
    links.push(added);
    return added;
  }
  const seed = addLink({ total: 9900, grandTotal: 9900, metadata: [] });
  seed.isPaid = true;

  function answer(asked: Asked): Reply {
    const { method, url, headers, unreadable } = asked;
    if (headers.get('x-api-key') !== kestrelHeaders['x-api-key']) return refuse(401, 'Who are you?');
    if (unreadable) return refuse(unreadable, 'The body is not JSON.');

    const route = `${method} ${url.pathname}`;
    if (Object.hasOwn(moneyBodies, route)) return moveMoneyOnce(route, asked);
    const [, messageId] = /^GET \/messages\/([^/]+)\/result$/.exec(route) ?? [];
    if (messageId) return tellMessage(messageId);

    switch (route) {
      case 'GET /devices':
        return listDevices(url.searchParams);
      case 'GET /payment-links':
        return listLinks(url.searchParams);
      case 'POST /payment-links':
        return createLink(asked.body);
      case 'POST /payment-links/files':
        return storeFiles(asked.parts);
      default:
        return refuse(404, 'There is nothing here.');
    }
  }

  function moveMoneyOnce(route: string, { body, headers }: Asked): Reply {
    const id = headers.get('x-request-id');
    const asked = `${route} ${JSON.stringify(body)}`;
    const earlier = id === null ? undefined : remembered.get(id);
    if (earlier) return earlier.asked === asked ? earlier.reply : refuse(409, 'This x-request-id was used.');
    const reply = moveMoney(route, body);
    if (reply.status >= 400) return reply;
    if (id !== null) remembered.set(id, { asked, reply });
    // Between a device and its node the way may be lost when it has the order already: 404 proves nothing here.
    const isLost = isRecord(body) && Number(body['total']) % 100 === 44;
    return isLost ? refuse(404, 'The way to the device was lost.') : reply;
  }

  function moveMoney(route: string, asked: unknown): Reply {
    const faults = moneyBodies[route]?.(asked) ?? [];
    if (faults.length > 0) return refuseFaults(faults);
    const body = asked as Record<string, string> & { total: number };
    const { deviceId = '', originalReference = '', total: amount, reference: orderNumber } = body;
    if (!devices.some((device) => device.deviceId === deviceId))
      return refuseFaults([{ name: 'deviceId', is: 'wrong', text: 'not known' }]);
    if (!originalReference && book.isBusy(deviceId)) return refuse(409, 'The device is busy.');

    const operation = route.slice(route.lastIndexOf('/') + 1);
    switch (operation) {
      case 'sale':
      case 'authorisation': {
        const tipPercent = deviceId === tipDevice && operation === 'sale' ? 10 : 0;
        return accepted(
          book.takeCard({ kind: operation, terminal: deviceId, amount, orderNumber, tipPercent }),
        );
      }
      case 'settlement':
        book.closeBatch(deviceId);
        return succeed(200, { deviceId, settledAt: new Date(clock.now()).toISOString() });
      default: {
        const kind = operation as FollowUp['kind'];
        const outcome = book.followUp({ kind, terminal: deviceId, reference: originalReference, amount });
        return typeof outcome === 'string' ? refusals[outcome] : accepted(outcome);
      }
    }
  }

  function accepted({ id: messageId, reference }: Message): Reply {
    return succeed(202, { messageId, reference });
  }

  function tellMessage(messageId: string): Reply {
    const waitMs = waitForPoll();
    if (waitMs > 0) {
      const date = new Date(clock.now()).toUTCString();
      const again = new Date(Math.ceil((clock.now() + waitMs) / 1000) * 1000).toUTCString();
      return { ...refuse(429, 'Slow down, please.'), headers: { date, 'retry-after': again } };
    }
    const message = book.messages.get(messageId);
    if (!message) return refuse(404, 'There is no such message.');
    const progress = book.progressOf(message);
    const state = stateWords[progress];
    if (progress === 'waiting' || progress === 'running') return succeed(200, { messageId, state });
    const { reference, approved, tip } = message;
    return succeed(200, {
      messageId,
      state,
      reference,
      ...(progress === 'approved' && { approvedTotal: approved }),
      ...(tip && { gratuity: tip }),
      text: endingTexts[progress],
    });
  }

  function listDevices(query: URLSearchParams): Reply {
    const wanted = fields({ pageNumber, pageSize, channel: optional(text), timezone: optional(text) });
    const faults = wanted(Object.fromEntries(query), '');
    if (faults.length > 0) return refuseFaults(faults);
    const lastContact = clock.now() - 30_000;
    return listed(
      devices.map((device) => ({ ...device, lastContact })),
      query,
    );
  }

  function listLinks(query: URLSearchParams): Reply {
    const faults = fields({ pageNumber, pageSize })(Object.fromEntries(query), '');
    return faults.length > 0 ? refuseFaults(faults) : listed(links.toReversed().map(linkRecord), query);
  }

  const linkFields = fields({
    total,
    tax: optional(
      must(
        'neither an amount nor known taxes',
        (value) =>
          value === 0 ||
          isCents(value) ||
          (Array.isArray(value) && value.every((id) => Object.hasOwn(taxPercents, String(id)))),
      ),
    ),
    askBilling: optional(flag),
    askShipping: optional(flag),
    metadata: listOf(
      fields({
        ...entry,
        name: must('not a name that is set up', (value) => metadataNames.includes(String(value))),
      }),
    ),
    files: optional(
      listOf(must('not a stored file', (value) => isRecord(value) && stored.has(value['file']))),
    ),
    cardDiscount: flag,
  });

  function createLink(body: unknown): Reply {
    const faults = linkFields(body, '');
    if (faults.length > 0) return refuseFaults(faults);
    const { total: wanted, tax = 0, metadata } = body as Record<string, unknown>;
    const net = Number(wanted);
    const added = Array.isArray(tax)
      ? tax.reduce((sum: number, id) => sum + Math.round((net * (taxPercents[String(id)] ?? 0)) / 100), 0)
      : Number(tax);
    return succeed(201, linkRecord(addLink({ total: net, grandTotal: net + added, metadata })));
  }

  function storeFiles(parts: Asked['parts']): Reply {
    const faults = parts.flatMap(([name, value]): Fault[] =>
      name === 'files' && typeof value !== 'string' ? [] : [{ name, is: 'unknown', text: '' }],
    );
    if (parts.length === 0) faults.push({ name: 'files', is: 'missing', text: '' });
    if (faults.length > 0) return refuseFaults(faults);
    const files = parts.map(([, value]) => value as File);
    if (files.some(({ size }) => size > 10 * 1024 * 1024)) return refuse(413, 'At most 10 MB, please.');
    const records = files.map(({ name, size }) => {
      const file = `f-${stored.size + 1}`;
      stored.add(file);
      return { file, name, bytes: size };
    });
    return succeed(200, records);
  }

  const { fetch, requests } = openToPages('x-api-key, x-request-id, content-type', answer);
  return {
    fetch,
    listen: () => listen(fetch),
    state: { charges: book.charges, requests, links: () => links.map(linkRecord) },
  };
}
