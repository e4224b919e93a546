import { InvalidInputError } from '../errors.ts';
import type { MoneyCallOptions } from '../operations/terminalOperations.ts';
import { parseInput } from '../wire/check.ts';
import {
  type AcceptedMessage,
  type BatchClosed,
  readAcceptedMessage,
  readBatchClosed,
} from '../wire/message.ts';
import { terminalRequestChecks, type TerminalRequests, payOrPreAuthBody } from '../wire/requests.ts';
import { isMoneyOperation, type MoneyOperation, moneyOperations } from '../wire/routes.ts';
import { type ClientContext, withDefaultClientId } from './clientContext.ts';
import type { ServiceAnswer } from './protocol.ts';
import { sendRequestOnce } from './send.ts';

/** Checks a terminal request. Throws `invalid-input`, naming the field. */
export function parseTerminalRequest<Kind extends MoneyOperation>(
  kind: Kind,
  request: unknown,
  clientId: string | undefined,
): TerminalRequests[Kind] {
  if (!isMoneyOperation(kind))
    throw new InvalidInputError('kind', `must be one of ${moneyOperations.join(', ')}.`);
  return parseInput(terminalRequestChecks[kind].check, withDefaultClientId(request, clientId), kind);
}

/** The calls that move money or start settlement. */
export type MoneyCalls = {
  [Kind in MoneyOperation]: (
    input: TerminalRequests[Kind],
    options?: MoneyCallOptions,
  ) => Promise<Kind extends 'closeBatch' ? BatchClosed : AcceptedMessage>;
};

export function createMoneyCalls(context: ClientContext): MoneyCalls {
  const calls = moneyOperations.map((kind) => {
    const read = kind === 'closeBatch' ? readBatchClosed : readAcceptedMessage;
    const call = async (input: TerminalRequests[typeof kind], options?: MoneyCallOptions) =>
      read((await sendMoney(context, kind, input, options)).body);
    return [kind, call];
  });
  return Object.fromEntries(calls) as MoneyCalls;
}

async function sendMoney<Kind extends MoneyOperation>(
  context: ClientContext,
  kind: Kind,
  input: TerminalRequests[Kind],
  options: MoneyCallOptions = {},
): Promise<ServiceAnswer> {
  const request = parseTerminalRequest(kind, input, context.options.clientId);
  const { provider, ...rest } = request;
  const body = { ...('receipt' in request ? payOrPreAuthBody(request) : rest) };
  const answer = await sendRequestOnce(context, { operation: kind, body, provider, ...options });
  context.protocol.assertTrustedAnswer?.(answer);
  return answer;
}
