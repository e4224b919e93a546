import type { DBSchema } from 'idb';
import { PaymentsError } from '../errors.ts';
import { createTabChannel } from '../pageLifecycle.ts';
import { createDatabase, type Database } from '../storage.ts';
import { processingStatuses } from '../wire/message.ts';
import { isObject } from '../wire/read.ts';
import { moneyOperations } from '../wire/routes.ts';
import { checksByField, type FieldType, pageFields, recordedFields } from '../operations/operationFields.ts';
import { isOpen, phases, type TerminalOperation } from '../operations/terminalOperation.ts';

/** What is kept of an operation. Nothing personal and no secret: no e-mail, phone, custom value, header or raw body. */
export interface OperationRecord extends Omit<TerminalOperation, 'connection' | 'nextCheckAt'> {
  v: 1;
  /** The terminal it holds: the service's origin and the terminal's id. */
  lock: string;
  /** Grows with every change. */
  seq: number;
}

export interface JournalFilter {
  open?: boolean | undefined;
  lock?: string | undefined;
}

export type ClaimResult = { ok: true } | { ok: false; holder: OperationRecord };

/** Where operations are recorded before they are sent. */
export interface Journal {
  /** Whether records outlive the page. */
  readonly durable: boolean;
  /**
   * Records an operation and takes its terminal's lock, in one step; refused while another open record holds it, except
   * those it may be made over.
   */
  claim: (record: OperationRecord, options?: { over?: readonly string[] }) => Promise<ClaimResult>;
  /** Changes a record, unless a later `seq` was written already. */
  update: (id: string, patch: Partial<OperationRecord>, seq: number) => Promise<boolean>;
  get: (id: string) => Promise<OperationRecord | undefined>;
  list: (filter?: JournalFilter) => Promise<OperationRecord[]>;
  remove: (id: string) => Promise<void>;
  /** Calls back when records may have changed, in this tab or another; where it is not told which, any of them may have. */
  subscribe: (listener: JournalListener) => () => void;
}

export type JournalListener = (ids?: readonly string[]) => void;

function matchesFilter(record: OperationRecord, { open, lock }: JournalFilter = {}): boolean {
  return (open === undefined || isOpen(record) === open) && (lock === undefined || record.lock === lock);
}

/** The record of an operation as the journal keeps it. */
export function toRecord(
  { connection: _, nextCheckAt: __, ...operation }: TerminalOperation,
  about: { lock: string; seq: number; storeOrderNumber: boolean },
): OperationRecord {
  const { storeOrderNumber, ...kept } = about;
  const orderNumber = storeOrderNumber ? operation.orderNumber?.slice(0, mostLetters) : undefined;
  return { ...operation, orderNumber, v: 1, ...kept };
}

/** More is not read. */
const mostLetters = 1000;

/** The operation of a record, as it is shown after a reload. */
export function toOperation(record: OperationRecord): TerminalOperation {
  const { v: _, lock: __, seq: ___, ...operation } = record;
  return { ...operation, connection: 'ok' };
}

/**
 * A journal that is gone with the page. For servers, tests and stories; in a browser a reload then forgets what is open, so
 * it must be passed on purpose.
 */
export function createMemoryJournal(): Journal {
  const records = new Map<string, OperationRecord>();
  const listeners = new Set<JournalListener>();
  const changed = (id: string) => listeners.forEach((listener) => listener([id]));
  return {
    durable: false,
    async claim(record, { over = [] } = {}) {
      const holder = [...records.values()].find(
        (other) => other.lock === record.lock && isOpen(other) && !over.includes(other.id),
      );
      if (holder) return { ok: false, holder };
      records.set(record.id, record);
      changed(record.id);
      return { ok: true };
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
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value.length <= mostLetters;
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

/** Every field a record may have, and what is believed in it. Older builds wrote records too, so an id may be any text. */
function createChecks(): [string, Check][] {
  const refusal = shape({ code: text, message: text, confirmation: optional(text) });
  const error = {
    code: text,
    shortMessage: text,
    serviceMessage: optional(text),
    refusal: optional(refusal),
  };
  const checks: Record<FieldType, Check> = {
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
    ...checksByField({ ...recordedFields, ...pageFields }, checks, optional),
    v: (value) => value === 1,
    seq: integer,
    lock: text,
  };
  return Object.entries(all);
}

const allChecks = /*#__PURE__*/ createChecks();

/**
 * A stored record as it is believed. One of an older or newer version, or one that was tampered with, is never dropped: it
 * becomes `unknown`, with whatever of it can be read.
 */
export function parseRecord(value: unknown): OperationRecord {
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

/** `holds` is the lock, and there only while the operation is open. It is looked up in the transaction that adds. */
type StoredRecord = OperationRecord & { holds?: string };

interface Schema extends DBSchema {
  operations: {
    key: string;
    value: StoredRecord;
    indexes: { holds: string };
  };
}

export interface IndexedDbJournalOptions {
  /** Name of the database, and of the channel on which tabs tell each other of changes. Default `tillkit`. */
  name?: string | undefined;
}

// Power loss must not take back what was said to be recorded (faults, M5).
const strict = { durability: 'strict' } as const;
const relaxed = { durability: 'relaxed' } as const;

/** What the service would say again of its message need not wait for the disk: the next sale would wait behind it. */
function durabilityOf({ phase, msgIdentifier }: Partial<OperationRecord>) {
  const isEnding = phase === 'complete' || phase === 'partial' || phase === 'failed';
  return isEnding && msgIdentifier !== undefined ? relaxed : strict;
}

/**
 * The journal of a browser: it outlives reloads and crashes, and its claim is one transaction, which makes it the lock
 * between tabs too. Nothing is opened before it is used; where no database can be had, every call rejects with `storage`.
 */
export function createIndexedDbJournal({ name = 'tillkit' }: IndexedDbJournalOptions = {}): Journal {
  const listeners = new Set<JournalListener>();
  const channel = createTabChannel(name);
  let leaveChannel: (() => void) | undefined;
  /** By id, the `seq` of each record that was found to be whole: it is not looked at again. */
  const whole = new Map<string, number>();

  const database = createDatabase<Schema>(name, { operations: { keyPath: 'id', index: 'holds' } });
  const withDatabase: Database<Schema> = async (work) => {
    try {
      return await database(work);
    } catch (cause) {
      throw storageError(cause);
    }
  };
  const tellHere: JournalListener = (ids) => listeners.forEach((listener) => listener(ids));
  const changed = (id: string) => {
    channel?.post([id]);
    tellHere([id]);
  };
  const readOnce = (stored: StoredRecord): OperationRecord => {
    const seen = whole.get(stored.id);
    if (seen !== undefined && seen === stored.seq) return withoutHold(stored);
    const record = parseRecord(stored);
    if (record.anomalies.includes(unreadable)) whole.delete(record.id);
    else whole.set(record.id, record.seq);
    return record;
  };

  return {
    durable: true,
    async claim(record, { over = [] } = {}) {
      const holder = await withDatabase(async (opened) => {
        const tx = opened.transaction('operations', 'readwrite', strict);
        const holders = await tx.store.index('holds').getAll(record.lock);
        const found = holders.find(({ id }) => !over.includes(id));
        await Promise.all([found ? undefined : tx.store.add({ ...record, holds: record.lock }), tx.done]);
        return found;
      });
      if (holder) return { ok: false, holder: parseRecord(holder) };
      changed(record.id);
      return { ok: true };
    },
    async update(id, patch, seq) {
      const isWritten = await withDatabase(async (opened) => {
        const tx = opened.transaction('operations', 'readwrite', durabilityOf(patch));
        const stored = await tx.store.get(id);
        // As it is believed: what cannot be read of it must neither refuse the change nor outlive it.
        const record = stored && parseRecord(stored);
        const isNewer = record !== undefined && record.seq < seq;
        await Promise.all([
          isNewer ? tx.store.put(withHold({ ...record, ...patch, seq })) : undefined,
          tx.done,
        ]);
        return isNewer;
      });
      if (isWritten) changed(id);
      return isWritten;
    },
    get: (id) =>
      withDatabase(async (opened) => {
        const stored = await opened.get('operations', id);
        return stored && parseRecord(stored);
      }),
    list: (filter) =>
      withDatabase(async (opened) => {
        const stored = await opened.getAll('operations');
        return stored.map(readOnce).filter((record) => matchesFilter(record, filter));
      }),
    async remove(id) {
      await withDatabase((opened) => opened.delete('operations', id));
      whole.delete(id);
      changed(id);
    },
    subscribe(listener) {
      // What a message says is not believed: it only names what is to be read again.
      leaveChannel ??= channel?.listen((said) =>
        tellHere(Array.isArray(said) && said.every(text) ? said : undefined),
      );
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
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

function storageError(cause: unknown): PaymentsError {
  if (cause instanceof PaymentsError) return cause;
  return new PaymentsError('storage', 'This browser does not let the page store data.', { cause });
}
