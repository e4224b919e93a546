import type { TerminalOperation } from '../../src/exports/core.ts';
import { type Browser, createBrowser, type WorldPage } from './browsers.ts';
import { createFaults, type FaultPhase } from './faults.ts';
import { createGateways, personOf } from './gateways.ts';
import { createNetwork } from './network.ts';
import { createRandom } from './random.ts';
import type { Recorder } from './recorder.ts';
import { createService } from './service.ts';
import { createStores } from './stores.ts';
import type { Story } from './story.ts';
import { createTrace } from './trace.ts';
import { createWorldClock } from './worldClock.ts';
import { setWorld } from './worldGlobals.ts';

/** What was found wrong, and by which check. */
export interface Finding {
  check: string;
  text: string;
}

const phaseNames: Partial<Record<string, FaultPhase>> = {
  sending: 'sending',
  waiting: 'waiting',
  unknown: 'unknown',
};
const order: readonly FaultPhase[] = ['sending', 'waiting', 'unknown'];

/** A world: a service, a gateway of several processes on one database, and browsers with pages. All follows from the story. */
export function createWorld(story: Story, recorder?: Recorder) {
  const random = createRandom(story.seed);
  const trace = createTrace(recorder && ((who, what) => recorder.add(clock.now(), who, what)));
  const findings: Finding[] = [];
  const find = (check: string, text: string) => {
    if (findings.length >= 50 || findings.some((one) => one.text === text)) return;
    findings.push({ check, text });
    recorder?.fail(clock.now(), check, text);
  };
  const browsers: Browser[] = [];
  const pages = () => browsers.flatMap(({ tabs }) => tabs);
  const nameOf = (page: WorldPage) => {
    const { tabs = [] } = browsers.find((browser) => browser.tabs.includes(page)) ?? {};
    return personOf(page.session) + (tabs.length > 1 ? `, tab ${tabs.indexOf(page) + 1}` : '');
  };
  /** What was shown, by operation and phase: the last that was. */
  const shown = new Map<string, TerminalOperation>();
  /** Operations do not change: what a page shows anew is another object. */
  const lookedAt = new WeakSet<TerminalOperation>();
  const phaseOfId = new Map<string, string>();
  /** By operation, whose it is. */
  const owners = new Map<string, Browser>();

  /** What a service wants is heard, and kept, in each shift that has no faults but those of lines and of the service. */
  const hearsPauses = !Object.keys(story.faults).some((kind) =>
    /^(commit|database|gateway|page)-/.test(kind),
  );
  const clock = createWorldClock(Date.UTC(2026, 0, 15, 9, 0), () => {
    for (const { tabs } of browsers) for (const page of tabs) if (page.isChanged) look(page);
    for (const { check, text } of service.problems) if (check !== 'pauses' || hearsPauses) find(check, text);
    service.problems.length = 0;
  });
  setWorld({ clock, random });
  const phaseOf = (id?: string): FaultPhase => {
    const known = id === undefined ? undefined : phaseOfId.get(id);
    if (known !== undefined) return phaseNames[known] ?? 'ended';
    if (id !== undefined) return 'sending';
    const standing = new Set(phaseOfId.values());
    return order.find((phase) => standing.has(phase)) ?? 'at-rest';
  };
  const faults = createFaults(random, story.faults, phaseOf, trace);
  const service = createService(clock, random, trace);
  const stores = createStores(story.store, { clock, random, faults, trace });
  const gateways = createGateways({
    clock,
    random,
    faults,
    trace,
    service,
    stores,
    hasReceiver: story.hasReceiver,
  });
  const network = createNetwork({ clock, random, faults, trace, gateways });

  /** A person looks at a page: what it says must be true at once. */
  function look(page: WorldPage): void {
    page.isChanged = false;
    if (page.machine.isDead()) return;
    recorder?.show(clock.now(), nameOf(page), page.operations.list());
    const held = new Map<string, string>();
    for (const operation of page.operations.list()) {
      // What a gateway is to hold back is shown as being sent. A page alone has asked the journal before.
      const { terminalId } = operation;
      if (!page.client && (operation.phase === 'sending' || operation.phase === 'waiting')) {
        if (held.has(terminalId))
          find(
            'terminals',
            `${operation.id} began at ${terminalId} before ${held.get(terminalId)} had ended`,
          );
        held.set(terminalId, operation.id);
      }
      if (lookedAt.has(operation)) continue;
      lookedAt.add(operation);
      const { id, phase } = operation;
      if (id === '') continue;
      const name = `${id} ${phase} ${operation.confirmedCents}`;
      if (shown.has(name)) continue;
      shown.set(name, operation);
      phaseOfId.set(id, phase);
      trace.add('shown', `${page.session.subject} ${name} ${operation.reason}`);
      const owner = owners.get(id);
      if (owner && owner.session !== page.session && operation.scope === undefined)
        find('subjects', `${page.session.subject} shows ${id} of another till as its own`);
      if (owner && owner.session.account !== page.session.account)
        find('accounts', `${page.session.account} shows ${operation.kind} ${id} of ${owner.session.account}`);
      if (phase === 'failed' || phase === 'rejected')
        if (
          !service.lies.has(id) &&
          service.sandbox.ledger.charges.some(({ operationId }) => operationId === id)
        )
          find(
            'shown',
            `${page.session.subject} shows ${operation.kind} ${id} as ${phase}, and it was charged`,
          );
    }
  }

  const surroundings = { clock, random, faults, network, service, owners };
  return {
    story,
    clock,
    random,
    trace,
    findings,
    find,
    faults,
    service,
    stores,
    gateways,
    network,
    browsers,
    pages,
    nameOf,
    shown,
    owners,
    open(session: Browser['session'], isAlone: boolean, tabs: number): Browser {
      const browser = createBrowser(surroundings, session, isAlone);
      browsers.push(browser);
      for (let left = tabs; left > 0; left -= 1) browser.tabs.push(browser.open());
      return browser;
    },
    end() {
      for (const page of pages()) page.crash();
      gateways.end();
      service.end();
      stores.close();
      setWorld(undefined);
    },
  };
}
export type World = ReturnType<typeof createWorld>;
