import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { PaymentsError } from '../errors.ts';
import { type Clock, sleep } from '../time.ts';
import type { OwedNews } from './journal.ts';
import type { OperationLedger } from './operationLedger.ts';
import { isUnseen, type TerminalOperation } from './terminalOperation.ts';

interface Telling {
  client: Pick<PaymentsClient, 'resolveOperation' | 'acknowledgeOperation'>;
  ledger: OperationLedger;
  clock: Clock;
}

/** Tells a gateway what a person said and saw: at least once, also where the page is reloaded meanwhile. */
export interface RecordTelling {
  /** Before the operation is resolved: kept with that change. */
  oweResolution: (id: string, resolution: NonNullable<OwedNews['resolution']>) => void;
  /** Before an ending is acknowledged. */
  oweSeen: (id: string) => void;
  /** Tells what is owed of an operation, until the gateway has it. */
  tell: (id: string) => void;
  /** What an earlier page still owed. */
  tellAll: () => void;
  stop: () => void;
}

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

export function createRecordTelling({ client, ledger, clock }: Telling): RecordTelling {
  const telling = new Set<string>();
  const stopping = new AbortController();

  const next = async (id: string, { resolution }: OwedNews): Promise<keyof OwedNews> => {
    if (!resolution) {
      await client.acknowledgeOperation(id);
      return 'isSeen';
    }
    try {
      await client.resolveOperation(id, resolution);
    } catch (error) {
      if (!isForGood(error)) throw error;
      // A page that says "resolved" beside a record that does not know it: that is told, not hidden.
      if (!isOfOlder(error)) ledger.apply(id, { type: 'anomaly', kind: 'resolution-refused' });
    }
    return 'resolution';
  };

  const tellUntil = async (id: string): Promise<void> => {
    let failures = 0;
    for (let owed = ledger.owed(id); owed; owed = ledger.owed(id)) {
      try {
        ledger.settle(id, await next(id, owed));
        failures = 0;
      } catch (error) {
        if (isForGood(error)) ledger.settle(id, 'isSeen');
        else await sleep(clock, pauseAfter(failures), stopping.signal);
        failures += 1;
      }
    }
  };

  const tell = (id: string) => {
    if (telling.has(id) || !ledger.owed(id) || stopping.signal.aborted) return;
    telling.add(id);
    const over = () => void telling.delete(id);
    tellUntil(id).then(over, over);
  };

  return {
    oweResolution(id, resolution) {
      if (ledger.get(id)?.phase === 'unknown') ledger.owe(id, { resolution });
    },
    oweSeen(id) {
      const operation = ledger.get(id);
      if (operation && isUnseen(operation) && isInRecord(operation)) ledger.owe(id, { isSeen: true });
    },
    tell,
    tellAll: () => ledger.list().forEach(({ id }) => tell(id)),
    stop: () => stopping.abort(new Error('Stopped.')),
  };
}

/** What was never sent, or was kept back, the gateway has no operation for. */
function isInRecord({ phase, error }: TerminalOperation): boolean {
  return phase !== 'rejected' || error?.operationState === 'refused';
}

const pauseAfter = (failures: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** failures);

/** Whether asking again cannot help. Whoever has to sign in may do so. */
function isForGood(error: unknown): boolean {
  const { status = 0 } = error instanceof PaymentsError ? error : {};
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

/** A gateway without a record, or without this operation. */
function isOfOlder(error: unknown): boolean {
  return error instanceof PaymentsError && (error.status === 404 || error.status === 405);
}
