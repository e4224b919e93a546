import type { ScenarioName } from '../../src/exports/sandbox.ts';
import { assertOneTruth } from './assertOneTruth.ts';
import { createRandom } from './random.ts';
import { createShop, quietLine, roughLine, type Shop, type ShopPage } from './shop.ts';

/** What a service may do with a payment, and how often. */
const scenarios: Partial<Record<ScenarioName, number>> = {
  approved: 10,
  declined: 2,
  'service-timeout': 1,
  slow: 1,
  'lost-answer': 1,
  'lost-request': 1,
  'late-result': 1,
  'server-error': 1,
  conflict: 1,
  malformed: 1,
  'partly-approved': 1,
  tip: 1,
  'rate-limited': 0.5,
  'stuck-received': 0.3,
};

const steps = {
  sale: 12,
  refund: 2,
  void: 1,
  closeBatch: 1,
  acknowledge: 8,
  stopWaiting: 1,
  resolve: 2,
  checkNow: 2,
  reload: 2,
  hide: 1,
  show: 1,
  freeze: 0.7,
  jump: 0.5,
  cutStream: 1,
  killInstance: 0.7,
  restart: 1,
  deploy: 0.4,
  rough: 1,
  calm: 2,
  away: 0.4,
} as const;
type Step = keyof typeof steps;

/** What a person said, to be found again at the end. */
export interface Said {
  id: string;
  charged: boolean;
  subject: string;
}

/** One till or office: a browser, and its tabs. */
interface Seat {
  browser: ReturnType<Shop['createBrowser']>;
  tabs: ShopPage[];
}

/** Works a shift that follows from a seed, lets everything come to rest, and holds all words against each other. */
async function workShift(seed: number): Promise<{ faults: ReadonlyMap<string, number>; presses: number }> {
  const random = createRandom(seed);
  const shop = createShop(random);
  const { clock, sandbox, count } = shop;
  const said: Said[] = [];
  const seat = (subject: string, sees: 'own' | 'all', tabs: number): Seat => {
    const browser = shop.createBrowser({ subject, sees });
    return { browser, tabs: Array.from({ length: tabs }, () => browser.open()) };
  };
  const seats = [seat('till-1', 'own', 2), seat('till-2', 'own', 1), seat('office', 'all', 1)];
  const tills = seats.slice(0, 2);
  // A database that is younger than a press cannot say that it was never sent.
  await clock.advance(30_000);

  let presses = 0;
  const thawing = new Map<ShopPage, number>();
  const tabOf = (of: Seat) => random.pick(of.tabs);

  const act = async (step: Step): Promise<void> => {
    const at = random.pick(tills);
    const { operations, machine, ...page } = tabOf(at);
    if (machine.isFrozen()) return;
    const own = operations.list().filter(({ id, scope }) => scope === operations.scope && id !== '');
    const terminal = random.pick(sandbox.terminals);
    switch (step) {
      case 'sale': {
        sandbox.setScenario(random.weighted(scenarios as Record<ScenarioName, number>), { next: true });
        const request = { terminalId: terminal.id, amount: 100 * (1 + random.whole(60)), receipt: false };
        const orderNumber = random.chance(0.4) ? `A-${random.whole(8)}` : undefined;
        const again = () =>
          operations.start('pay', { ...request, ...(orderNumber && { orderNumber }) }, { currency: 'USD' });
        presses += 1;
        const first = await again();
        if (random.chance(0.1)) await again();
        // A person who is asked says yes, now and then.
        if (!first.started && first.refusal.confirmation && random.chance(0.5))
          await operations.start(
            'pay',
            { ...request, ...(orderNumber && { orderNumber }) },
            { currency: 'USD', confirmed: first.refusal.confirmation },
          );
        return;
      }
      case 'refund':
      case 'void': {
        const done = own.filter(
          ({ kind, phase, pnRefNum }) => kind === 'pay' && phase === 'complete' && pnRefNum,
        );
        if (done.length === 0) return;
        const sale = random.pick(done);
        const about = { terminalId: sale.terminalId, pnRefNum: sale.pnRefNum ?? '' };
        presses += 1;
        if (step === 'void') await operations.start('void', about, { currency: 'USD' });
        else await operations.start('refund', { ...about, amount: 100 }, { currency: 'USD' });
        return;
      }
      case 'closeBatch':
        presses += 1;
        await operations.start('closeBatch', { terminalId: terminal.id });
        return;
      case 'acknowledge': {
        const ended = operations
          .list({ standing: true })
          .filter(({ phase }) => !['sending', 'waiting', 'unknown'].includes(phase));
        if (ended.length > 0) operations.acknowledge(random.pick(ended).id);
        return;
      }
      case 'stopWaiting': {
        const waiting = own.filter(({ phase }) => phase === 'waiting');
        if (waiting.length > 0) operations.stopWaiting(random.pick(waiting).id);
        return;
      }
      case 'resolve': {
        const unknown = operations.list({ open: true }).filter(({ phase }) => phase === 'unknown');
        if (unknown.length === 0) return;
        const { id } = random.pick(unknown);
        const charged = sandbox.ledger.charges.some(({ operationId }) => operationId === id);
        // Most people look well.
        const word = random.chance(0.9) ? charged : !charged;
        operations.resolveUnknown(id, { charged: word, basis: 'terminal-screen' });
        said.push({ id, charged: word, subject: at.browser.session.subject });
        return;
      }
      case 'checkNow': {
        const open = own.filter(({ phase }) => phase === 'waiting' || phase === 'unknown');
        if (open.length > 0) operations.checkNow(random.pick(open).id);
        return;
      }
      case 'reload': {
        const tab = tabOf(at);
        thawing.delete(tab);
        tab.crash();
        at.tabs[at.tabs.indexOf(tab)] = at.browser.open();
        return;
      }
      case 'hide':
        return page.show(false);
      case 'show':
        return page.show(true);
      case 'freeze': {
        const tab = tabOf(at);
        tab.machine.freeze();
        thawing.set(tab, clock.monotonic() + random.between(5000, 120_000));
        return;
      }
      case 'jump':
        return at.browser.jump(random.pick([-3_600_000, -60_000, 60_000, 3_600_000]));
      case 'cutStream':
        return page.cutStream();
      case 'killInstance':
        return shop.kill();
      case 'restart':
        return shop.restart();
      case 'deploy':
        return shop.restart(true);
      case 'rough':
        shop.line.now = roughLine;
        return;
      case 'calm':
        shop.line.now = quietLine;
        return;
      case 'away':
        shop.line.now = { ...quietLine, pass: 0, lostRequest: 1 };
    }
  };
  const thaw = () => {
    for (const [tab, at] of thawing) {
      if (clock.monotonic() < at) continue;
      thawing.delete(tab);
      tab.machine.thaw();
    }
  };

  for (let step = 12 + random.whole(24); step > 0; step -= 1) {
    const name = random.weighted(steps);
    count(`step:${name}`);
    await act(name);
    await clock.advance(random.chance(0.2) ? random.between(0, 30_000) : random.between(0, 3000));
    thaw();
  }

  // The night: lines are mended, what is dead is started, pages are seen again, and all of it has time to come to rest.
  shop.line.now = quietLine;
  await shop.restart();
  thawing.forEach((_, tab) => tab.machine.thaw());
  for (const { tabs } of seats) tabs.forEach((tab) => tab.show(true));
  await clock.advance(12 * 60_000);
  try {
    await assertOneTruth({ shop, pages: seats.flatMap(({ tabs }) => tabs), said });
  } finally {
    for (const { tabs } of seats) tabs.forEach((tab) => tab.crash());
    await shop.end();
  }
  return { faults: shop.faults, presses };
}

/** Works shifts of seeds in a row. Stops after ten that have more than one truth. */
export async function workShifts(first: number, count: number) {
  const faults = new Map<string, number>();
  const failures: string[] = [];
  let presses = 0;
  for (let seed = first; seed < first + count && failures.length < 10; seed += 1) {
    try {
      const worked = await workShift(seed);
      presses += worked.presses;
      for (const [name, times] of worked.faults) faults.set(name, (faults.get(name) ?? 0) + times);
    } catch (error) {
      failures.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { presses, faults, failures };
}
