import { plainText, readErrorBody } from '../contract/errorBody.ts';
import { readRefusedFields } from '../contract/fieldErrors.ts';
import type { OperationName } from '../contract/operationName.ts';
import { parseJson } from '../contract/parseJson.ts';
import { ContractError } from '../errors/ContractError.ts';
import { HttpError } from '../errors/HttpError.ts';
import type { OperationState } from '../errors/operationState.ts';
import { PaymentsError } from '../errors/PaymentsError.ts';
import type { ClientContext } from './clientContext.ts';
import { readBody } from './readBody.ts';
import { retryAfterMs } from './retryAfter.ts';

export interface Answer {
  status: number;
  /** The parsed JSON; undefined where the body was empty. */
  body: unknown;
  headers: Headers;
}

export interface AnswerRules {
  operation: OperationName;
  isRead: boolean;
  maxBytes: number;
}

/** The parsed body of a 2xx answer. Throws `http`, `rate-limited`, `unauthorized`, `contract`, `too-large` or `unanswered`. */
export async function readAnswer(
  context: ClientContext,
  response: Response,
  rules: AnswerRules,
): Promise<Answer> {
  const operationName = rules.operation;
  if (isRedirect(response)) throw new HttpError({ operationName, status: response.status || undefined });
  if (!response.ok) throw await refusal(context, response, rules);
  const { status, headers } = response;
  if (status === 204 || status === 205) return { status, body: undefined, headers };

  const text = await textOf(response, rules.maxBytes);
  if (text.trim() === '') return { status, body: undefined, headers };
  try {
    return { status, body: parseJson(text), headers };
  } catch (cause) {
    throw new ContractError('', 'is not JSON', cause);
  }
}

async function refusal(context: ClientContext, response: Response, rules: AnswerRules): Promise<HttpError> {
  const { status } = response;
  const { operation: operationName, isRead, maxBytes } = rules;
  const body = await errorBodyOf(response, maxBytes);
  const fields = readRefusedFields(body);
  const state = context.options.gateway && response.headers.get('x-operation-state');
  return new HttpError({
    status,
    operationName,
    serviceMessage: sentenceOf(context, body, status) ?? plainText(response.statusText),
    fields: fields.length > 0 ? fields : undefined,
    retryAfterMs: retryAfterMs(response.headers, context.clock.now()),
    operationState: (state as OperationState) || undefined,
    isRetryable: isRead && (status === 408 || status === 425 || status === 429 || status >= 500),
  });
}

function sentenceOf({ options }: ClientContext, body: unknown, status: number): string | undefined {
  const { gateway, readers } = options;
  try {
    const sentence = (readers?.errorBody ?? readErrorBody)(body, status);
    // A host's reader knows the service's errors, not those of the gateway before it.
    return sentence ?? (gateway ? readErrorBody(body) : undefined);
  } catch {
    return undefined;
  }
}

// What an error page says is a courtesy: where it cannot be read, the status is enough.
async function errorBodyOf(response: Response, maxBytes: number): Promise<unknown> {
  try {
    return parseJson(await readBody(response, maxBytes));
  } catch {
    return undefined;
  }
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  try {
    return await readBody(response, maxBytes);
  } catch (cause) {
    if (cause instanceof PaymentsError) throw cause;
    // The decoder throws TypeError on bytes that are not UTF-8, a body cut short throws too: both are bad answers.
    throw new ContractError('', 'broke off or is not UTF-8 text', cause);
  }
}

function isRedirect(response: Response): boolean {
  return (
    response.type === 'opaqueredirect' ||
    response.redirected ||
    (response.status >= 300 && response.status < 400)
  );
}
