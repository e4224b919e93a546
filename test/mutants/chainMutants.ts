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
];
