import { expect, test } from 'vitest';
import { json, recordingGatewayClient } from '../client/recordingClient.ts';

test('what a person confirmed goes in a form that a header can hold, whatever script an order number is in', async () => {
  const accepted = () =>
    json({ data: { msgIdentifier: 'm-1' } }, { headers: { 'x-operation-state': 'accepted' } });
  const { client, sent } = recordingGatewayClient(accepted);
  const request = { terminalId: 'T1', amount: 1250, receipt: false };
  await client.pay(request, { operationId: 'operation-id-1234567', confirmed: 'op-1|complete|注文 7' });
  const header = sent[0]?.request.headers.get('x-operation-confirmed') ?? '';
  expect(header).toMatch(/^[\x21-\x7e]+$/);
  expect(decodeURIComponent(header)).toBe('op-1|complete|注文 7');
});
