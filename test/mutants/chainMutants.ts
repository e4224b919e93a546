/** A change of the kit (`mutants.ts`) that the simulated shop finds, in the twelve shifts from a seed on. */
interface ChainMutant {
  name: string;
  /** A seed, with the kinds of faults that are aimed at: `1+request-late`. */
  seed: string;
}

/** Between a page and its gateway, or between the processes of a gateway, its database, the service and receivers. */
export const chainMutants: readonly ChainMutant[] = [
  { name: 'shows what another till began as its own', seed: '2' },
  { name: 'hides a result that comes after a person stopped waiting', seed: '9+answer-cut+receiver-away' },
  { name: 'takes the time of this machine for that of the gateway', seed: '2' },
  { name: 'sends a second press while the first has no answer', seed: '1+answer-slow' },
  { name: 'says that nothing was sent before the id is closed', seed: '2+request-late' },
  { name: 'ignores what a restored backup says', seed: '5+database-restored' },
  {
    name: 'goes on showing a payment that the gateway knows nothing of any more',
    seed: '1+database-fails-over',
  },
  { name: 'sends a copy whose id is taken', seed: '1+request-repeated' },
  { name: 'sends under an id that was closed', seed: '1+request-late' },
  { name: 'leaves the id open of what a lock refused', seed: '5+request-repeated' },
  { name: 'believes what is said of another message', seed: '5+poll-of-another' },
  { name: 'narrows a list by what one may see only after its limit', seed: '1' },
  { name: 'tells a stream what its caller may not see', seed: '1' },
  { name: 'tells an event before the one of its operation that failed', seed: '1+receiver-fails' },
  { name: 'keeps what an instance took that was killed', seed: '5+gateway-dies+receiver-hangs' },
  { name: 'gives what is told again another id', seed: '1+receiver-fails+receiver-answer-lost' },
  { name: 'takes every lost answer for a refusal', seed: '1+service-answer-lost' },
  { name: 'shows timeout as failed', seed: '1+service-late-result' },
  { name: 'believes a refusal that a gateway does not call one', seed: '7+proxy-answers' },
  { name: 'notes a press only once it was answered', seed: '1+page-crashes+answer-lost' },
  { name: 'asks once about a press without a row', seed: '5+request-lost' },
  { name: 'forgets with the storage what another tab wrote', seed: '10+stream-cut+answer-slow' },
  { name: 'leaves to the stream what is in no list', seed: '3+database-fails-over' },
  { name: 'takes lists that could not be read for read', seed: '1+answer-lost+stream-cut' },
  { name: 'does not say that a stream forgot what it told', seed: '1+database-fails-over' },
  { name: 'skips a change of the stream', seed: '1' },
  { name: 'goes on from a cursor of before the database was restored', seed: '1+database-fails-over' },
  { name: 'does not notice that the database was restored', seed: '5+database-restored' },
  { name: 'calls an id closed that no page has closed', seed: '1+request-late' },
  { name: 'never gives up what a killed instance sent', seed: '1+gateway-dies+service-never-answers' },
  { name: 'does not end what no instance waits for', seed: '1+gateway-dies+service-never-answers' },
  { name: 'follows only what it sent itself', seed: '12+gateway-dies' },
  { name: 'asks more often than the service allows', seed: '1+service-stuck' },
  { name: 'takes a message id that two open payments have for the second one', seed: '1+service-repeats-id' },
  {
    name: 'takes the result of a message id that two payments share for the first of them',
    seed: '432+service-reuses-id+poll-takes-back+gateway-older',
  },
  { name: 'delivers the newest event of an operation first', seed: '1+receiver-away' },
  { name: 'claims a part of an order without asking what was taken', seed: '7' },
];
