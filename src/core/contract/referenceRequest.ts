import { checkAmount } from './amount.ts';
import { type Check, fields, optional, string } from './check.ts';
import { checkId } from './id.ts';

/** The body of close batch, and the local `provider`, which is never sent. */
export interface CloseBatchRequest {
  terminalId: string;
  clientId?: string | undefined;
  provider?: string | undefined;
}

/** The body of void: which transaction, on which terminal. */
export interface VoidRequest extends CloseBatchRequest {
  pnRefNum: string;
}

/** The body of capture and refund: a reference and how much of it. */
export interface AmountReferenceRequest extends VoidRequest {
  amount: number;
}

const local = { clientId: optional(checkId), provider: optional(string()) };
const reference = { terminalId: checkId, pnRefNum: checkId, ...local };

export const checkCloseBatchRequest: Check<CloseBatchRequest> = fields({ terminalId: checkId, ...local });
export const checkVoidRequest: Check<VoidRequest> = fields(reference);
export const checkAmountReferenceRequest: Check<AmountReferenceRequest> = fields({
  ...reference,
  amount: checkAmount,
});
