import { type Page, readPage, withPage } from '../wire/page.ts';
import {
  checkListTerminalsQuery,
  type ListTerminalsQuery,
  readTerminal,
  type Terminal,
} from '../wire/terminal.ts';
import { type ClientContext, withClientId } from './clientContext.ts';
import { readWith } from './readAnswer.ts';
import { send } from './send.ts';
import { type CallOptions, parseInput } from './terminalOperations.ts';

/** One page of the merchant's terminals. */
export async function listTerminals(
  context: ClientContext,
  input: ListTerminalsQuery = {},
  { signal }: CallOptions = {},
): Promise<Page<Terminal>> {
  const query = withPage(
    parseInput(checkListTerminalsQuery, withClientId(input, context.options.clientId), 'listTerminals'),
  );
  const { body, status } = await send(context, { operation: 'listTerminals', query, signal });
  const reader = context.options.readers?.terminal;
  return readPage(
    body,
    (item, path) => readWith(reader, () => readTerminal(item, path), item, status),
    query,
  );
}
