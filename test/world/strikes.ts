import { reload } from './acts.ts';
import { placeOf, type StruckFault } from './faults.ts';
import type { World } from './world.ts';

const isOfPage = (kind: StruckFault) => /^(page|storage|stream|sign-in)-/.test(kind);

/** A fault that strikes by itself. Counted where it meets something: here, or where it does. */
export function strike(world: World, kind: StruckFault): void {
  const { random, clock, faults, gateways, network, browsers, service, stores } = world;
  const browser = random.pick(browsers);
  const page = random.pick(browser.tabs);
  const after = (from: number, to: number, run: () => void) =>
    clock.setTimeout(run, random.between(from, to));
  world.trace.add(isOfPage(kind) ? world.nameOf(page) : placeOf(kind), `fault ${kind}`);
  const count = (isDone: boolean | void = true) => void (isDone !== false && faults.count(kind));
  const restore = async (replace: () => void) => {
    count(await stores.restore(replace));
    service.restored(stores.forgotten);
  };
  switch (kind) {
    case 'network-away':
      network.state.isAway = true;
      after(500, 60_000, () => (network.state.isAway = false));
      return;
    case 'stream-cut':
      count(browser.isAlone ? false : undefined);
      return page.cutStream();
    case 'stream-stalls':
      count(browser.isAlone ? false : undefined);
      return page.stallStream();
    case 'sign-in-lapses':
      gateways.signedOut.add(browser.session.subject);
      after(500, 60_000, () => gateways.signedOut.delete(browser.session.subject));
      return;
    case 'page-freezes':
      count();
      page.machine.freeze();
      after(5000, 120_000, page.machine.thaw);
      return;
    case 'page-crashes':
      count();
      return reload(browser, page);
    case 'page-hides':
      count();
      page.show(false);
      after(1000, 400_000, () => page.machine.isDead() || page.show(true));
      return;
    case 'page-clock-jumps':
      count();
      return browser.jump(random.pick([-3_600_000, -60_000, 60_000, 3_600_000]));
    case 'storage-lost':
      count(browser.isAlone ? false : undefined);
      return browser.loseStorage();
    case 'storage-full':
      browser.fillStorage(true);
      after(10_000, 300_000, () => browser.fillStorage(false));
      return;
    case 'gateway-dies':
      return count(gateways.kill());
    case 'gateway-freezes':
      return count(gateways.freeze());
    case 'gateway-clock-jumps':
      count();
      return gateways.jump();
    case 'gateway-deployed':
      count();
      return gateways.deploy();
    case 'gateway-older':
      return gateways.deploy(true);
    case 'gateway-stops':
      count();
      return gateways.stopAll();
    case 'service-crawls':
      service.state.isCrawling = true;
      after(60_000, 240_000, () => (service.state.isCrawling = false));
      return;
    case 'receiver-away':
      gateways.receiver.isAway = true;
      after(20 * 60_000, 5 * 3_600_000, () => (gateways.receiver.isAway = false));
      return;
    case 'database-restored': {
      const backup = stores.backUp();
      after(5000, 5 * 60_000, () => {
        if (faults.isOver) return;
        gateways.killAll();
        void restore(backup);
        after(500, 20_000, () => gateways.restart());
      });
      return;
    }
    case 'database-fails-over': {
      const standby = stores.backUp();
      after(50, 8000, () => void (faults.isOver || restore(standby)));
      return;
    }
  }
}
