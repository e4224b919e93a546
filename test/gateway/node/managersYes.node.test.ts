import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Fetcher, TerminalOperation, TerminalOperations } from 'tillkit/core';
import type { GatewayCall } from 'tillkit/gateway';
import { createSqlStore } from 'tillkit/gateway/sql';
import { authorize } from '../../../examples/gateway/host.ts';
import { operationId } from '../gatewayTill.ts';
import { clientOn, headersOf, managersCode, type Mount, serverMount, startService } from './mounts.ts';

let service: Awaited<ReturnType<typeof startService>>;
let mount: Mount;
beforeAll(async () => {
  service = await startService();
  // What is refused is proven not to be sent, once a database is two minutes old.
  const database = new Database(process.env['PAYMENTS_STORE']!);
  await createSqlStore(database).open();
  database.exec('update tillkit_store set since = since - 3600000');
  database.close();
  mount = await serverMount(() => import('../../../examples/gateway/node/server.ts'));
});
afterAll(async () => {
  await mount.close?.();
  await service.close();
});

/** What the service was asked to give back. */
const givenBack = () =>
  service.arrived.filter(({ url }) => /\/(refund|void)$/.test(new URL(url).pathname)).length;

/** A page of the dashboard, before the example's gateway, with a settled sale of 90.00. */
async function createPage() {
  let isLost = false;
  const sent: Request[] = [];
  const fetcher: Fetcher = async (request, init) => {
    sent.push(request.clone());
    const response = await mount.fetcher(request, init);
    if (!isLost || request.method !== 'POST') return response;
    isLost = false;
    throw new TypeError('The line is cut.');
  };
  const client = clientOn({ url: mount.url, fetcher });
  const operations = await client.loadOperations({});
  const { items } = await client.listTerminals({});
  const terminalId = items[0]!.id;
  const { operation: sale } = await startsWith(operations, 'pay', {
    terminalId,
    amount: 9000,
    receipt: false,
  });
  const { pnRefNum = '' } = await ended(operations, sale.id);
  // Only then the service refunds.
  const { operation: batch } = await startsWith(operations, 'closeBatch', { terminalId });
  await ended(operations, batch.id);
  const refund = async (amount: number, approval?: string) => {
    const request = { terminalId, pnRefNum, amount };
    const { operation } = await startsWith(operations, 'refund', request, { approval });
    return ended(operations, operation.id);
  };
  return { operations, sent, refund, loseAnswer: () => (isLost = true) };
}

async function startsWith(
  ...[operations, ...press]: [TerminalOperations, ...Parameters<TerminalOperations['start']>]
) {
  const result = await operations.start(...press);
  if (!result.started) throw new Error(`Not sent: ${result.refusal.code}`);
  return result;
}

const ended = (operations: TerminalOperations, id: string): Promise<TerminalOperation> =>
  vi.waitFor(() => {
    const operation = operations.get(id);
    if (operation?.endedAt === undefined) throw new Error(`It is ${operation?.phase}.`);
    return operation;
  }, 20_000);

const refusalOf = ({ phase, error }: TerminalOperation) => [
  phase,
  error?.refusal?.code,
  error?.refusal?.message,
];
const needsManager = ['rejected', 'needs-approval', 'To give back more than 50.00, ask the manager.'];
const isWrong = (left: number) => [
  'rejected',
  'needs-approval',
  `This is not the manager's code. Tries left: ${left}.`,
];

describe("a refund above the limit, at the examples' gateway", () => {
  test('is sent once, with the code of the manager, who is in the record', async () => {
    const before = givenBack();
    const { refund, operations, loseAnswer, sent } = await createPage();
    expect(refusalOf(await refund(6000))).toStrictEqual(needsManager);
    const wrong = await refund(6000, '000000');
    expect(refusalOf(wrong)).toStrictEqual(isWrong(4));
    // A page tells a wrong code from a first refusal by this.
    expect(wrong.error?.refusal?.field).toBe('x-operation-approval');
    expect(givenBack()).toBe(before);

    // The answer to the press gets lost: the page asks what became of it.
    loseAnswer();
    const sentOnce = await refund(6000, managersCode);
    expect(sentOnce.phase).toBe('complete');
    expect(givenBack()).toBe(before + 1);
    // A copy of the request, such as a browser makes, needs no second yes and sends nothing.
    const copy = sent.find(({ headers }) => headers.get('x-operation-approval')?.endsWith(managersCode))!;
    const again = await mount.fetcher(copy.clone());
    expect([again.status, again.headers.get('x-operation-state')]).toStrictEqual([200, 'accepted']);
    expect(givenBack()).toBe(before + 1);

    const { record } = operations;
    const { operation, timeline } = await record.getOperation(sentOnce.id);
    expect(operation).toMatchObject({ actor: 'mila', approvedBy: 'maria' });
    expect(timeline).toContainEqual(expect.objectContaining({ type: 'approved', actor: 'maria' }));
    const file = await (await record.exportOperations({ timeZone: 'UTC' })).text();
    expect(file.split('\r\n').find((line) => line.includes(sentOnce.id))).toContain('"mila","maria"');

    // What a caught request could do: nothing more.
    const stolen = async (id: string, amount: number) => {
      const body = JSON.stringify({ ...((await copy.clone().json()) as object), amount });
      const headers = new Headers(copy.headers);
      headers.set('x-operation-id', id);
      const response = await mount.fetcher(new Request(copy.url, { method: 'POST', headers, body }));
      return [response.status, ((await response.json()) as { refusal?: { code: string } }).refusal?.code];
    };
    expect(await stolen(operationId(71), 6000)).toStrictEqual([403, 'needs-approval']);
    expect(await stolen(operationId(72), 2000)).toStrictEqual([403, 'needs-approval']);
    expect(givenBack()).toBe(before + 1);
    operations.dispose();
  });
});

describe("the manager's code", () => {
  type Sale = Awaited<ReturnType<NonNullable<GatewayCall['transaction']>>>;
  const asks = (
    operator: string,
    approval?: string,
    { sale, ...call }: { sale?: object } & GatewayCall = {},
  ) =>
    authorize(new Request('https://till.example', { headers: headersOf(operator) }), 'refund', {
      body: { amount: 6000 },
      approval,
      transaction: async () => sale as Sale,
      ...call,
    });
  const voids = (sale?: object) =>
    authorize(new Request('https://till.example', { headers: headersOf('zoe') }), 'void', {
      transaction: async () => sale as Sale,
    });
  const needsApproval = expect.objectContaining({ needsApproval: expect.any(String) as string });

  test('is wanted for a void of more than the limit, of an unknown sale too, and not for releasing a hold', async () => {
    const caller = { subject: 'till-1', actor: 'zoe' };
    expect(await voids({ refundedCents: 0, leftCents: 5000, isHeld: false })).toStrictEqual(caller);
    expect(await voids({ refundedCents: 0, leftCents: 5001, isHeld: false })).toEqual(needsApproval);
    expect(await voids({ refundedCents: 0, leftCents: 9000, isHeld: true })).toStrictEqual(caller);
    expect(await voids()).toEqual(needsApproval);
  });

  test('is wanted once the parts that go back of a sale are more than the limit', async () => {
    const partOf = (amount: number) =>
      asks('zoe', undefined, { body: { amount }, sale: { refundedCents: 4000 } });
    expect(await partOf(1000)).not.toEqual(needsApproval);
    expect(await partOf(1001)).toEqual(needsApproval);
    // Of a sale that is not found, such as where two providers have the reference, it is not known what went back.
    expect(await asks('zoe', undefined, { body: { amount: 1 } })).toEqual(needsApproval);
  });

  test('cannot be guessed: after some wrong codes of an operator, or for a manager, no code counts', async () => {
    const answers = async (operator: string, code: string) => asks(operator, code);
    expect(await answers('zoe', managersCode)).toMatchObject({ approvedBy: 'maria' });
    // Requests at once are counted one by one.
    const wrong = await Promise.all(['0', '1', '2', '3', '4'].map((code) => answers('zoe', code)));
    expect(wrong.every((one) => !Object.hasOwn(one as object, 'approvedBy'))).toBe(true);
    expect(await answers('zoe', managersCode)).toMatchObject({
      needsApproval: expect.stringMatching(/^Too many wrong codes/) as string,
    });
    expect(await answers('ben', managersCode)).toMatchObject({ approvedBy: 'maria' });
    for (const operator of ['ben', 'ida', 'tom'])
      for (const code of ['0', '1', '2', '3', '4']) await answers(operator, code);
    expect(await answers('eva', managersCode)).toMatchObject({
      needsApproval: expect.stringMatching(/^Too many wrong codes/) as string,
    });
    expect(await asks('eva')).toMatchObject({ needsApproval: needsManager[2] });
  });
});
