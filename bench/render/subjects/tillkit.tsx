import { PaymentsProvider, usePollMessage } from 'tillkit';
import { type Clock, createPaymentsClient, createPollBudget, type ProcessingStatus } from 'tillkit/core';
import { tickMs } from '../plan.ts';
import { row } from '../row.tsx';
import { ask, type Transport } from '../transport.ts';

/** The kit polls one message at most once a second, so a tick is a second of its clock. */
const speed = 1000 / tickMs;

/**
 * `usePollMessage` in each tracker, with a budget for every poll. The bench compares the work of the trackers: every
 * subject polls alike. With `isWhole` the kit's own client builds, checks and reads the requests, as for a host.
 */
export const tillkit = (isWhole: boolean) => (transport: Transport) => {
  const { ids, fetch } = transport;
  const clock = createFastClock();
  const pollBudget = createPollBudget({ limit: 1e6, burst: 1e6, windowMs: 1, clock });
  const whole = createPaymentsClient({ baseUrl: '/api', fetcher: fetch, pollBudget, clock });
  const getProcessedMessage: typeof whole.getProcessedMessage = async ({ msgIdentifier }, { slot } = {}) => {
    if (!slot || !pollBudget.redeem(slot)) throw new Error('Asked without a slot.');
    const { status } = await ask(transport, msgIdentifier);
    return { msgIdentifier, status: status as ProcessingStatus, raw: undefined };
  };
  const client = isWhole ? whole : { ...whole, getProcessedMessage };
  return (
    <PaymentsProvider client={client} currency="USD">
      {ids.map((id) => (
        <Tracker key={id} id={id} />
      ))}
    </PaymentsProvider>
  );
};

function Tracker({ id }: { id: string }) {
  const { status } = usePollMessage(id);
  return row(id, status);
}

const monotonic = () => performance.now() * speed;

function createFastClock(): Clock {
  const start = Date.now();
  return {
    now: () => start + monotonic(),
    monotonic,
    // A browser drops the fraction of a timeout, and the timer would come too early.
    setTimeout: (run, ms) => window.setTimeout(run, Math.ceil(ms / speed)),
    clearTimeout: (handle) => window.clearTimeout(handle as number),
  };
}
