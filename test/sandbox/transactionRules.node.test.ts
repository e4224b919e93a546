import { describe, expect, test } from 'vitest';
import { betaSale, carryOut, openService, sale, type Service, settle } from './service.ts';

const terminalId = sale.terminalId;

async function refusal(service: Service, path: string, body: object) {
  const { status, body: answer } = await service.post(path, { terminalId, ...body });
  expect(status).toBe(422);
  return `${answer.errors[0].field}: ${answer.errors[0].message}`;
}

const kinds = ({ sandbox }: Service) => sandbox.ledger.charges.map(({ kind, amount }) => `${kind} ${amount}`);

async function withPreAuth() {
  const service = openService();
  await carryOut(service, '/pre-auth', { ...sale, amount: 5000 });
  return { service, pnRefNum: service.lastReference() };
}

async function withSale() {
  const service = openService();
  await carryOut(service, '/pay', { ...sale, amount: 5000 });
  return { service, pnRefNum: service.lastReference() };
}

describe('capture', () => {
  test('takes parts of a pre-authorization, never more than is left', async () => {
    const { service, pnRefNum } = await withPreAuth();
    await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 3000 });
    expect(await refusal(service, '/capture', { pnRefNum, amount: 2001 })).toBe(
      'amount: No more than 2000 cents are left to capture.',
    );
    await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 2000 });
    expect(kinds(service)).toEqual(['preAuth 5000', 'capture 3000', 'capture 2000']);
  });

  test('is a message that is polled, under the reference of the transaction', async () => {
    const { service, pnRefNum } = await withPreAuth();
    const { text } = await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 3000 });
    expect(text).toBe(`{"data":{"msgIdentifier":${service.lastMessage()}}}`);
    expect((await service.poll()).text).toContain(`"status":"complete","pnRefNum":${pnRefNum},"amount":3000`);
  });

  test('is refused for a sale, an unknown reference and a pre-authorization that is not complete', async () => {
    const { service, pnRefNum } = await withSale();
    expect(await refusal(service, '/capture', { pnRefNum, amount: 1 })).toMatch(
      /^pnRefNum: Only a pre-authorization/,
    );
    expect(await refusal(service, '/capture', { pnRefNum: 'x', amount: 1 })).toMatch(
      /^pnRefNum: There is no transaction/,
    );
    await carryOut(service, '/pre-auth', { ...sale, amount: 5001 });
    const declined = String(BigInt(service.lastMessage()) + 2n);
    expect(await refusal(service, '/capture', { pnRefNum: declined, amount: 1 })).toMatch(/is not complete/);
  });

  test('is refused on another terminal', async () => {
    const { service, pnRefNum } = await withPreAuth();
    expect(await refusal(service, '/capture', { terminalId: 'terminal-3', pnRefNum, amount: 1 })).toMatch(
      /^terminalId: /,
    );
  });

  test('counts captures that are under way', async () => {
    const service = openService({ busyPolicy: 'queue' });
    await carryOut(service, '/pre-auth', { ...sale, amount: 5000 });
    const pnRefNum = service.lastReference();
    await service.post('/capture', { terminalId, pnRefNum, amount: 3000 });
    expect(await refusal(service, '/capture', { pnRefNum, amount: 2001 })).toMatch(/2000 cents are left/);
    expect(await refusal(service, '/void', { pnRefNum })).toMatch(/is being captured/);
  });
});

describe('void', () => {
  test('releases a sale that is not settled, once', async () => {
    const { service, pnRefNum } = await withSale();
    await carryOut(service, '/void', { terminalId, pnRefNum });
    expect(kinds(service)).toEqual(['pay 5000', 'void 5000']);
    expect(await refusal(service, '/void', { pnRefNum })).toBe('pnRefNum: The transaction is voided.');
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1 })).toBe(
      'pnRefNum: The transaction is voided.',
    );
  });

  test('releases a pre-authorization, which can then not be captured', async () => {
    const { service, pnRefNum } = await withPreAuth();
    await carryOut(service, '/void', { terminalId, pnRefNum });
    expect(await refusal(service, '/capture', { pnRefNum, amount: 1 })).toMatch(/is voided/);
  });

  test('is refused while another void is under way', async () => {
    const service = openService({ busyPolicy: 'queue' });
    await carryOut(service, '/pay', sale);
    const pnRefNum = service.lastReference();
    await service.post('/void', { terminalId, pnRefNum });
    expect(await refusal(service, '/void', { pnRefNum })).toBe('pnRefNum: The transaction is being voided.');
  });

  test('is refused once settlement has begun, and after it', async () => {
    const { service, pnRefNum } = await withSale();
    await service.post('/close-batch', { terminalId });
    expect(await refusal(service, '/void', { pnRefNum })).toMatch(/is being settled/);
    await service.finish();
    expect(await refusal(service, '/void', { pnRefNum })).toMatch(/is settled: refund it/);
  });
});

describe('refund', () => {
  test('gives back what is settled, in parts, never more than is left', async () => {
    const { service, pnRefNum } = await withSale();
    await settle(service);
    await carryOut(service, '/refund', { terminalId, pnRefNum, amount: 4000 });
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1001 })).toBe(
      'amount: No more than 1000 cents are left to refund.',
    );
    await carryOut(service, '/refund', { terminalId, pnRefNum, amount: 1000 });
    expect(kinds(service)).toEqual(['pay 5000', 'refund 4000', 'refund 1000']);
  });

  test('is refused before settlement', async () => {
    const { service, pnRefNum } = await withSale();
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1 })).toMatch(/is not settled: void it/);
  });

  test('gives back no more than was captured', async () => {
    const { service, pnRefNum } = await withPreAuth();
    await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 1200 });
    await settle(service);
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1201 })).toMatch(/1200 cents/);
  });
});

describe('close batch', () => {
  test('answers as the provider does: alpha with a sentence, beta without a body', async () => {
    const { post } = openService();
    expect((await post('/close-batch', { terminalId })).body).toEqual({ data: { message: 'Batch closed' } });
    const beta = await post('/close-batch', { terminalId: 'terminal-2', clientId: 'till' });
    expect([beta.status, beta.text]).toEqual([204, '']);
  });

  test('settles only its own terminal, a short while later', async () => {
    const service = openService();
    await carryOut(service, '/pay', sale);
    const first = service.lastReference();
    await carryOut(service, '/pay', betaSale);
    const second = service.lastReference();
    await service.post('/close-batch', { terminalId });
    expect(await refusal(service, '/refund', { pnRefNum: first, amount: 1 })).toMatch(/is not settled/);
    await service.clock.advance(2000);
    expect((await service.post('/refund', { terminalId, pnRefNum: first, amount: 1 })).status).toBe(200);
    expect(
      await refusal(service, '/refund', { terminalId: 'terminal-2', pnRefNum: second, amount: 1 }),
    ).toMatch(/is not settled/);
  });

  test('does not settle what was captured after it', async () => {
    const { service, pnRefNum } = await withPreAuth();
    await settle(service);
    await carryOut(service, '/capture', { terminalId, pnRefNum, amount: 100 });
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1 })).toMatch(/is not settled/);
  });

  test('does not settle what was captured while the settlement ran', async () => {
    const service = openService({ busyPolicy: 'queue' });
    await carryOut(service, '/pre-auth', { ...sale, amount: 5000 });
    const pnRefNum = service.lastReference();
    await service.post('/capture', { terminalId, pnRefNum, amount: 100 });
    await service.clock.advance(2900);
    await service.post('/close-batch', { terminalId });
    await service.finish();
    expect(kinds(service)).toEqual(['preAuth 5000', 'capture 100']);
    expect(await refusal(service, '/refund', { pnRefNum, amount: 1 })).toMatch(/is not settled/);
  });
});
