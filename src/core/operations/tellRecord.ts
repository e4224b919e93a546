import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { PaymentsError } from '../errors.ts';
import { type Clock, sleep } from '../time.ts';
import type { OwedNews } from './journal.ts';
import type { OperationLedger } from './operationLedger.ts';
import type { TerminalOperation } from './terminalOperation.ts';

interface Telling {
  client: Pick<PaymentsClient, 'resolveOperation' | 'acknowledgeOperation'>;
  ledger: OperationLedger;
  clock: Clock;
  /** Whether the client may speak of an operation: another account's gateway does not know it. */
  isOfAccount: (operation: TerminalOperation) => boolean;
}

/** Tells a gateway what a person said and saw: at least once, also where the page is reloaded meanwhile. */
export interface RecordTelling {
  /** Tells what is owed of an operation, until the gateway has it. */
  tell: (id: string) => void;
  /** What an earlier page still owed. */
  tellAll: () => void;
  stop: () => void;
}

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

export function createRecordTelling({ client, ledger, clock, isOfAccount }: Telling): RecordTelling {
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
    const operation = ledger.get(id);
    if (telling.has(id) || !ledger.owed(id) || stopping.signal.aborted) return;
    if (operation && !isOfAccount(operation)) return;
    telling.add(id);
    const over = () => void telling.delete(id);
    tellUntil(id).then(over, over);
  };

  return {
    tell,
    tellAll: () => ledger.list().forEach(({ id }) => tell(id)),
    stop: () => stopping.abort(new Error('Stopped.')),
  };
}

const pauseAfter = (failures: number) => Math.min(longestPauseMs, firstPauseMs * 2 ** failures);

/** Whether asking again cannot help. Whoever has to sign in may do so. */
function isForGood(error: unknown): boolean {
  const { status = 0 } = error instanceof PaymentsError ? error : {};
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

/** A gateway without a record says that it has no such route; a 404 of anything else says nothing of the kind. */
function isOfOlder(error: unknown): boolean {
  return error instanceof PaymentsError && error.refusal?.code === 'no-route';
}
