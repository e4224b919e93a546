import { ContractError } from '../errors/ContractError.ts';
import { is } from './check.ts';
import { isObject, type JsonObject } from './reading.ts';

/** A file-path object of the service: handed out by the upload, handed back when the link is made. Kept as it came. */
export type Attachment = JsonObject;

export const checkAttachment = is(isAttachment, 'must be an object that the upload handed out.');

/** The objects of an upload's answer, at least one: a list or one object, bare or inside `data`, `items`, `files` or `attachments`. */
export function readAttachments(body: unknown): Attachment[] {
  const list = findList(body, '');
  if (list.value.length === 0) throw new ContractError(list.path, 'names no file');
  list.value.forEach((item, index) => {
    if (!isObject(item)) throw new ContractError(`${list.path}[${index}]`, 'is not an object');
  });
  return list.value.filter(isObject);
}

function isAttachment(value: unknown): value is Attachment {
  try {
    return isObject(value) && JSON.stringify(value) !== undefined;
  } catch {
    return false; // cycles and bigints: no request could hold them
  }
}

function findList(value: unknown, path: string): { value: unknown[]; path: string } {
  if (Array.isArray(value)) return { value, path };
  if (!isObject(value)) throw new ContractError(path, 'is not a list of files');
  const wrapper = ['data', 'items', 'files', 'attachments'].find(
    (name) => isObject(value[name]) || Array.isArray(value[name]),
  );
  if (wrapper) return findList(value[wrapper], path ? `${path}.${wrapper}` : wrapper);
  return { value: [value], path };
}
