import {
  createPollBudget,
  defineService,
  type TerminalOperation,
  type TransactionRequest,
} from 'tillkit/core';
import type { Answer, Harness, HarnessOptions } from '../test/harness.tsx';

export const request: TransactionRequest = {
  terminalId: 'terminal-1',
  amount: 123_450,
  receipt: false,
  orderNumber: 'A-1042',
};

/** Only what the service says of a result. */
const ofResults =
  (answer: Answer): Answer =>
  (response, asked) =>
    asked.url.includes('/processed-messages/') ? answer(response, asked) : response;

/** What the service said, with other words in it. */
const retold = (change: (body: string) => string): Answer =>
  ofResults(async (response) => new Response(change(await response.text()), response));

/** Where one tab hears that it worked, another hears that it did not. */
const asFailed: Answer = retold((body) => body.replace('"complete"', '"failed"'));

/** The answer that it worked, which was asked for and is on its way until it is let through. */
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
 * Lets time pass until the newest operation is as expected: a changed answer takes turns that no clock counts. In small
 * steps, and for less than a request may take.
 */
async function until({ operations, advance }: Harness, holds: (newest: TerminalOperation) => boolean) {
  for (let turns = 0; turns < 1400; turns += 1) {
    const [newest] = operations.list();
    if (newest && holds(newest)) return;
    await advance(20);
  }
}

/** The service started over, and has lost what it knew. */
async function gone({ operations, sandbox, advance }: Harness) {
  await operations.start('pay', request);
  await advance(1000);
  sandbox.reset();
  await advance(60_000);
}

/** The service started over, and counts from the beginning again. */
async function duplicateId({ operations, sandbox, advance }: Harness) {
  sandbox.setScenario('stuck-received');
  await operations.start('pay', request);
  await advance(500);
  sandbox.reset();
  await operations.start('pay', { ...request, terminalId: 'terminal-3', orderNumber: 'A-1043' });
  await advance(500);
}

/** A tab hears that it failed while this one's answer, that it worked, is on its way. */
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

/** The same, and what worked was a part of what was asked for. */
async function contradictionPart(harness: Harness) {
  harness.sandbox.setScenario('partly-approved');
  await contradiction(harness);
}

/** The same with the answers the other way round: a result that worked stays one. */
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

/** The tab that sent it was closed before the answer came. */
async function reloaded({ advance, openTab }: Harness) {
  const closed = openTab({}, () => new Promise(() => undefined));
  await closed.start('pay', request);
  await advance(300);
  closed.dispose();
  await advance(15_000);
}

/** Another page of the host is not set up correctly: what it starts never leaves it. */
async function neverSent({ advance, openTab }: Harness) {
  const page = openTab({
    service: defineService({ routes: { pay: { path: () => '//elsewhere.example/pay' } } }),
  });
  await page.start('pay', request);
  await advance(500);
}

/** A device on which nothing can be recorded. */
export const unwritable: HarnessOptions = {
  journal: { claim: () => Promise.reject(new Error('There is no room left.')) },
};

/** A device that takes its time over every record. */
export const slowToWrite: HarnessOptions = { journal: { claim: () => new Promise(() => undefined) } };

/** A page whose gateway gives no answer. */
export const away: HarnessOptions = { isAway: true };

/** Once two questions got no answer. */
export async function noticed({ operations, advance }: Harness) {
  await operations.load();
  await advance(5000);
}

/** A device whose records cannot be read: what another tab started is not known here. */
export const unreadable: HarnessOptions = {
  journal: { list: () => Promise.reject(new Error('The disk cannot be read.')) },
};

/** A page whose rest is still on its way. */
export const stillLoading: HarnessOptions = {
  changes: { isLoaded: () => false, load: () => new Promise(() => undefined) },
};

/** A page of which a part could not be loaded. */
export const notLoaded: HarnessOptions = {
  changes: { isLoaded: () => false, load: () => Promise.reject(new Error('There is no such file.')) },
};

/** A sale that another tab started. */
export async function saleElsewhere({ openTab, advance }: Harness) {
  await openTab().start('pay', { ...request, amount: 4200 });
  await advance(300);
}

/** What was held, or paid and settled, is captured or given back only in part. */
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

/** What it takes to get where no scenario of the sandbox leads. */
export const endings = {
  gone,
  'duplicate-id': duplicateId,
  contradiction,
  'contradiction-part': contradictionPart,
  contradicted,
  reloaded,
  'never-sent': neverSent,
};
