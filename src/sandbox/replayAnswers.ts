import { createLinkReader } from '../core/client/paymentLinks.ts';
import { ContractError, PaymentsError } from '../core/errors.ts';
import { readAcceptedMessage, readBatchClosed, readProcessedMessage } from '../core/wire/message.ts';
import { readListPage } from '../core/wire/listPage.ts';
import { tryParseJsonWithLongIntegersAsText, unwrapDataWithPath } from '../core/wire/read.ts';
import { readAttachments } from '../core/wire/paymentLink.ts';
import type { OperationName } from '../core/wire/routes.ts';
import { contractService, type Service } from '../core/wire/service.ts';
import { readTerminal } from '../core/wire/terminal.ts';

/** An answer of a real service as `tillkit doctor --record` stores it, with masked values. */
export interface RecordedAnswer {
  operation: OperationName;
  method: string;
  /** The path with the query, without the base URL. */
  path: string;
  status: number;
  contentType: string | null;
  /** The body as parsed JSON. If the text is no JSON, or has integers too large for a number: as text. */
  body: unknown;
  /** The request lacked credentials on purpose: the answer is not replayed. */
  isWithoutCredentials?: boolean | undefined;
}

export interface ReplayedAnswers {
  /** Use as a client's `fetcher`. Several answers to one request come in order; the last one repeats. */
  fetch: (request: Request, init?: { operation?: OperationName | undefined }) => Promise<Response>;
  /** One sentence for each recorded answer that the description cannot read. */
  unreadableAnswers: readonly string[];
}

/**
 * Replays answers of a real service, which `tillkit doctor --record` stored. With them, a host can test its service
 * description. For a request that was not recorded, `fetch` rejects with an Error.
 *
 * @example
 * const { fetch, unreadableAnswers } = replayAnswers(JSON.parse(await readFile('answers.json', 'utf8')), service);
 * const client = createPaymentsClient({ baseUrl: 'https://recorded.test', service, fetcher: fetch });
 */
export function replayAnswers(
  recording: readonly RecordedAnswer[],
  service: Service = contractService,
): ReplayedAnswers {
  const answers = recording.filter(({ isWithoutCredentials }) => !isWithoutCredentials);
  const given = new Map<string, number>();

  return {
    async fetch(request, init) {
      const { pathname, search } = new URL(request.url);
      const wanted = `${request.method} ${pathname}${search}`;
      const sameAddress = answers.filter((one) => `${one.method} ${one.path}` === wanted);
      // If no recorded request has this query, the path decides: a test may use another client id, time zone or page.
      const samePath = answers.filter(
        ({ method, path, status }) =>
          `${method} ${path.split('?')[0]}` === `${request.method} ${pathname}` && status < 300,
      );
      const found = sameAddress.length > 0 ? sameAddress : samePath;
      const turn = given.get(wanted) ?? 0;
      given.set(wanted, turn + 1);
      const answer = found[Math.min(turn, found.length - 1)];
      if (!answer) {
        const recorded = [...new Set(answers.map(({ method, path }) => `${method} ${path.split('?')[0]}`))];
        const asker = init?.operation ? `${init.operation} asked for ` : '';
        throw new Error(
          `${asker}${request.method} ${pathname}: no answer to it was recorded. Recorded are ${recorded.join(', ')}.`,
        );
      }
      const { status, contentType, body } = answer;
      const hasBody = body !== undefined && ![204, 205, 304].includes(status);
      const headers = contentType === null ? {} : { 'content-type': contentType };
      return new Response(hasBody ? textOf(body) : null, { status, headers });
    },
    unreadableAnswers: answers.flatMap((answer) => {
      if (answer.status >= 300) return [];
      try {
        readAnswerByDescription(service, answer.operation, textOf(answer.body));
        return [];
      } catch (error) {
        const reason = error instanceof PaymentsError ? error.shortMessage : String(error);
        return [`${answer.operation} (${answer.method} ${answer.path}): ${reason}`];
      }
    }),
  };
}

/** Reads a 2xx answer by the description, as the kit does. Throws `contract` if the answer cannot be read. */
export function readAnswerByDescription(service: Service, operation: OperationName, text: string): unknown {
  const asked = { page: 1, limit: service.pages.limit };
  let body: unknown;
  if (text.trim() !== '') {
    const json = tryParseJsonWithLongIntegersAsText(text);
    if (json === undefined) throw new ContractError('', 'is not JSON');
    body = service.dialect ? service.dialect.read(operation, json, { query: {} }) : json;
  }
  switch (operation) {
    case 'listTerminals':
      return readListPage(body, readTerminal, asked);
    case 'listPaymentLinks':
      return readListPage(body, createLinkReader({ service }), asked);
    case 'getProcessedMessage':
      return readProcessedMessage(body);
    case 'createPaymentLink': {
      const { value, path } = unwrapDataWithPath(body);
      return value === undefined ? null : createLinkReader({ service })(value, path);
    }
    case 'uploadAttachments':
      return readAttachments(body);
    case 'closeBatch':
      return readBatchClosed(body);
    default:
      return readAcceptedMessage(body);
  }
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
}
