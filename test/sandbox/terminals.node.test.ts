import { expect, test } from 'vitest';
import { openService } from './service.ts';

test('lists three terminals with the names of a shop, each as its provider writes it', async () => {
  const { get } = openService();
  const { status, body } = await get('/terminals');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    items: [
      { terminalId: 'terminal-1', name: 'Front counter', provider: 'alpha', status: 'online', sandbox: true },
      { id: 'terminal-2', label: 'Bar', provider: 'beta', status: 'online', sandbox: true },
      { terminalId: 'terminal-3', name: 'Terrace', provider: 'alpha' },
    ],
    total: 3,
    page: 1,
    limit: 25,
  });
});

test('gives the page that was asked for', async () => {
  const { get } = openService({ terminals: 30 });
  const { body } = await get('/terminals?page=2&limit=20&clientId=till&timezone=Europe/Berlin');
  expect(body).toMatchObject({ total: 30, page: 2, limit: 20 });
  expect(body.items).toHaveLength(10);
  expect(body.items[9]).toMatchObject({ label: 'Till 30' });
  expect((await get('/terminals')).body.items).toHaveLength(25);
});

test('takes a list of terminals as it is given', async () => {
  const { get, sandbox } = openService({ terminals: [{ id: 'x', name: 'Kiosk', provider: 'beta' }] });
  expect((await get('/terminals')).body.items).toMatchObject([{ id: 'x', label: 'Kiosk' }]);
  expect(sandbox.terminals).toEqual([{ id: 'x', name: 'Kiosk', provider: 'beta' }]);
});

test.each([
  ['page=0', 'page'],
  ['page=1.5', 'page'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['timezone=Europe/Nowhere', 'timezone'],
  ['timezone=', 'timezone'],
  ['clientId=', 'clientId'],
  ['timeZone=UTC', 'timeZone'],
])('refuses the query %s and names %s', async (query, field) => {
  const { status, body } = await openService().get(`/terminals?${query}`);
  expect(status).toBe(422);
  expect(body.errors).toEqual([{ field, message: expect.any(String) }]);
});
