import { expect, test } from 'vitest';
import type { TerminalOperation } from '../../src/exports/core.ts';
import type { OperationRow } from '../../src/gateway/recordRows.ts';
import { runs } from '../runs.ts';
import { createRandom } from '../world/random.ts';
import { createPages } from './gatewayPages.ts';

type Row = OperationRow & { operation: TerminalOperation };

const terminals = ['T1', 'T2', 'T3'];
const rights = ['own', 'all', { terminals: ['T1'] }, { terminals: ['T1', 'T2'] }, { terminals: [] }] as const;
type Rights = (typeof rights)[number];
const html = { 'content-type': 'text/html' };
/** What a host answers in the gateway's place. */
const hostAnswers = [
  () => new Response('Unauthorized', { status: 401 }),
  () => new Response('<html>', { status: 419, headers: html }),
  () => new Response('<html>', { headers: html }),
  () => new Response('<html>', { status: 403, headers: html }),
  () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
];
const pending: readonly string[] = ['sending', 'waiting', 'unknown'];

/** Three pages of one merchant. What they may see changes; hosts answer for the gateway; people say things at once. */
async function playShop(seed: number): Promise<string[]> {
  const random = createRandom(seed);
  const made = await createPages();
  const tills = ['anna', 'ben', 'cleo'].map((till) => {
    const as: { till: string; sees: Rights } = { till, sees: random.pick(rights) };
    return { as, page: made.open({ as }) };
  });
  const startedBy = new Map<string, string>();
  const acts: ((of: (typeof tills)[number]) => unknown)[] = [
    async ({ as, page }) => {
      const result = await page.pay({ terminalId: random.pick(terminals), amount: 1000 + startedBy.size });
      if (result.started) startedBy.set(result.operation.id, as.till);
    },
    () => {
      const status = random.pick(['complete', 'complete', 'failed', 'timeout']);
      made.results.set(`one M-${1 + random.whole(made.posted.length + 1)}`, { status, amount: 1000 });
    },
    ({ as }) => (as.sees = random.pick(rights)),
    ({ page }) => (page.line.isDown = random.pick([/stream/, /./, /^$/])),
    ({ page }) => (page.line.isLost = random.pick([/POST pay/, /./, /^$/])),
    ({ page }) => {
      const [what, given] = [random.pick([/./, /POST|DELETE/, /GET/]), random.pick(hostAnswers)];
      let left = 1 + random.whole(10);
      page.answer(what, () => ((left -= 1) < 0 ? undefined : given()));
    },
    ({ page: { operations } }) => {
      for (const { id, phase } of operations.list({ standing: true })) {
        if (random.chance(0.5)) continue;
        if (pending.includes(phase))
          operations.resolveUnknown(id, { charged: random.chance(0.5), basis: 'receipt' });
        else operations.acknowledge(id);
      }
    },
    (till) => {
      const { as, page } = till;
      page.crash();
      till.page = made.open({ as, storage: page.storage });
    },
  ];
  for (let step = 0; step < 40; step += 1) {
    await random.pick(acts)(random.pick(tills));
    await made.pass(random.pick([100, 1000, 5000, 20_000]), 500);
  }
  for (const { page } of tills) [page.line.isDown, page.line.isLost] = [/^$/, /^$/];
  for (const at of made.posted.keys())
    made.results.set(`one M-${at + 1}`, made.results.get(`one M-${at + 1}`) ?? { status: 'complete' });
  await made.pass(11 * 60_000, 2000);

  const all = await made.store.transact('', 'read', (tx) => tx.operations.list({ account: '' }));
  const rows = all.filter((row): row is Row => row.operation !== null);
  return tills.flatMap(({ as: { till, sees }, page }) =>
    rows.flatMap((row) => {
      const isOwn = startedBy.get(row.id) === till;
      const isAmong = typeof sees === 'object' && sees.terminals.some((id) => id === row.terminalId);
      const maySee = sees === 'all' || (sees === 'own' ? isOwn : isAmong);
      const shown = page.operations.get(row.id);
      const isWanted = maySee && (row.isOpen || row.isUnseen);
      const wrong = shown
        ? (maySee || isOwn) && (shown.phase !== row.phase || isSeen(shown) !== isSeen(row.operation))
        : isWanted;
      const isCalledUnsent = shown?.phase === 'rejected' && row.phase !== 'rejected';
      if (!wrong && !isCalledUnsent) return [];
      return `${till}, who sees ${JSON.stringify(sees)}, is shown ${shown?.phase} for ${row.phase}`;
    }),
  );
}

const isSeen = ({ acknowledgedAt }: TerminalOperation) => acknowledgedAt !== undefined;

test.each(Array.from({ length: runs(10, 200) }, (_, at) => 62_000 + at))(
  'pages whose rights change show what the record has of all that they may see, or have sold (seed %i)',
  async (seed) => expect(await playShop(seed)).toEqual([]),
);
