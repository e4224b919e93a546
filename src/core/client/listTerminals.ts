import { type Page, readPage, withPage } from '../wire/page.ts';
import {
  checkListTerminalsQuery,
  type ListTerminalsQuery,
  readTerminal,
  type Terminal,
} from '../wire/terminal.ts';
import { type ClientContext, withDefaultClientId } from './clientContext.ts';
import { sendRequest } from './send.ts';
import type { CallOptions } from '../operations/terminalOperations.ts';
import { parseInput } from '../wire/check.ts';

/** Reads one page of the merchant's terminals. Throws `PaymentsError`. */
export async function listTerminals(
  context: ClientContext,
  input: ListTerminalsQuery = {},
  { signal }: CallOptions = {},
): Promise<Page<Terminal>> {
  const query = withPage(
    parseInput(
      checkListTerminalsQuery,
      withDefaultClientId(input, context.options.clientId),
      'listTerminals',
    ),
    context.service.pages,
  );
  const { body } = await sendRequest(context, { operation: 'listTerminals', query, signal });
  return readPage(body, readTerminal, query);
}
