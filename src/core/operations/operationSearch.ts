import type { TerminalOperation } from './terminalOperation.ts';

const fewestCharacters = 2;

/** Whether a search text is long enough, or empty, which means that there is no search. */
export const isEmptyOrSearchable = (search: string) =>
  search === '' || Array.from(search).length >= fewestCharacters;

export const tooShortSearchMessage = `must have at least ${fewestCharacters} characters.`;

/** The form in which order numbers are compared, so that case does not count. */
export const lowerCased = (text: string) => Array.from(text, (character) => character.toLowerCase()).join('');

/** Returns a check: the order number begins or ends with the text, or the reference or message id equals the text. */
export function createOperationMatcher(search: string) {
  const wanted = lowerCased(search);
  return ({
    orderNumber = '',
    pnRefNum,
    msgIdentifier,
  }: Pick<TerminalOperation, 'orderNumber' | 'pnRefNum' | 'msgIdentifier'>): boolean => {
    const ordered = lowerCased(orderNumber);
    const isPart = ordered.startsWith(wanted) || ordered.endsWith(wanted);
    return isPart || pnRefNum === search || msgIdentifier === search;
  };
}
