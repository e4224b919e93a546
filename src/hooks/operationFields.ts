import type { TerminalOperation } from '../core/operations/terminalOperation.ts';

const all: Record<keyof TerminalOperation, true> = {
  id: true,
  kind: true,
  phase: true,
  status: true,
  reason: true,
  terminalId: true,
  provider: true,
  currency: true,
  amountCents: true,
  confirmedCents: true,
  tipCents: true,
  orderNumber: true,
  msgIdentifier: true,
  pnRefNum: true,
  message: true,
  error: true,
  resolution: true,
  anomalies: true,
  connection: true,
  seenProcessing: true,
  flowKey: true,
  scope: true,
  createdAt: true,
  acceptedAt: true,
  endedAt: true,
  acknowledgedAt: true,
  toldPhase: true,
  lastCheckedAt: true,
  nextCheckAt: true,
  archivedAt: true,
};

/** Every field an operation can have: one that appears later must be noted when it is read before. */
export const operationFields = Object.keys(all) as (keyof TerminalOperation)[];
