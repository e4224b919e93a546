import { withoutPageOnlyFields } from '../core/operations/operationFields.ts';
import type { RecordedOperation } from '../core/operations/recorded.ts';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import type { Visibility } from './gatewayOptions.ts';
import type { Where } from './gatewayStore.ts';
import { picked } from '../core/wire/read.ts';
import type { EventRow, OperationRow } from './recordRows.ts';

/** The account and subject that a call is made for. */
export interface Caller {
  /** The merchant; empty if the host names none. */
  account: string;
  /** A keyed hash of the till or shop. */
  subject: string;
  /** The person or device, as the host names it. */
  actor: string | undefined;
  sees: Visibility;
}

/** A second screen shows an operation for this long after its end (ms), if it was started less than a day ago. */
const mirrorEndedMs = 15 * 60_000;
const mirrorBegunMs = 24 * 60 * 60_000;
/** For this many terminals or more, one condition lists them all. For fewer, each has a condition of its own. */
const manyTerminals = 50;

/** The last instant of a `Date`. */
export const latestDateMs = 8_640_000_000_000_000;

interface RecordFilter {
  /** Selects operations that were started at `from` or later, and before `to` (epoch ms). */
  from?: number | undefined;
  to?: number | undefined;
  terminalIds?: readonly string[] | undefined;
  isOpen?: boolean | undefined;
  /** Whether the caller combines each condition with alternatives. If so, even two terminals share a condition. */
  hasAlternatives?: boolean | undefined;
}

/**
 * Conditions that select the operations a caller may see: each such operation meets at least one. If an operation ends
 * while the conditions are queried one after the other, at least one of them still finds it.
 */
export function visibleOperationConditions(
  { account, subject, sees }: Caller,
  now: number,
  { from, to, terminalIds: wanted, isOpen, hasAlternatives = false }: RecordFilter = {},
): Where<OperationRow>[] {
  const always: Where<OperationRow> = {
    account,
    ...(sees === 'own' && { subject }),
    // The condition on the phase excludes payment links, which have no phase. Open rows do without the condition: links
    // are never open, and a database would choose the wrong index with the condition.
    ...(isOpen ? { isOpen } : { phase: { not: null }, ...(isOpen === false && { isOpen }) }),
    ...((from !== undefined || to !== undefined) && begunBetween(from, to)),
  };
  const many = hasAlternatives ? 2 : manyTerminals;
  const conditions = terminalConditions(visibleTerminalIdsAmong(sees, wanted), many).map((condition) => ({
    ...always,
    ...condition,
  }));
  if (!isSecondScreen(sees)) return conditions;
  const open = conditions.map(({ phase: _, ...condition }) => ({ ...condition, isOpen: true }));
  const recent = mirrorLimits(now);
  const ended = conditions.map((condition) => ({
    ...condition,
    ...begunBetween(Math.max(from ?? 0, recent.begunAt), to),
    endedAt: { from: recent.endedAt },
    isOpen: false,
  }));
  return [...(isOpen === false ? [] : open), ...(isOpen === true ? [] : ended)];
}

const begunBetween = (from = 0, to = latestDateMs) => ({ createdAt: { from, below: to } });

function terminalConditions(terminalIds: readonly string[] | undefined, many: number): Where<OperationRow>[] {
  if (!terminalIds) return [{}];
  if (terminalIds.length >= many) return [{ terminalId: { in: terminalIds } }];
  return terminalIds.map((terminalId) => ({ terminalId }));
}

const mirrorLimits = (now: number) => ({ endedAt: now - mirrorEndedMs, begunAt: now - mirrorBegunMs });

/** Whether a caller may see one operation, by the rules of {@link visibleOperationConditions}. */
export function maySeeOperation(
  { account, subject, sees }: Caller,
  row: Pick<OperationRow, 'account' | 'subject' | 'terminalId' | 'isOpen' | 'createdAt' | 'endedAt'>,
  now: number,
): boolean {
  if (row.account !== account || row.terminalId === null) return false;
  if (sees === 'own' && row.subject !== subject) return false;
  if (!(visibleTerminalIds(sees)?.includes(row.terminalId) ?? true)) return false;
  if (!isSecondScreen(sees) || row.isOpen) return true;
  const { endedAt, begunAt } = mirrorLimits(now);
  return row.endedAt !== null && row.endedAt >= endedAt && row.createdAt >= begunAt;
}

/** Whether a caller may ask for an operation by its id: if the caller may see it, or if it is of the caller's subject. */
export function mayAskAboutOperation(caller: Caller, row: OperationRow, now: number): boolean {
  return (
    maySeeOperation(caller, row, now) || (row.account === caller.account && row.subject === caller.subject)
  );
}

/** Selects the events that a caller may see. A second screen may not see all of them: {@link maySeeOperation} decides. */
export function visibleEventCondition({ account, subject, sees }: Caller): Where<EventRow> {
  const terminalIds = visibleTerminalIds(sees);
  return {
    account,
    ...(sees === 'own' && { subject }),
    ...(terminalIds && { terminalId: { in: terminalIds } }),
  };
}

/** The terminals whose operations a caller may see; undefined if visibility does not depend on terminals. */
export function visibleTerminalIds(sees: Caller['sees']): readonly string[] | undefined {
  if (typeof sees === 'string') return undefined;
  const { mirror, terminals = [] }: { mirror?: string; terminals?: readonly string[] } = sees;
  return mirror === undefined ? terminals : [mirror];
}

/** The wanted terminals that the caller may see; without `wanted`, all it may see. Undefined: every terminal. */
export function visibleTerminalIdsAmong(
  sees: Caller['sees'],
  wanted: readonly string[] | undefined,
): readonly string[] | undefined {
  const visible = visibleTerminalIds(sees);
  const among = wanted && visible ? wanted.filter((id) => visible.includes(id)) : (wanted ?? visible);
  return among && [...new Set(among)];
}

/** Whether the caller is a second screen, which a customer may read. */
export function isSecondScreen(sees: Caller['sees']): boolean {
  return typeof sees === 'object' && 'mirror' in sees && sees.mirror !== undefined;
}

interface RecordedRow extends Pick<OperationRow, 'seq' | 'subject'> {
  operation: TerminalOperation;
  actor?: string | null | undefined;
  approvedBy?: string | null | undefined;
}

/** An operation as a caller gets it, without the fields that only a page keeps. */
export function toRecordedOperation(
  row: RecordedRow,
  { subject, sees }: Pick<Caller, 'subject' | 'sees'>,
): RecordedOperation {
  const operation = withoutPageOnlyFields(row.operation);
  const state = { seq: row.seq, isOwn: row.subject === subject };
  if (isSecondScreen(sees)) return { ...mirroredOperation(operation), ...state };
  return {
    ...operation,
    actor: row.actor ?? undefined,
    approvedBy: row.approvedBy ?? undefined,
    ...state,
  };
}

type Recorded = ReturnType<typeof withoutPageOnlyFields>;

/** The only fields that a second screen gets. None names a person, an order, a reference or a reason. */
const mirroredFields = [
  'id',
  'kind',
  'phase',
  'terminalId',
  'currency',
  'amountCents',
  'confirmedCents',
  'tipCents',
  'resolution',
  'anomalies',
  'seenProcessing',
  'createdAt',
  'acceptedAt',
  'unknownAt',
  'endedAt',
  'acknowledgedAt',
  'archivedAt',
] as const satisfies readonly (keyof Recorded)[];

function mirroredOperation(operation: Recorded): Recorded {
  // Keeps the fields that tell whether the error proves a refusal. Drops the sentence, which may be the service's.
  const { code, status, operationState } = operation.error ?? {};
  const error = code && { code, shortMessage: '', status, operationState };
  return { ...picked(operation, mirroredFields), error };
}

/** The row of a terminal operation. Payment links are not shown. */
export type TerminalOperationRow = OperationRow & { operation: TerminalOperation };

export const isTerminalOperationRow = (row: OperationRow): row is TerminalOperationRow =>
  row.operation !== null;
