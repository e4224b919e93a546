import type { KeyboardEvent } from 'react';

/**
 * Whether Enter only confirms what an input method composes, so that it must not submit the form. Safari ends the
 * composition before that key comes, and says so by the key code alone.
 */
export function confirmsComposition({ key, keyCode, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && (nativeEvent.isComposing || keyCode === 229);
}
