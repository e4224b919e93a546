import {
  createPollBudget,
  defineService,
  type TerminalOperation,
  type TransactionRequest,
} from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import type { Answer, Harness, HarnessOptions } from '../test/harness.tsx';

export const request: TransactionRequest = {
  terminalId: 'terminal-1',
  amount: 123_450,
  receipt: false,
  orderNumber: 'A-1042',
};

/** Changes only the service's answers about a result. */
const ofResults =
  (answer: Answer): Answer =>
  (response, asked) =>
    asked.url.includes('/processed-messages/') ? answer(response, asked) : response;

/** Changes the body of the service's answers about a result. */
const retold = (change: (body: string) => string): Answer =>
  ofResults(async (response) => new Response(change(await response.text()), response));

/** Says that a payment failed where the service says that it is complete. */
const asFailed: Answer = retold((body) => body.replace('"complete"', '"failed"'));

/** The answer that reports success, held back until it is released. */
function answerOnItsWay() {
  let letThrough: () => void = () => undefined;
  const through = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  let isSent = false;
  const answer = ofResults(async (response) => {
    if (!(await response.clone().text()).includes('"complete"')) return response;
    isSent = true;
    await through;
    return response;
  });
  return { answer, isSent: () => isSent, letThrough: () => letThrough() };
}

/**
 * Advances the virtual clock in small steps until the newest operation is as expected. A changed answer also takes real
 * time, so one advance may not do. Gives up before a request would time out.
 */
async function until({ operations, advance }: Harness, holds: (newest: TerminalOperation) => boolean) {
  for (let turns = 0; turns < 1400; turns += 1) {
    const [newest] = operations.list();
    if (newest && holds(newest)) return;
    await advance(20);
  }
}

/** The service restarted and lost its data. */
async function gone({ operations, sandbox, advance }: Harness) {
  await operations.start('pay', request);
  await advance(1000);
  sandbox.reset();
  await advance(60_000);
}

/** The service restarted and counts from the beginning again. */
async function duplicateId({ operations, sandbox, advance }: Harness) {
  sandbox.setScenario('stuck-received');
  await operations.start('pay', request);
  await advance(500);
  sandbox.reset();
  await operations.start('pay', { ...request, terminalId: 'terminal-3', orderNumber: 'A-1043' });
  await advance(500);
}

/** Another tab receives the failure while this tab's answer, a success, is on its way. */
async function contradiction(harness: Harness) {
  const { operations, answerWith, openTab, clock } = harness;
  const here = answerOnItsWay();
  answerWith(here.answer);
  await operations.start('pay', request);
  await until(harness, here.isSent);
  openTab({ pollBudget: createPollBudget({ clock }) }, asFailed);
  await until(harness, ({ phase }) => phase === 'failed');
  here.letThrough();
  await until(harness, ({ phase }) => phase === 'unknown');
}

/** As `contradiction`, with a partial approval. */
async function contradictionPart(harness: Harness) {
  harness.sandbox.setScenario('partly-approved');
  await contradiction(harness);
}

/** As `contradiction`, but the success comes first. It stays a success. */
async function contradicted(harness: Harness) {
  const { operations, answerWith, openTab, clock } = harness;
  const here = answerOnItsWay();
  const there = answerOnItsWay();
  answerWith(here.answer);
  await operations.start('pay', request);
  await until(harness, ({ phase }) => phase === 'waiting');
  const late: Answer = async (response, asked) => asFailed(await there.answer(response, asked), asked);
  openTab({ pollBudget: createPollBudget({ clock }) }, late);
  await until(harness, () => here.isSent() && there.isSent());
  here.letThrough();
  await until(harness, ({ phase }) => phase === 'complete');
  there.letThrough();
  await until(harness, ({ anomalies }) => anomalies.length > 0);
}

/** The tab that sent the sale was closed before the answer came. */
async function reloaded({ advance, openTab }: Harness) {
  const closed = openTab({}, () => new Promise(() => undefined));
  await closed.start('pay', request);
  await advance(300);
  closed.dispose();
  await advance(15_000);
}

/** Another page of the host is misconfigured: its operations never leave the page. */
async function neverSent({ advance, openTab }: Harness) {
  const page = openTab({
    service: defineService({ routes: { pay: { path: () => '//elsewhere.example/pay' } } }),
  });
  await page.start('pay', request);
  await advance(500);
}

/** A device that cannot record anything. */
export const unwritable: HarnessOptions = {
  journal: { claim: () => Promise.reject(new Error('There is no room left.')) },
};

export const slowToWrite: HarnessOptions = { journal: { claim: () => new Promise(() => undefined) } };

/** A page whose gateway does not answer. */
export const away: HarnessOptions = { isAway: true };

/** Waits until the page has noticed that its gateway is away: two requests got no answer. */
export async function noticed({ operations, advance }: Harness) {
  await operations.load();
  await advance(5000);
}

/** A device whose records cannot be read, so that operations of another tab are not known. */
export const unreadable: HarnessOptions = {
  journal: { list: () => Promise.reject(new Error('The disk cannot be read.')) },
};

/** A page whose engine is still loading. */
export const stillLoading: HarnessOptions = {
  changes: { isLoaded: () => false, load: () => new Promise(() => undefined) },
};

/** A page whose engine could not be loaded. */
export const notLoaded: HarnessOptions = {
  changes: { isLoaded: () => false, load: () => Promise.reject(new Error('There is no such file.')) },
};

/** A sale that another tab started. */
export async function saleElsewhere({ openTab, advance }: Harness) {
  await openTab().start('pay', { ...request, amount: 4200 });
  await advance(300);
}

export const newest = ({ operations }: Harness) => operations.list()[0];

interface Begun {
  kind?: 'pay' | 'preAuth' | 'closeBatch';
  scenario?: ScenarioName;
  afterMs?: number;
}

/** An operation as it stands some time after it was started. */
export const begun =
  ({ kind = 'pay', scenario = 'approved', afterMs = 9000 }: Begun) =>
  async ({ operations, sandbox, advance }: Harness) => {
    sandbox.setScenario(scenario, { next: true });
    if (kind === 'closeBatch') await operations.start(kind, { terminalId: request.terminalId });
    else await operations.start(kind, request);
    await advance(afterMs);
  };

/** A sale that is voided or refunded, or a hold that is captured. */
export const followed =
  (kind: 'void' | 'refund' | 'capture', afterMs = 9000) =>
  async ({ operations, advance }: Harness) => {
    const { terminalId, amount } = request;
    const end = async () => {
      await advance(9000);
      for (const { id } of operations.list()) operations.acknowledge(id);
    };
    await operations.start(kind === 'capture' ? 'preAuth' : 'pay', request);
    await end();
    const { pnRefNum = '' } = operations.list()[0]!;
    if (kind === 'refund') await operations.start('closeBatch', { terminalId });
    await end();
    if (kind === 'void') await operations.start(kind, { terminalId, pnRefNum });
    else await operations.start(kind, { terminalId, pnRefNum, amount });
    await advance(afterMs);
    for (const { id } of operations.list({ open: false })) operations.acknowledge(id);
  };

/** An unknown sale, of which a person said whether it was charged. */
export const resolved = (charged: boolean) => async (harness: Harness) => {
  await begun({ scenario: 'lost-answer', afterMs: 2000 })(harness);
  const { operations } = harness;
  operations.resolveUnknown(newest(harness)?.id ?? '', { charged, basis: 'terminal-screen' });
  await harness.advance(100);
};

/** A hold, or a settled sale, that is captured or given back in part. */
export const partlyDone = (kind: 'capture' | 'refund') => async (harness: Harness) => {
  const { operations, sandbox, advance } = harness;
  const { terminalId } = request;
  const end = async () => {
    await advance(9000);
    for (const { id } of operations.list()) operations.acknowledge(id);
  };
  await operations.start(kind === 'capture' ? 'preAuth' : 'pay', request);
  await end();
  const { pnRefNum = '' } = operations.list()[0]!;
  if (kind === 'refund') await operations.start('closeBatch', { terminalId });
  await end();
  sandbox.setScenario('partly-approved', { next: true });
  await operations.start(kind, { terminalId, pnRefNum, amount: request.amount });
  await advance(9000);
};

/** Steps that lead to states without a scenario in the sandbox. */
export const endings = {
  gone,
  'duplicate-id': duplicateId,
  contradiction,
  'contradiction-part': contradictionPart,
  contradicted,
  reloaded,
  'never-sent': neverSent,
};
