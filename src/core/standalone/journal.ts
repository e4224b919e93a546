import { PaymentsError } from '../errors.ts';
import { createListeners } from '../listeners.ts';
import { createTabChannel } from '../pageLifecycle.ts';
import { createIndexedDbTransact, indexedDbResult, type Transact } from '../storage.ts';
import { processingStatuses } from '../wire/message.ts';
import { isObject } from '../wire/read.ts';
import { moneyOperations } from '../wire/routes.ts';
import {
  checksByField,
  type OperationFieldType,
  journalOnlyFieldTypes,
  recordedFieldTypes,
} from '../operations/operationFields.ts';
import { mostCharactersOfStoredText } from '../operations/operationDraft.ts';
import { isOpen, phases, type TerminalOperation } from '../operations/terminalOperation.ts';

/** The stored form of an operation. No personal data and no secret: no e-mail, phone, custom value, header or raw body. */
export interface OperationRecord extends Omit<TerminalOperation, 'connection' | 'nextCheckAt'> {
  v: 1;
  /** The terminal that the operation holds: the service's origin and the terminal's id. */
  lock: string;
  /** Version of the record: a number that grows with every change. */
  seq: number;
}

export interface JournalFilter {
  open?: boolean | undefined;
  lock?: string | undefined;
}

/** The result of a claim. `holder`: the record that holds the terminal; undefined if `judge` refused the claim. */
export type ClaimResult = { ok: true } | { ok: false; holder?: OperationRecord | undefined };

export interface ClaimOptions {
  over?: readonly string[] | undefined;
  /** Gets all records and returns whether they allow the claim. No other claim is recorded between this call and the claim. */
  judge?: ((records: readonly OperationRecord[]) => boolean) | undefined;
}

/** The store in which operations are recorded before they are sent. */
export interface Journal {
  /** Whether records are still there after the page was reloaded or closed. */
  readonly durable: boolean;
  /**
   * Records an operation and takes its lock in one step. Refused while an open record holds the lock (unless
   * `over` has its id), or if `judge` returns false.
   */
  claim: (record: OperationRecord, options?: ClaimOptions) => Promise<ClaimResult>;
  /** Changes a record if its stored `seq` is lower than the given one. Resolves with true if the record was changed. */
  update: (id: string, patch: Partial<OperationRecord>, seq: number) => Promise<boolean>;
  get: (id: string) => Promise<OperationRecord | undefined>;
  list: (filter?: JournalFilter) => Promise<OperationRecord[]>;
  remove: (id: string) => Promise<void>;
  /** Calls back when records may have changed, in this or another tab. Without ids any record may have changed. */
  subscribe: (listener: JournalChangeListener) => () => void;
}

export type JournalChangeListener = (ids?: readonly string[]) => void;

function judgeClaim(
  { lock }: OperationRecord,
  { over = [], judge }: ClaimOptions,
  records: readonly OperationRecord[],
): ClaimResult {
  if (judge?.(records) === false) return { ok: false };
  const holder = records.find((other) => other.lock === lock && isOpen(other) && !over.includes(other.id));
  return holder ? { ok: false, holder } : { ok: true };
}

function matchesFilter(record: OperationRecord, { open, lock }: JournalFilter = {}): boolean {
  return (open === undefined || isOpen(record) === open) && (lock === undefined || record.lock === lock);
}

export function journalRecordFromOperation(
  { connection: _, nextCheckAt: __, ...operation }: TerminalOperation,
  about: { lock: string; seq: number; storeOrderNumber: boolean },
): OperationRecord {
  const { storeOrderNumber, ...kept } = about;
  const orderNumber = storeOrderNumber
    ? operation.orderNumber?.slice(0, mostCharactersOfStoredText)
    : undefined;
  return { ...operation, orderNumber, v: 1, ...kept };
}

export function operationFromJournalRecord(record: OperationRecord): TerminalOperation {
  const { v: _, lock: __, seq: ___, ...operation } = record;
  return { ...operation, connection: 'ok' };
}

/** A journal in memory, for servers, tests and stories. In a browser a reload would forget open operations. */
export function createMemoryJournal(): Journal {
  const records = new Map<string, OperationRecord>();
  const { add: subscribe, notify } = createListeners<Parameters<JournalChangeListener>>();
  const changed = (id: string) => notify([id]);
  return {
    durable: false,
    async claim(record, options = {}) {
      const result = judgeClaim(record, options, [...records.values()]);
      if (!result.ok) return result;
      records.set(record.id, record);
      changed(record.id);
      return result;
    },
    async update(id, patch, seq) {
      const record = records.get(id);
      if (!record || record.seq >= seq) return false;
      records.set(id, { ...record, ...patch, seq });
      changed(id);
      return true;
    },
    get: async (id) => records.get(id),
    list: async (filter) => [...records.values()].filter((record) => matchesFilter(record, filter)),
    async remove(id) {
      if (records.delete(id)) changed(id);
    },
    subscribe,
  };
}

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.length <= mostCharactersOfStoredText;
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const integer: Check = (value) => Number.isSafeInteger(value);
const flag: Check = (value) => typeof value === 'boolean';
const oneOf =
  (names: readonly string[]): Check =>
  (value) =>
    names.includes(value as string);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const shape =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

/** Returns a check for each field of a stored record. An id may be any text: an older build may have written it. */
function createChecks(): [string, Check][] {
  const refusal = shape({ code: text, message: text, confirmation: optional(text) });
  const error = {
    code: text,
    shortMessage: text,
    serviceMessage: optional(text),
    refusal: optional(refusal),
  };
  const checks: Record<OperationFieldType, Check> = {
    id: text,
    text,
    texts: (value) => Array.isArray(value) && value.every(text),
    flag,
    cents: integer,
    time: number,
    kind: oneOf(moneyOperations),
    phase: oneOf(phases),
    status: oneOf(processingStatuses),
    error: shape(error),
    resolution: shape({ charged: flag, basis: text }),
  };
  const all: Record<keyof OperationRecord, Check> = {
    ...checksByField({ ...recordedFieldTypes, ...journalOnlyFieldTypes }, checks, optional),
    v: (value) => value === 1,
    seq: integer,
    lock: text,
  };
  return Object.entries(all);
}

const allChecks = /*#__PURE__*/ createChecks();

/** Reads a stored record. If a field is unreadable, the record is kept as `unknown`, without its ending. */
export function parseOrSalvageRecord(value: unknown): OperationRecord {
  const source = isObject(value) ? value : {};
  const fields: Record<string, unknown> = {};
  let isWhole = true;
  for (const [name, check] of allChecks) {
    const field = source[name];
    const isRight = check(field);
    isWhole &&= isRight;
    if (isRight && field !== undefined) fields[name] = field;
  }
  return isWhole ? (fields as unknown as OperationRecord) : salvage(fields);
}

const unreadable = 'unreadable-record';

function salvage(fields: Partial<OperationRecord>): OperationRecord {
  const { error: _, message: __, resolution: ___, status: ____, endedAt: _____, ...kept } = fields;
  return {
    id: '',
    seq: 0,
    lock: '',
    kind: 'pay',
    terminalId: '',
    flowKey: 'default',
    createdAt: 0,
    ...kept,
    v: 1,
    phase: 'unknown',
    reason: 'reloaded',
    anomalies: [unreadable],
    seenProcessing: false,
  };
}

/** A record in the database. `holds` repeats `lock` while the operation is open, for tabs of an earlier version. */
type StoredRecord = OperationRecord & { holds?: string };

export interface IndexedDbJournalOptions {
  /** Name of the database, and of the channel between tabs. Default `tillkit`. */
  name?: string | undefined;
}

// A power failure must not undo what was reported as recorded (faults, M5).
const strict = { durability: 'strict' } as const;
const relaxed = { durability: 'relaxed' } as const;

/** How a change is written: waiting for the disk, unless it is an ending with a message id, which a poll finds again. */
function durabilityOf({ phase, msgIdentifier }: Partial<OperationRecord>) {
  const isEnding = phase === 'complete' || phase === 'partial' || phase === 'failed';
  return isEnding && msgIdentifier !== undefined ? relaxed : strict;
}

/**
 * A journal in IndexedDB. It outlives reloads and crashes. Each claim is one transaction, so two tabs cannot take the
 * same terminal. The database is opened at first use; without IndexedDB, every call rejects with `storage`.
 */
export function createIndexedDbJournal({ name = 'tillkit' }: IndexedDbJournalOptions = {}): Journal {
  const listeners = createListeners<Parameters<JournalChangeListener>>();
  const channel = createTabChannel(name);
  let leaveChannel: (() => void) | undefined;
  /** The `seq` of each record (by id) that passed its checks. A record with the same `seq` is not checked again. */
  const checked = new Map<string, number>();

  const inDatabase = createIndexedDbTransact(name, { store: 'operations', keyPath: 'id', index: 'holds' });
  const transact: Transact = async (...work) => {
    try {
      return await inDatabase(...work);
    } catch (cause) {
      if (cause instanceof PaymentsError) throw cause;
      throw new PaymentsError('storage', 'This browser does not let the page store data.', { cause });
    }
  };
  const changed = (id: string) => {
    channel?.post([id]);
    listeners.notify([id]);
  };
  const readOnce = (stored: StoredRecord): OperationRecord => {
    const seen = checked.get(stored.id);
    if (seen !== undefined && seen === stored.seq) return withoutHold(stored);
    const record = parseOrSalvageRecord(stored);
    if (record.anomalies.includes(unreadable)) checked.delete(record.id);
    else checked.set(record.id, record.seq);
    return record;
  };

  return {
    durable: true,
    async claim(record, options = {}) {
      const claim = async (store: IDBObjectStore) => {
        const stored = await indexedDbResult<StoredRecord[]>(store.getAll());
        const found = judgeClaim(record, options, stored.map(readOnce));
        if (found.ok) await indexedDbResult(store.add(withHold(record)));
        return found;
      };
      const result = await transact('readwrite', claim, strict);
      if (result.ok) changed(record.id);
      return result;
    },
    async update(id, patch, seq) {
      const write = async (store: IDBObjectStore) => {
        const stored = await indexedDbResult<StoredRecord | undefined>(store.get(id));
        // The stored record is parsed first: unreadable fields must neither prevent the change nor be written again.
        const record = stored && parseOrSalvageRecord(stored);
        const isNewer = record !== undefined && record.seq < seq;
        if (isNewer) await indexedDbResult(store.put(withHold({ ...record, ...patch, seq })));
        return isNewer;
      };
      const isWritten = await transact('readwrite', write, durabilityOf(patch));
      if (isWritten) changed(id);
      return isWritten;
    },
    async get(id) {
      const stored = await transact('readonly', (store) =>
        indexedDbResult<StoredRecord | undefined>(store.get(id)),
      );
      return stored && parseOrSalvageRecord(stored);
    },
    async list(filter) {
      const stored = await transact('readonly', (store) => indexedDbResult<StoredRecord[]>(store.getAll()));
      return stored.map(readOnce).filter((record) => matchesFilter(record, filter));
    },
    async remove(id) {
      await transact('readwrite', (store) => indexedDbResult(store.delete(id)));
      checked.delete(id);
      changed(id);
    },
    subscribe(listener) {
      // A message from another tab is not trusted: it only names the records to read again.
      leaveChannel ??= channel?.listen((said) =>
        listeners.notify(Array.isArray(said) && said.every(text) ? said : undefined),
      );
      const leave = listeners.add(listener);
      return () => {
        leave();
        if (!listeners.isEmpty()) return;
        leaveChannel?.();
        leaveChannel = undefined;
      };
    },
  };
}

const withoutHold = ({ holds: _, ...record }: StoredRecord): OperationRecord => record;

function withHold(stored: StoredRecord): StoredRecord {
  const record = withoutHold(stored);
  return isOpen(record) ? { ...record, holds: record.lock } : record;
}
