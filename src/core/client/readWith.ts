import type { Reader } from './clientOptions.ts';
import { ContractError } from '../errors/ContractError.ts';

/** Reads with the host's reader or ours. Where a host's reader throws, or gives nothing, the answer cannot be read. */
export function readWith<NormalForm extends object>(
  reader: Reader<NormalForm> | undefined,
  fallback: Reader<NormalForm>,
  body: unknown,
  status: number,
): NormalForm {
  try {
    const read: unknown = (reader ?? fallback)(body, status);
    if (typeof read === 'object' && read !== null) return read as NormalForm;
  } catch (cause) {
    if (cause instanceof ContractError) throw cause;
    throw new ContractError('', "was refused by the host's reader", cause);
  }
  throw new ContractError('', "was read as nothing by the host's reader");
}
