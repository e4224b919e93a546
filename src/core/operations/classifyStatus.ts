import type { OperationName } from '../contract/operationName.ts';

// A refusal is believed only for these (faults F8, F9): every other status may follow a payment that was made.
const refusals = new Set([400, 401, 403, 404, 405, 413, 415, 422, 429]);

/** The default of `PaymentsClientOptions.classifyStatus`: whether a status proves that nothing happened. */
export function classifyStatus(status: number, _operation: OperationName): 'rejected' | 'unknown' {
  return refusals.has(status) ? 'rejected' : 'unknown';
}
