import 'tillkit/styles.css';
import { createRoot } from 'react-dom/client';
import { PaymentsProvider, TransactionList } from 'tillkit';
import { createGatewayClient, type Fetcher } from 'tillkit/core';

const lists = '/api/operations';
const scenes = [
  { kind: 'pay', phase: 'complete' },
  { kind: 'pay', phase: 'complete' },
  { kind: 'pay', phase: 'failed', status: 'failed' },
  { kind: 'refund', phase: 'complete' },
] as const;

/** The record's rows, the newest first. The oldest have the lowest numbers. */
const rowsOf = (count: number, now: number) =>
  Array.from({ length: count }, (_, place) => {
    const number = count - place;
    const at = now - place * 1000;
    return {
      ...scenes[number % scenes.length],
      id: `operation-${String(number).padStart(20, '0')}`,
      terminalId: `T-${1 + (number % 3)}`,
      currency: 'USD',
      amountCents: 100 + (number % 9000),
      orderNumber: number % 5 === 0 ? undefined : `A-${number}`,
      pnRefNum: `P-${number}`,
      actor: number % 2 === 0 ? 'Kim' : 'Robin',
      anomalies: [],
      seenProcessing: true,
      createdAt: at,
      endedAt: at,
      acknowledgedAt: at,
      seq: 3,
      isOwn: true,
    };
  });

type Row = ReturnType<typeof rowsOf>[number];

let asked: string[] = [];
let tell: (row: Row) => void;
let rows: Row[] = [];

const latencyMs = 40;

/** A gateway inside the page. */
const gateway: Fetcher = async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/api/terminals') {
    const items = [1, 2, 3].map((number) => ({ id: `T-${number}`, name: `Counter ${number}` }));
    return Response.json({ items, total: 3, page: 1, limit: 100 });
  }
  if (pathname === `${lists}/stream`) return stream();
  asked.push(`${pathname}?${searchParams}`);
  await new Promise((resolve) => setTimeout(resolve, latencyMs));
  if (pathname === '/api/report') {
    const taken = { terminalId: 'T-1', kind: 'pay', phase: 'complete', currency: 'USD' };
    return Response.json({
      rows: [{ ...taken, count: 9, amountCents: 900, movedCents: 900 }],
      unknown: [],
      holds: [],
    });
  }
  if (searchParams.has('open') || searchParams.has('unseen')) return Response.json({ items: [] });
  const from = Number(searchParams.get('from'));
  const to = Number(searchParams.get('to') ?? Infinity);
  const start = Number(searchParams.get('cursor') ?? 0);
  const end = start + Number(searchParams.get('limit') ?? 50);
  const found = rows.filter(({ createdAt }) => createdAt >= from && createdAt < to);
  return Response.json({
    items: found.slice(start, end),
    cursor: end < found.length ? String(end) : undefined,
  });
};

function stream(): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (type: string, data: object) =>
        controller.enqueue(encoder.encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
      send('open', { now: Date.now() });
      setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), 5000);
      tell = (operation) => send('operation', { operation });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** Resolves after the next frame was made. */
const frame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve());
      port1.start();
      port2.postMessage(undefined);
    });
  });

const listed = () => document.querySelectorAll('.tillkit-transaction-list-row').length;

/** Shows the list of a record with that many payments. */
export async function showList(count: number): Promise<void> {
  rows = rowsOf(count, Date.now());
  const client = createGatewayClient({ baseUrl: `${location.origin}/api`, fetcher: gateway });
  createRoot(document.querySelector('main')!).render(
    <PaymentsProvider client={client} currency="USD" locale="en-US" timeZone="UTC">
      <TransactionList />
    </PaymentsProvider>,
  );
  while (listed() === 0) await frame();
}

/** Scrolls by that many pixels, and resolves after the frame. */
export async function scroll(pixels: number): Promise<void> {
  scrollBy(0, pixels);
  await frame();
}

/** Whether all payments are in the page. */
export const isWhole = () => listed() >= rows.length;

/** A sale on another till. Returns what the list asks within two seconds. */
export async function sellElsewhere(): Promise<string[]> {
  asked = [];
  const [row] = rowsOf(1, Date.now());
  const sold = { ...row!, id: `operation-${String(rows.length + 1).padStart(20, '0')}`, orderNumber: 'NEW' };
  rows = [sold, ...rows];
  tell(sold);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return asked;
}
