import type { Fetcher } from 'tillkit/core';

export const reason = 'To give back more than 50.00, ask the manager.';
export const wrongReason = "This is not the manager's code. Tries left: 4.";
export const managersCode = '481516';

/** A gateway whose host wants a manager's code for every payment. It takes a payment, and tells nothing more of it. */
export const managerGateway: Fetcher = async ({ method, url, headers }, init) => {
  if (method === 'GET' && url.includes('/operations/stream')) return openStream(init?.signal);
  if (method === 'GET') return Response.json({ items: [] });
  const code = headers.get('x-operation-approval')?.split(':')[1];
  if (code === managersCode) {
    const data = { msgIdentifier: 'M-1', pnRefNum: '600700800900100' };
    return Response.json({ data }, { headers: { 'x-operation-state': 'accepted' } });
  }
  const refusal = {
    code: 'needs-approval',
    ...(code === undefined ? { message: reason } : { message: wrongReason, field: 'x-operation-approval' }),
  };
  const said = { error: { code: refusal.code, message: refusal.message }, refusal };
  return Response.json(said, { status: 403, headers: { 'x-operation-state': 'not-seen' } });
};

function openStream(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('event: open\nid: 1\ndata: {}\n\n'));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
