import type { Reader } from './clientOptions.ts';
import { ContractError } from '../errors/ContractError.ts';

/** Reads with the host's reader or ours. Whatever a host's reader throws means that the answer cannot be read. */
export function readWith<NormalForm>(
  reader: Reader<NormalForm> | undefined,
  fallback: Reader<NormalForm>,
  body: unknown,
  status: number,
): NormalForm {
  try {
    return (reader ?? fallback)(body, status);
  } catch (cause) {
    if (cause instanceof ContractError) throw cause;
    throw new ContractError('', "was refused by the host's reader", cause);
  }
}
