import { attempt } from '../core/errors.ts';
import type { GatewayStore } from './gatewayStore.ts';
import { invalidParameterRefusal } from './GatewayRefusal.ts';

/** A place in a sorted list: a value for each column by which the list is sorted. */
export type CursorPlace = readonly (string | number)[];

export type Cursors = ReturnType<typeof createCursors>;

const ivBytes = 12;
const mostChars = 1000;

/**
 * Makes and reads cursors. They are encrypted, because event ids count the events of all accounts: gaps would show one
 * merchant how busy others are. AES-GCM also rejects a cursor of another query (`about`).
 */
export function createCursors({ secret }: Pick<GatewayStore, 'secret'>) {
  let key: Promise<CryptoKey> | undefined;
  const keyOf = () => {
    key ??= deriveKey(secret).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  };
  /** Decrypts a cursor. Returns undefined if the cursor was not made for `about`, or not with this store's key. */
  const open = async (about: readonly unknown[], cursor: string): Promise<CursorPlace | undefined> => {
    const used = await keyOf();
    const bytes = cursor.length > mostChars ? undefined : toBytes(cursor);
    if (!bytes) return undefined;
    try {
      const iv = bytes.slice(0, ivBytes);
      const opened = await crypto.subtle.decrypt(rules(about, iv), used, bytes.slice(ivBytes));
      return JSON.parse(new TextDecoder().decode(opened)) as CursorPlace;
    } catch {
      return undefined; // forged, or made for something else
    }
  };
  return {
    /** Encrypts a place. A client can neither read the cursor nor use it for anything but `about`. */
    async seal(about: readonly unknown[], place: CursorPlace) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const sealed = await crypto.subtle.encrypt(rules(about, iv), await keyOf(), utf8(place));
      return toText(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
    },
    open,
    /** Throws a refusal if `open` gives no place. */
    async openOrRefuse(about: readonly unknown[], cursor: string): Promise<CursorPlace> {
      const place = await open(about, cursor);
      if (place) return place;
      throw invalidParameterRefusal(
        'cursor',
        'belongs to a request with other parameters. Leave it out to read from the start.',
      );
    },
  };
}

const rules = (about: readonly unknown[], iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8(about),
});

async function deriveKey(secret: GatewayStore['secret']): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', utf8(['cursors', await secret()]));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const utf8 = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const toText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

function toBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return attempt(() => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
}
