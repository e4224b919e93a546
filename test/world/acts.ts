import type { TerminalOperation } from '../../src/exports/core.ts';
import type { Browser, WorldPage } from './browsers.ts';
import type { Act } from './story.ts';
import type { World } from './world.ts';

/** What a person said, to be found again at the end. */
export interface Said {
  id: string;
  charged: boolean;
  browser: Browser;
  page: WorldPage;
  /** False if the browser's storage was full: only the page itself knows it until the gateway has it. */
  isStored: boolean;
}

/** What the people of a shift did. */
export interface ShiftLog {
  presses: number;
  said: Said[];
  /** The endings that a person has seen: id, phase and anomalies. */
  seen: Set<string>;
  /** By number, what the shop wants for the order, and whether a person agreed to take more. */
  orders: Map<string, { account: string; number: string; totalCents: number; isMoreAgreed: boolean }>;
}

/** What a person sees of an ending; what a page says of a person's word is no part of it. */
export const endingOf = ({ id, phase, anomalies }: Pick<TerminalOperation, 'id' | 'phase' | 'anomalies'>) =>
  [id, phase, ...anomalies.filter((kind) => kind !== 'resolution-refused').toSorted()].join(' ');

const pending: readonly string[] = ['sending', 'waiting', 'unknown'];

/** A person at a till or in the office does something. */
export async function act(world: World, log: ShiftLog, name: Act): Promise<void> {
  const { random, service, browsers } = world;
  const browser = random.pick(browsers.filter(({ session }) => session.sees === 'own'));
  const page = random.pick(browser.tabs);
  const { operations, machine } = page;
  const does = (what: string) => world.trace.add(world.nameOf(page), what);
  if (machine.isFrozen()) return;
  const { charges } = service.sandbox.ledger;
  const own = () => operations.list().filter(({ id }) => id !== '');
  const terminalId = terminalFor(world, operations);
  const press: typeof operations.start = (kind, request, options) => {
    log.presses += 1;
    does(
      `presses ${kind}: ${Object.entries(request)
        .map((field) => field.join(' '))
        .join(', ')}`,
    );
    return operations.start(kind, request, options);
  };
  const sale = (kind: TerminalOperation['kind']) => {
    const done = own().filter(
      (one) => one.kind === kind && one.phase === 'complete' && one.pnRefNum !== undefined,
    );
    return done.length === 0 ? undefined : random.pick(done.slice(0, 4));
  };
  switch (name) {
    case 'sale':
    case 'hold':
    case 'part': {
      const kind = name === 'hold' ? 'preAuth' : 'pay';
      const order = name === 'part' ? orderOf(world, log, browser.session.account) : undefined;
      const drawn = 1 + random.whole(60);
      // Two people share most orders.
      const request = {
        terminalId,
        amount: order && drawn % 4 > 0 ? order.totalCents / 2 : 100 * drawn,
        receipt: false,
        ...(order && { orderNumber: order.number }),
      };
      const options = { currency: 'USD', ...(order && { orderTotalCents: order.totalCents }) };
      const first = await press(kind, request, options);
      if (random.chance(0.05)) {
        const again = await press(kind, request, options);
        if (first.started && again.started && operations.get(first.operation.id)?.phase === 'sending')
          world.find('presses', `${browser.session.subject} took a double press for two payments`);
      }
      // A person who is asked says yes, now and then.
      if (!first.started && first.refusal.confirmation && random.chance(0.5)) {
        if (order) order.isMoreAgreed = true;
        await press(kind, request, { ...options, confirmed: first.refusal.confirmation });
      }
      return;
    }
    case 'capture':
    case 'refund':
    case 'void': {
      const of = sale(name === 'capture' ? 'preAuth' : 'pay');
      if (!of) return act(world, log, 'sale');
      const about = { terminalId: of.terminalId, pnRefNum: of.pnRefNum ?? '' };
      if (name === 'void') await press('void', about, { currency: 'USD' });
      else await press(name, { ...about, amount: 100 }, { currency: 'USD' });
      return;
    }
    case 'closeBatch':
      await press('closeBatch', { terminalId });
      return;
    case 'acknowledge': {
      const ended = operations.list({ standing: true }).filter(({ phase }) => !pending.includes(phase));
      for (const { id } of ended) {
        if (!random.chance(0.6)) continue;
        does(`has seen the ending of ${id}`);
        log.seen.add(endingOf(operations.get(id)!));
        operations.acknowledge(id);
      }
      return;
    }
    case 'stopWaiting': {
      const waiting = own().filter(({ phase }) => phase === 'waiting');
      if (waiting.length === 0) return;
      const { id } = random.pick(waiting);
      does(`stops waiting for ${id}`);
      operations.stopWaiting(id);
      return;
    }
    case 'resolve': {
      const now = world.clock.now();
      for (const { id, createdAt } of operations.list({ open: true })) {
        if (operations.get(id)?.phase !== 'unknown' || random.chance(0.3)) continue;
        const charged = charges.some(({ operationId }) => operationId === id);
        // Most people look well, and late enough.
        const word = random.chance(0.95) || now - createdAt < 0 ? charged : !charged;
        does(`says of ${id}: ${word ? 'charged' : 'not charged'}`);
        operations.resolveUnknown(id, { charged: word, basis: 'terminal-screen' });
        log.said.push({ id, charged: word, browser, page, isStored: !browser.isFull() });
      }
      return;
    }
    case 'checkNow': {
      const open = own().filter(({ phase }) => phase === 'waiting' || phase === 'unknown');
      if (open.length === 0) return;
      const { id } = random.pick(open);
      does(`presses "Check now" for ${id}`);
      operations.checkNow(id);
      return;
    }
    case 'reload':
      does('loads the page anew');
      return reload(browser, page);
    case 'lookAway':
      does('looks away');
      page.show(false);
      world.clock.setTimeout(() => page.machine.isDead() || page.show(true), random.between(1000, 120_000));
  }
}

/** Most people choose a terminal that is free, as far as their page shows. */
function terminalFor({ random, service }: World, operations: WorldPage['operations']): string {
  const all = service.sandbox.terminals.map(({ id }) => id);
  const held = new Set(operations.list({ open: true }).map(({ terminalId }) => terminalId));
  const free = all.filter((id) => !held.has(id));
  return random.pick(free.length > 0 && random.chance(0.9) ? free : all);
}

/** A page goes, and another one comes in its place. */
export function reload(browser: Browser, page: WorldPage): void {
  page.crash();
  browser.tabs[browser.tabs.indexOf(page)] = browser.open();
}

function orderOf({ random }: World, log: ShiftLog, account: string) {
  const number = `${account}-${random.whole(2)}`;
  const order = log.orders.get(number) ?? {
    account,
    number,
    totalCents: 1000 + 200 * random.whole(30),
    isMoreAgreed: false,
  };
  log.orders.set(number, order);
  return order;
}
