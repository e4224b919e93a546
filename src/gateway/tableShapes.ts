import type { AnyTable, RecordTables, Table } from './gatewayStore.ts';
import type { RecordRows } from './recordRows.ts';

type Kind<Value> = [Exclude<Value, null>] extends [boolean]
  ? 'flag'
  : [Exclude<Value, null>] extends [number]
    ? 'number' | 'serial'
    : [Exclude<Value, null>] extends [string]
      ? 'text'
      : 'json';

/** The columns, key and indexes of a table. `serial` numbers the rows; `?` marks a nullable column. */
interface TableShape<Row> {
  readonly columns: {
    readonly [Column in keyof Row]-?: null extends Row[Column] ? `${Kind<Row[Column]>}?` : Kind<Row[Column]>;
  };
  readonly key: readonly (keyof Row & string)[];
  readonly indexes: readonly (readonly (keyof Row & string)[])[];
}

export interface AnyTableShape {
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly indexes: readonly (readonly string[])[];
}

export function buildRecordTables(
  create: (name: keyof RecordRows, shape: AnyTableShape) => AnyTable,
): RecordTables {
  const names = Object.keys(tableShapes) as (keyof RecordRows)[];
  const made = (name: keyof RecordRows) => create(name, tableShapes[name]) as Table<object>;
  const tables = Object.fromEntries(names.map((name) => [name, made(name)]));
  return tables as Record<keyof RecordRows, Table<object>> as RecordTables;
}

// Migrations create these tables in these shapes, so the shapes must never change. If a table changes, add its new
// shape below, and keep the old shape, as `AnyTableShape`, for its migration.

export const ordersShapeOfVersion3: TableShape<RecordRows['orders']> = {
  columns: {
    account: 'text',
    number: 'text',
    currency: 'text?',
    totalCents: 'number',
    namedAt: 'number',
    paidAt: 'number?',
  },
  key: ['account', 'number'],
  indexes: [['namedAt', 'account']],
};

export const legsShapeOfVersion3: TableShape<RecordRows['legs']> = {
  columns: {
    account: 'text',
    id: 'text',
    orderNumber: 'text',
    name: 'text',
    currency: 'text',
    cents: 'number',
    at: 'number',
    actor: 'text?',
    subject: 'text',
  },
  key: ['account', 'id'],
  indexes: [
    ['account', 'orderNumber', 'at', 'id'],
    ['account', 'at', 'id'],
    ['at', 'account'],
  ],
};

/** The shape since version 5 of the tables. If it changes, the migration to version 5 must keep this one. */
export const closingsShapeOfVersion5: TableShape<RecordRows['closings']> = {
  columns: {
    account: 'text',
    terminalId: 'text',
    number: 'number',
    id: 'text',
    fromMs: 'number',
    toMs: 'number',
    at: 'number',
    actor: 'text?',
    report: 'json',
  },
  key: ['account', 'terminalId', 'number'],
  indexes: [
    ['account', 'toMs', 'id'],
    ['account', 'terminalId', 'toMs', 'id'],
    ['account', 'id'],
  ],
};

export const tableShapes: { readonly [Name in keyof RecordRows]: TableShape<RecordRows[Name]> } = {
  closings: closingsShapeOfVersion5,
  operations: {
    columns: {
      account: 'text',
      id: 'text',
      state: 'text',
      kind: 'text?',
      subject: 'text',
      actor: 'text?',
      approvedBy: 'text?',
      bodyHash: 'text?',
      claimedBy: 'text?',
      claimedAt: 'number',
      answerBy: 'number',
      answer: 'json?',
      seq: 'number',
      operation: 'json?',
      phase: 'text?',
      isOpen: 'flag',
      terminalId: 'text?',
      provider: 'text?',
      orderNumber: 'text?',
      orderNumberLower: 'text?',
      orderNumberReversed: 'text?',
      pnRefNum: 'text?',
      msgIdentifier: 'text?',
      currency: 'text?',
      amountCents: 'number?',
      movedCents: 'number?',
      tipCents: 'number?',
      createdAt: 'number',
      endedAt: 'number?',
      isUnseen: 'flag',
    },
    key: ['account', 'id'],
    // Most indexes serve a list: the list's filter fixes all columns but the last two, by which the list is sorted. An
    // index is named by its place in `indexes`, so add a new one at the end.
    indexes: [
      ['account', 'createdAt', 'id'],
      ['account', 'isOpen', 'createdAt', 'id'],
      ['account', 'isOpen', 'terminalId', 'endedAt'],
      ['account', 'isUnseen', 'createdAt', 'id'],
      ['account', 'subject', 'createdAt', 'id'],
      ['account', 'terminalId', 'createdAt', 'id'],
      ['account', 'kind', 'createdAt', 'id'],
      ['account', 'phase', 'createdAt', 'id'],
      ['account', 'movedCents', 'createdAt', 'id'],
      ['account', 'amountCents', 'createdAt', 'id'],
      ['account', 'orderNumber', 'createdAt', 'id'],
      ['account', 'pnRefNum', 'createdAt', 'id'],
      ['account', 'msgIdentifier'],
      ['phase', 'answerBy'],
      ['claimedAt', 'account'],
      ['id'],
      ['account', 'actor', 'createdAt', 'id'],
      ['account', 'orderNumberLower', 'createdAt', 'id'],
      ['account', 'orderNumberReversed', 'createdAt', 'id'],
    ],
  },
  messages: {
    columns: {
      account: 'text',
      provider: 'text',
      id: 'text',
      operationId: 'text?',
      currency: 'text?',
      state: 'json',
      heardAt: 'number?',
      since: 'number',
      askedAt: 'number?',
      askingUntil: 'number?',
      dueAt: 'number?',
      timedOutAt: 'number?',
      wantedUntil: 'number?',
    },
    key: ['account', 'provider', 'id'],
    indexes: [['account', 'dueAt'], ['dueAt', 'account'], ['wantedUntil']],
  },
  slots: {
    columns: { id: 'serial', account: 'text', at: 'number', messageId: 'text?', isPatient: 'flag' },
    key: ['id'],
    indexes: [['account', 'at']],
  },
  budgets: {
    columns: {
      account: 'text',
      restUntil: 'number',
      restStep: 'number',
      strangersRestUntil: 'number',
      loweredTo: 'number?',
      loweredAt: 'number?',
    },
    key: ['account'],
    indexes: [],
  },
  events: {
    columns: {
      id: 'serial',
      account: 'text',
      operationId: 'text',
      seq: 'number',
      at: 'number',
      detail: 'json?',
      operation: 'json',
      subject: 'text',
      terminalId: 'text',
      isDispatched: 'flag',
    },
    key: ['id'],
    indexes: [
      ['account', 'id'],
      ['account', 'operationId', 'id'],
      ['isDispatched', 'account', 'id'],
      ['account', 'isDispatched', 'at', 'id'],
      ['at', 'account'],
    ],
  },
  deliveries: {
    columns: {
      id: 'serial',
      account: 'text',
      eventId: 'number',
      operationId: 'text',
      receiver: 'text',
      attempts: 'number',
      nextAt: 'number',
      takenUntil: 'number?',
      firstAt: 'number',
      state: 'text',
    },
    key: ['id'],
    indexes: [
      ['account', 'receiver', 'state', 'nextAt', 'eventId'],
      ['account', 'operationId', 'receiver', 'eventId'],
      ['account', 'state', 'eventId'],
    ],
  },
  receivers: {
    columns: {
      account: 'text',
      receiver: 'text',
      nextAt: 'number',
      failures: 'number',
      failingSince: 'number?',
      restUntil: 'number',
    },
    key: ['account', 'receiver'],
    indexes: [['nextAt']],
  },
  resolutions: {
    columns: {
      id: 'serial',
      account: 'text',
      operationId: 'text',
      at: 'number',
      actor: 'text?',
      subject: 'text',
      charged: 'flag',
      basis: 'text',
      note: 'text?',
    },
    key: ['id'],
    indexes: [['account', 'operationId']],
  },
  acknowledgements: {
    columns: { account: 'text', operationId: 'text', subject: 'text', actor: 'text?', at: 'number' },
    key: ['account', 'operationId', 'subject'],
    indexes: [],
  },
  orders: ordersShapeOfVersion3,
  legs: legsShapeOfVersion3,
};
