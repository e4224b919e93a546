import { readBatchClosed } from '../core/contract/acceptedMessage.ts';
import { readOptionalId } from '../core/contract/id.ts';
import { parseJson } from '../core/contract/parseJson.ts';
import { isObject, unwrap } from '../core/contract/reading.ts';

/** The ids in the service's answer to what it accepted, where they can be read. */
export function acceptedIds(body: string): {
  msgIdentifier?: string | undefined;
  pnRefNum?: string | undefined;
} {
  try {
    const parsed = parseJson(body);
    const { value } = unwrap(parsed);
    const { msgIdentifier } = readBatchClosed(parsed);
    return { msgIdentifier, pnRefNum: isObject(value) ? readOptionalId(value, '', 'pnRefNum') : undefined };
  } catch {
    return {};
  }
}
