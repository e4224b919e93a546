import { catchUp } from './catchUp.ts';
import type { Ledger } from './ledger.ts';
import { linkRecord } from './links.ts';
import type { World } from './world.ts';

/** The ledger of whatever world is current; each read lets first happen what was due. */
export function createLedgerView(currentWorld: () => World): Ledger {
  const upToDate = () => {
    const world = currentWorld();
    catchUp(world);
    return world;
  };
  return {
    get requests() {
      return [...upToDate().requests];
    },
    get charges() {
      return [...upToDate().charges];
    },
    get polls() {
      return upToDate().requests.filter(({ operation }) => operation === 'getProcessedMessage');
    },
    get links() {
      const { links, settings } = upToDate();
      return links.filter(({ isSeed }) => !isSeed).map((link) => linkRecord(link, settings.linkAmountUnit));
    },
    get preflights() {
      return [...upToDate().preflights];
    },
  };
}
