import type { ProcessingStatus } from '../wire/message.ts';
import { withoutUndefinedFields, picked } from '../wire/read.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import type { OperationError, Phase, TerminalOperation } from './terminalOperation.ts';

/** The types of stored fields. A reader of stored operations has one check for each type. */
interface FieldTypes {
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
export type OperationFieldType = keyof FieldTypes;

type FieldTypeOf<Value> = {
  [Name in OperationFieldType]: Value extends FieldTypes[Name] ? Name : never;
}[OperationFieldType];
/** The type of each field of a row. A `?` marks an optional field. */
type Fields<Row> = {
  readonly [Name in keyof Row]-?: undefined extends Row[Name]
    ? `${FieldTypeOf<NonNullable<Row[Name]>>}?`
    : FieldTypeOf<Row[Name]>;
};

/** Fields that a page holds in memory only. */
type TransientField = 'connection' | 'nextCheckAt';

/** Fields that a page's journal stores and a gateway's record does not. */
export const journalOnlyFieldTypes = {
  flowKey: 'text',
  scope: 'text?',
  account: 'text?',
  toldPhase: 'phase?',
  lastCheckedAt: 'time?',
} as const satisfies Partial<Fields<TerminalOperation>>;

export type PageOnlyField = keyof typeof journalOnlyFieldTypes | TransientField;

/** Fields that both a gateway's record and a page's journal store. */
export const recordedFieldTypes = {
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
} as const satisfies Fields<Omit<TerminalOperation, PageOnlyField>>;

const transientFields: Record<TransientField, true> = { connection: true, nextCheckAt: true };

const namesIn = (...tables: readonly object[]) =>
  tables.flatMap((table) => Object.keys(table)) as (keyof TerminalOperation)[];

export const terminalOperationFieldNames = /*#__PURE__*/ namesIn(
  recordedFieldTypes,
  journalOnlyFieldTypes,
  transientFields,
);

/** Gives each field the check of its type. */
export function checksByField<Name extends string, Check>(
  fields: Readonly<Record<Name, OperationFieldType | `${OperationFieldType}?`>>,
  checks: Readonly<Record<OperationFieldType, Check>>,
  optional: (check: Check) => Check,
): Record<Name, Check> {
  const made = Object.entries<OperationFieldType | `${OperationFieldType}?`>(fields).map(
    ([name, holding]) => {
      const isOptional = holding.endsWith('?');
      const check = checks[(isOptional ? holding.slice(0, -1) : holding) as OperationFieldType];
      return [name, isOptional ? optional(check) : check] as const;
    },
  );
  return Object.fromEntries(made) as Record<Name, Check>;
}

const recordedFieldNames = /*#__PURE__*/ Object.keys(
  recordedFieldTypes,
) as (keyof typeof recordedFieldTypes)[];

export function withoutPageOnlyFields(operation: TerminalOperation): Omit<TerminalOperation, PageOnlyField> {
  return withoutUndefinedFields(picked(operation, recordedFieldNames)) as Omit<
    TerminalOperation,
    PageOnlyField
  >;
}

export const withDefaultPageOnlyFields = (
  operation: TerminalOperation | Omit<TerminalOperation, PageOnlyField>,
): TerminalOperation =>
  'flowKey' in operation ? operation : { ...operation, connection: 'ok', flowKey: '' };
