import type { AnyTableShape } from '../tableShapes.ts';

// Migrations create these tables as the version that added them did. Later migrations change them.

export const ordersOfVersion3: AnyTableShape = {
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

export const legsOfVersion3: AnyTableShape = {
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

export const closingsOfVersion5: AnyTableShape = {
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
