import { expect, test } from 'vitest';
import { defineService, type ServiceDescription } from '../../src/exports/core.ts';
import { runDoctor } from '../../src/node/doctor.ts';

/** What the doctor finds about payment links that a service lists like that. */
async function linkFindings(link: object, description: ServiceDescription = {}) {
  const answer = ({ url, headers }: Request): Response => {
    if (headers.get('authorization') !== 'key') return new Response(null, { status: 401 });
    if (url.includes('/terminals')) return Response.json([{ id: 't-1', name: 'Till' }]);
    if (url.includes('/payment-link')) return Response.json({ items: [link], total: 1 });
    return Response.json({ message: 'no' }, { status: 404 });
  };
  const { findings } = await runDoctor({
    service: defineService(description),
    baseUrl: 'https://service.test',
    headers: { authorization: 'key' },
    fetch: async (input, init) => answer(new Request(input, init)),
  });
  return findings.filter(({ area }) => area === 'links');
}

const link = { id: 'l-1', paymentLink: 'https://pay.test/l-1' };

test('an amount of a link that is a text under another name is found', async () => {
  const findings = await linkFindings({ ...link, price: { value: '1250', currency: 'EUR' } });
  expect(findings.find(({ check }) => check === 'amount')).toMatchObject({
    option: 'fields.paymentLink.amount',
    value: 'price.value',
  });
  expect(findings.find(({ check }) => check === 'amounts')).toMatchObject({
    verdict: 'unseen',
    seen: expect.stringContaining('1250'),
  });
});

test('so is the unit of one that has decimals', async () => {
  const mends = async (told: object, description?: ServiceDescription) => {
    const findings = await linkFindings(told, description);
    const differs = findings.filter(({ verdict }) => verdict === 'differs');
    return Object.fromEntries(differs.map(({ option, value }) => [option, value]));
  };
  const told = { ...link, price: { value: '12.50', currency: 'EUR' } };
  const found = { 'fields.paymentLink.amount': 'price.value', 'paymentLinks.amountUnit': 'major' };
  expect(await mends(told)).toEqual(found);
  const named = { fields: { paymentLink: { amount: 'price.value' } } } as const;
  expect(await mends(told, named)).toEqual({ 'paymentLinks.amountUnit': 'major' });
  expect(await mends(told, { ...named, paymentLinks: { amountUnit: 'major' } })).toEqual({});
});

test.each(['results', 'content', 'value', 'result'])(
  'a list in %s says nothing of where payments lie: they are read as before',
  async (name) => {
    const answer = ({ url, headers, method }: Request): Response => {
      if (headers.get('authorization') !== 'key') return new Response(null, { status: 401 });
      if (method === 'POST') return Response.json({ msgIdentifier: 'm-1' });
      if (url.includes('/terminals'))
        return Response.json({ count: 1, [name]: [{ id: 't-1', name: 'Till' }] });
      if (url.endsWith('/m-1'))
        return Response.json({ msgIdentifier: 'm-1', status: 'complete', pnRefNum: 'r-1', amount: 101 });
      return Response.json({ message: 'no' }, { status: 404 });
    };
    const { findings, service } = await runDoctor({
      service: defineService({}),
      baseUrl: 'https://service.test',
      headers: { authorization: 'key' },
      fetch: async (input, init) => answer(new Request(input, init)),
      sale: { terminalId: 't-1', amount: 101, confirm: async () => true, pollEveryMs: 1 },
    });
    expect(findings.find(({ check }) => check === 'ending')).toMatchObject({ verdict: 'fits' });
    expect(service.description).toMatchObject({ fields: { page: { items: name, total: 'count' } } });
    expect(service.description.payload).toBeUndefined();
  },
);
