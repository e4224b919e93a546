import { readBatchClosed } from '../core/wire/message.ts';
import { readOptionalId } from '../core/wire/check.ts';
import { isObject, parseJson, unwrap } from '../core/wire/read.ts';

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
