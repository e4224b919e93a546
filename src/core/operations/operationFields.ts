import type { ProcessingStatus } from '../wire/message.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { OperationError, Phase, TerminalOperation } from './terminalOperation.ts';

/** What a field may hold. Whoever reads one from outside has a check for each. */
interface Holdings {
  id: string;
  text: string;
  texts: readonly string[];
  flag: boolean;
  cents: number;
  time: number;
  kind: MoneyOperation;
  phase: Phase;
  status: ProcessingStatus;
  error: OperationError;
  resolution: NonNullable<TerminalOperation['resolution']>;
}
export type Holding = keyof Holdings;

type HoldingOf<Value> = { [Name in Holding]: Value extends Holdings[Name] ? Name : never }[Holding];
/** A `?` marks what an operation need not have. */
type Fields<Row> = {
  readonly [Name in keyof Row]-?: undefined extends Row[Name]
    ? `${HoldingOf<NonNullable<Row[Name]>>}?`
    : HoldingOf<Row[Name]>;
};

/** What a page knows of an operation as long as it is there. */
type OfThisMoment = 'connection' | 'nextCheckAt';

/** What only a page knows of an operation, and its journal keeps. */
export const pageFields = {
  flowKey: 'text',
  scope: 'text?',
  account: 'text?',
  toldPhase: 'phase?',
  lastCheckedAt: 'time?',
} as const satisfies Partial<Fields<TerminalOperation>>;

export type PageField = keyof typeof pageFields | OfThisMoment;

/** What a record has of an operation, and a page's journal too. */
export const recordFields = {
  id: 'id',
  kind: 'kind',
  phase: 'phase',
  status: 'status?',
  reason: 'text?',
  terminalId: 'id',
  provider: 'text?',
  currency: 'text?',
  amountCents: 'cents?',
  confirmedCents: 'cents?',
  tipCents: 'cents?',
  orderNumber: 'text?',
  msgIdentifier: 'id?',
  pnRefNum: 'text?',
  message: 'text?',
  error: 'error?',
  resolution: 'resolution?',
  anomalies: 'texts',
  seenProcessing: 'flag',
  createdAt: 'time',
  acceptedAt: 'time?',
  unknownAt: 'time?',
  endedAt: 'time?',
  acknowledgedAt: 'time?',
  archivedAt: 'time?',
} as const satisfies Fields<Omit<TerminalOperation, PageField>>;

const ofThisMoment: Record<OfThisMoment, true> = { connection: true, nextCheckAt: true };

const namesIn = (...tables: readonly object[]) =>
  tables.flatMap((table) => Object.keys(table)) as (keyof TerminalOperation)[];

/** Every field an operation can have. */
export const allFields = /*#__PURE__*/ namesIn(recordFields, pageFields, ofThisMoment);

/** The check of each field, from the check of what it may hold. */
export function eachField<Name extends string, Check>(
  fields: Readonly<Record<Name, Holding | `${Holding}?`>>,
  checks: Readonly<Record<Holding, Check>>,
  optional: (check: Check) => Check,
): Record<Name, Check> {
  const made = Object.entries<Holding | `${Holding}?`>(fields).map(([name, holding]) => {
    const isOptional = holding.endsWith('?');
    const check = checks[(isOptional ? holding.slice(0, -1) : holding) as Holding];
    return [name, isOptional ? optional(check) : check] as const;
  });
  return Object.fromEntries(made) as Record<Name, Check>;
}

const recordNames = /*#__PURE__*/ Object.keys(recordFields) as (keyof typeof recordFields)[];

/** An operation as a record has it, without what only a page knows. */
export function withoutPageFields(operation: TerminalOperation): Omit<TerminalOperation, PageField> {
  const kept = recordNames.map((name) => [name, operation[name]] as const);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined)) as unknown as Omit<
    TerminalOperation,
    PageField
  >;
}
