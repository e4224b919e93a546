import { readErrorBody } from '../core/wire/errorBody.ts';
import type { OperationName } from '../core/wire/routes.ts';
import { parseJson } from '../core/wire/read.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { ServiceAnswer } from './serviceAnswer.ts';

/**
 * What a page is told where the service refuses the headers of the gateway. As a 401 it would take that for the end of its own
 * session.
 */
export function refusedHeaders(
  { report }: GatewayContext,
  operation: OperationName,
  { status, body }: Pick<ServiceAnswer, 'status' | 'body'>,
): ServiceAnswer {
  report({
    type: 'service-refused-headers',
    operation,
    message: `The service answered ${status} to the gateway's headers.`,
  });
  const said = sentenceIn(body);
  const message =
    `The payment service did not accept this shop's access (${status}). Tell whoever looks after your payments.` +
    (said === undefined ? '' : ` The service said: ${said}`);
  const error = { code: 'service-credentials', message };
  return { status: 502, body: JSON.stringify({ error }), headers: new Headers(), refusedStatus: status };
}

function sentenceIn(body: string): string | undefined {
  try {
    return readErrorBody(parseJson(body));
  } catch {
    return undefined;
  }
}
