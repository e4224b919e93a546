import type { Fetcher } from '../../core/client/clientContext.ts';
import { createPaymentsClient } from '../../core/standalone/createPaymentsClient.ts';
import type { PaymentsClient } from '../../core/client/paymentsClient.ts';
import { isPaymentsError, PaymentsError } from '../../core/errors.ts';
import { createPollBudget } from '../../core/polling/pollBudget.ts';
import { valueAtPath } from '../../core/wire/dialect.ts';
import { readServiceMessage } from '../../core/wire/errorBody.ts';
import { tryParseJsonWithLongIntegersAsText } from '../../core/wire/read.ts';
import type { OperationName } from '../../core/wire/routes.ts';
import type { Service } from '../../core/wire/service.ts';
import { likeliestField, type OptionPath, withOption } from './proposals.ts';

export type Verdict = 'fits' | 'differs' | 'unseen';

/** The result of one check. */
interface Finding {
  /** What was checked: `access`, `terminals`, `links`, `messages`, `browser` or `sale`. */
  area: string;
  check: string;
  verdict: Verdict;
  /** What was seen, or why nothing could be seen. */
  seen: string;
  /** The option of `defineService` to change, such as `fields.terminal.id`. */
  option?: string | undefined;
  /** The value for the option, found in the answer; undefined if a person must know it. */
  value?: unknown;
  /** What to do if no option helps, or how to see more. */
  how?: string | undefined;
}

export interface Exchange {
  operation: OperationName;
  method: string;
  path: string;
  /** The id of the message that was polled. */
  messageId?: string | undefined;
  status: number;
  ok: boolean;
  headers: Headers;
  text: string;
  /** Whether some or all credentials were left out on purpose. */
  isWithoutCredentials: boolean;
}

export interface AskResult {
  /** The service's answer; undefined if nothing was sent or no answer came. */
  answer: Exchange | undefined;
  value?: unknown;
  error?: PaymentsError | undefined;
}

export interface RunOptions {
  service: Service;
  baseUrl: string;
  headers: Record<string, string>;
  origin?: string | undefined;
  clientId?: string | undefined;
  timezone?: string | undefined;
  /** The id of a message that does not exist, shaped like the service's ids. The doctor polls it. */
  messageId?: string | undefined;
  /** Sends the requests. Default: the global `fetch`. Calls of the kit's client also give their operation. */
  fetch?: Fetcher | undefined;
}

/** The state of one run: the description with the options found so far, and the findings. */
export interface DoctorRun extends RunOptions {
  findings: Finding[];
  exchanges: Exchange[];
  mends: [OptionPath, unknown][];
  fits: (area: string, check: string, seen: string) => void;
  /** Reports that the service differs from its description. Later checks use `value`, if it is known. */
  differs: (
    area: string,
    check: string,
    seen: string,
    mend: { option?: OptionPath | undefined; value?: unknown; how?: string | undefined },
  ) => void;
  unseen: (area: string, check: string, seen: string, how: string) => void;
  ask: (
    operation: OperationName,
    run: (client: PaymentsClient) => Promise<unknown>,
    options?: { headers?: Record<string, string> | undefined; service?: Service | undefined },
  ) => Promise<AskResult>;
  /** Sends a request that is no operation of the contract, such as a preflight. */
  askRaw: (request: Request) => Promise<Exchange | undefined>;
}

export function createDoctorRun(questions: RunOptions): DoctorRun {
  const { baseUrl, clientId, fetch: send = (request, init) => globalThis.fetch(request, init) } = questions;
  const pollBudget = createPollBudget();

  const exchange = async (
    request: Request,
    about: Pick<Exchange, 'operation' | 'isWithoutCredentials'>,
    init?: Parameters<Fetcher>[1],
  ): Promise<Exchange> => {
    const response = await send(request, init);
    const { pathname, search } = new URL(request.url);
    return {
      ...about,
      method: request.method,
      path: pathname + search,
      status: response.status,
      ok: response.ok,
      headers: response.headers,
      text: await response.text(),
    };
  };

  const run: DoctorRun = {
    ...questions,
    findings: [],
    exchanges: [],
    mends: [],
    fits: (area, check, seen) => void run.findings.push({ area, check, verdict: 'fits', seen }),
    differs(area, check, seen, { option, value, how }) {
      const isNew = !run.findings.some((one) => one.verdict === 'differs' && one.seen === seen);
      if (isNew) {
        const found = { ...(option && { option: option.join('.') }), ...(value !== undefined && { value }) };
        run.findings.push({ area, check, verdict: 'differs', seen, ...found, how });
      }
      if (!option || value === undefined) return;
      const mended = withOption(run.service, option, value);
      if (!mended) return;
      run.service = mended;
      run.mends.push([option, value]);
    },
    unseen: (area, check, seen, how) => void run.findings.push({ area, check, verdict: 'unseen', seen, how }),
    async ask(operation, call, { headers = questions.headers, service = run.service } = {}) {
      let answer: Exchange | undefined;
      const isWithoutCredentials = headers !== questions.headers;
      const fetcher: Fetcher = async (request, init) => {
        answer = await exchange(request, { operation, isWithoutCredentials }, init);
        // A 404 or 405 for a guessed path is not recorded: it says nothing about the service.
        if (service === run.service || ![404, 405].includes(answer.status)) run.exchanges.push(answer);
        const { status, text, headers: answered } = answer;
        return new Response([204, 205, 304].includes(status) ? null : text, { status, headers: answered });
      };
      const options = { baseUrl, headers, service, clientId, fetcher, pollBudget, requestTimeoutMs: 20_000 };
      try {
        return { value: await call(createPaymentsClient(options)), answer };
      } catch (error) {
        if (!isPaymentsError(error)) throw error;
        return { answer, error };
      }
    },
    async askRaw(request) {
      try {
        const about = { operation: 'listTerminals', isWithoutCredentials: false } as const;
        return await exchange(request, about, { signal: AbortSignal.timeout(20_000) });
      } catch {
        return undefined;
      }
    },
  };
  return run;
}

/** The parsed JSON of an answer; undefined if its text is not JSON. */
export const jsonOf = ({ text }: Exchange): unknown => tryParseJsonWithLongIntegersAsText(text);

/** The error message of an answer that is not 2xx, whichever field holds it. */
export function errorMessageIn(answer: Exchange): string | undefined {
  const body = jsonOf(answer);
  const known = readServiceMessage(body);
  if (known !== undefined) return known;
  const path = likeliestField([body], errorMessageLikeness);
  const value = path && valueAtPath(body, path);
  return typeof value === 'string' ? value : undefined;
}

export const errorMessageLikeness = {
  names: [/message|text|detail|description|reason|title|error/i],
  is: (value: unknown) => typeof value === 'string' && /\p{L}\P{L}+\p{L}/u.test(value),
};

export function statusAndErrorMessage(answer: Exchange): string {
  const words = errorMessageIn(answer);
  return words ? `${answer.status} ("${words.slice(0, 120)}")` : String(answer.status);
}

export const isOk = (answer: Exchange | undefined): answer is Exchange & { ok: true } => answer?.ok === true;

/** Says why there is nothing to check: the status of the answer, or why no answer came. */
export function failureSentence({ answer, error }: AskResult): string {
  if (answer) return `It answers ${statusAndErrorMessage(answer)}.`;
  const cause = rootOf(error);
  return `${error?.shortMessage ?? 'There was no answer.'}${cause ? ` (${cause})` : ''}`;
}

function rootOf(error: unknown): string | undefined {
  const { cause, code } = error as { cause?: unknown; code?: unknown };
  if (cause instanceof Error) return rootOf(cause) ?? cause.message;
  return error instanceof PaymentsError || typeof code !== 'string' ? undefined : code;
}

export function joinWithAnd(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
