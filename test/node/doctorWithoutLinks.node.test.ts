import { describe, expect, test } from 'vitest';
import { defineService, type ServiceDescription } from '../../src/exports/core.ts';
import { type DoctorOptions, runDoctor } from '../../src/node/doctor.ts';

describe('a service without payment links, whose pages have other names', () => {
  const devices = ['d-1', 'd-2', 'd-3'].map((device_id) => ({ device_id, label: `Till ${device_id}` }));
  const posts: string[] = [];
  const answerOf = async (request: Request): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(request.url);
    if (request.headers.get('x-api-key') !== 'k') return Response.json({ text: 'no key' }, { status: 401 });
    if (request.method === 'POST') {
      posts.push(pathname);
      return Response.json({ payment_id: 'p-1' }, { status: 202 });
    }
    if (pathname === '/v2/payments/p-1')
      return Response.json({ payment_id: 'p-1', status: 'OK', pnRefNum: 'R-1', amount: 100 });
    if (pathname !== '/v2/devices') return Response.json({ text: 'not found' }, { status: 404 });
    const [page_no, per_page] = [Number(query.get('page_no') ?? 1), Number(query.get('per_page') ?? 20)];
    const shown = devices.slice((page_no - 1) * per_page, page_no * per_page);
    return Response.json({ devices: shown, meta: { total: 3, page_no, per_page } });
  };
  const description: ServiceDescription = {
    credentials: ['x-api-key'],
    routes: {
      listTerminals: { path: '/v2/devices' },
      pay: { path: '/v2/payments' },
      getProcessedMessage: { path: '/v2/payments/{messageId}' },
    },
    statuses: { OK: 'complete' },
    fields: {
      page: { items: 'devices', total: 'meta.total' },
      query: { page: 'page_no', limit: 'per_page' },
      terminal: { id: 'device_id', name: 'label' },
      accepted: { msgIdentifier: 'payment_id' },
      message: { msgIdentifier: 'payment_id' },
      error: { message: 'text' },
    },
  };
  const ask = (said: Partial<ServiceDescription> = {}, asked: Partial<DoctorOptions> = {}) =>
    runDoctor({
      service: defineService({ ...description, ...said }),
      baseUrl: 'https://service.test',
      headers: { 'x-api-key': 'k' },
      fetch: (input, init) => answerOf(new Request(input, init)),
      ...asked,
    });

  test('nothing of it differs, and it makes a sale', async () => {
    const confirm = async () => true;
    const sale = { terminalId: 'd-2', amount: 100, confirm, pollEveryMs: 1 };
    const { findings } = await ask({}, { sale });
    expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
    expect(findings.find(({ area }) => area === 'links')).toMatchObject({
      verdict: 'unseen',
      how: expect.stringContaining('If it has none'),
    });
    expect(posts).toEqual(['/v2/payments']);
  });

  test('names that it does not read are found by its second page', async () => {
    const { query: _, ...fields } = description.fields!;
    const { findings } = await ask({ fields });
    expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([
      expect.objectContaining({
        check: 'pages',
        option: 'fields.query',
        value: { page: 'page_no', limit: 'per_page' },
      }),
    ]);
  });

  test('if the service refuses the second page, the doctor says that it has not seen pages', async () => {
    const { findings } = await ask(
      {},
      {
        fetch: async (input, init) =>
          input.url.includes('page_no=2')
            ? Response.json({ text: 'too few a page' }, { status: 400 })
            : await answerOf(new Request(input, init)),
      },
    );
    expect(findings.find(({ check }) => check === 'pages')).toMatchObject({
      verdict: 'unseen',
      seen: expect.stringContaining('too few a page'),
    });
  });

  test('a described header that was not given and is not wanted is not proposed', async () => {
    const { findings } = await ask({ credentials: ['authorization'] });
    expect(findings.find(({ option }) => option === 'credentials')?.value).toEqual(['x-api-key']);
  });
});
