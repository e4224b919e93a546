import type { Random } from './random.ts';
import type { Trace } from './trace.ts';

/** Faults that meet a request of a page or its answer. */
export const wayFaults = [
  'request-lost',
  'answer-lost',
  'request-late',
  'request-repeated',
  'answer-cut',
  'answer-slow',
  'answer-drips',
  'proxy-answers',
  'proxy-busy',
  'answer-of-another',
] as const;

/** Faults that meet a poll of the service. */
export const pollFaults = [
  'poll-fails',
  'poll-cut',
  'poll-never-answers',
  'poll-late',
  'poll-drips',
  'poll-rests',
  'poll-of-another',
  'poll-unknown-word',
  'poll-not-found',
  'poll-takes-back',
] as const;

/** Faults that meet a message on its way, a commit or a poll: they strike when there is one. */
export const passingFaults = [
  // between a page and its gateway
  ...wayFaults,
  'stream-refused',
  // the gateway's database
  'commit-fails',
  'commit-answer-lost',
  'commit-stalls',
  'watch-late',
  // the service, asked to move money
  'service-unreached',
  'service-answer-lost',
  'service-never-answers',
  'service-error',
  'service-conflict',
  'service-busy',
  'service-garbage',
  'service-times-out',
  'service-late-result',
  'service-slow',
  'service-drips',
  'service-stuck',
  'service-approves-part',
  'service-adds-tip',
  'service-repeats-id',
  'service-reuses-id',
  // the service, asked for a result
  ...pollFaults,
  // receivers of events
  'receiver-fails',
  'receiver-hangs',
  'receiver-answer-lost',
] as const;

/** Faults that strike by themselves, between two things that people do. */
export const struckFaults = [
  'network-away',
  'stream-cut',
  'stream-stalls',
  'sign-in-lapses',
  'page-freezes',
  'page-crashes',
  'page-hides',
  'page-clock-jumps',
  'storage-lost',
  'storage-full',
  'service-crawls',
  'receiver-away',
  'gateway-dies',
  'gateway-freezes',
  'gateway-clock-jumps',
  'gateway-deployed',
  'gateway-older',
  'gateway-stops',
  'database-restored',
  'database-fails-over',
] as const;

export type PassingFault = (typeof passingFaults)[number];
export type StruckFault = (typeof struckFaults)[number];
export type FaultKind = PassingFault | StruckFault;
export const faultKinds: readonly FaultKind[] = [...passingFaults, ...struckFaults];

/** Kinds that only a shop with a real database has. */
export const isOfDatabase = (kind: FaultKind) => kind.startsWith('database-');

/** Where a kind strikes. */
export const placeOf = (kind: FaultKind) => {
  const [first = ''] = kind.split('-');
  if (first === 'poll') return 'service';
  if (first === 'commit' || first === 'watch') return 'database';
  return ['service', 'database', 'receiver', 'gateway', 'page'].includes(first) ? first : 'network';
};

/** How often each kind that exists in a shift strikes: 0 to 1. */
export type FaultRates = Partial<Record<FaultKind, number>>;

/** Where an operation stood when a fault met it. */
export const faultPhases = ['at-rest', 'sending', 'waiting', 'unknown', 'ended'] as const;
export type FaultPhase = (typeof faultPhases)[number];

/** Draws the kinds of a shift (swarm): some shifts have none, some one only. A kind that is aimed at exists. */
export function drawFaults(random: Random, aim: readonly FaultKind[]): FaultRates {
  const rateOf = () => 0.01 * 2 ** (random.next() * 5);
  const way = random.next();
  let kinds: FaultKind[] = [];
  if (aim.length > 0) kinds = [...aim];
  else if (way < 0.04) return {};
  else if (way < 0.1) kinds = [random.pick(faultKinds)];
  if (kinds.length !== 1) {
    const share = random.pick([0.1, 0.25, 0.5, 0.8]);
    kinds.push(...faultKinds.filter((kind) => random.chance(share) && !aim.includes(kind)));
  }
  return Object.fromEntries(kinds.map((kind) => [kind, rateOf()]));
}

/** The faults of one shift, counted when they have met something. */
export function createFaults(
  random: Random,
  rates: FaultRates,
  phaseOf: (id?: string) => FaultPhase,
  trace: Trace,
) {
  const delivered = new Map<FaultKind, Map<FaultPhase, number>>();
  const due = new Set<PassingFault>();
  const count = (kind: FaultKind, id?: string) => {
    const phases = delivered.get(kind) ?? new Map<FaultPhase, number>();
    const phase = phaseOf(id);
    phases.set(phase, (phases.get(phase) ?? 0) + 1);
    delivered.set(kind, phases);
  };
  return {
    delivered,
    count,
    isOver: false,
    /** A kind strikes at its next opportunity. */
    aim: (kind: PassingFault) => void due.add(kind),
    /** The one of these kinds that strikes now, if any. */
    strike<Kind extends PassingFault>(kinds: readonly Kind[], id?: string): Kind | undefined {
      if (this.isOver) return undefined;
      for (const kind of kinds) {
        const rate = rates[kind];
        if (rate === undefined || !(due.delete(kind) || random.chance(rate))) continue;
        count(kind, id);
        trace.add(placeOf(kind), `fault ${kind} ${id ?? ''}`);
        return kind;
      }
      return undefined;
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;
