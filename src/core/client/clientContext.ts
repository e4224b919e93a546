import type { OperationName } from '../contract/operationName.ts';
import { type Route, routeOf } from '../contract/routes.ts';
import { ConfigurationError } from '../errors/ConfigurationError.ts';
import type { PollBudget } from '../polling/pollBudget.ts';
import { sharedPollBudget } from '../polling/sharedPollBudget.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { withinMs } from '../time/withinMs.ts';
import { baseAddress } from './baseAddress.ts';
import type { PaymentsClientOptions } from './clientOptions.ts';
import type { Fetcher, Uploader } from './fetcher.ts';
import { assertPlainPath, withLeadingSlash } from './requestUrl.ts';
import { fetcherUploader, xhrUploader } from './uploaders.ts';

/** A client's checked options, in the form its operations use. */
export interface ClientContext {
  options: PaymentsClientOptions;
  base: () => URL;
  clock: Clock;
  fetcher: Fetcher;
  uploader: Uploader;
  timeoutMs: number;
  operationIdHeader: string | undefined;
  route: (operation: OperationName) => Route;
  headers: () => Promise<Headers>;
  /** The service refused the last headers (401, 403). */
  headersRefused: () => void;
  hasNewHeaders: () => Promise<boolean>;
  pollBudget: () => PollBudget;
}

/** Checks the options. Throws `configuration`, naming the option. */
export function createClientContext(options: PaymentsClientOptions): ClientContext {
  const base = baseAddress(options.baseUrl, options.allowInsecure);
  const timeoutMs = options.requestTimeoutMs ?? 30_000;
  if (!(timeoutMs > 0)) {
    throw new ConfigurationError(
      'requestTimeoutMs',
      'requestTimeoutMs must be a number of milliseconds above 0.',
    );
  }
  if (options.terminalPathPrefix) assertPlainPath(withLeadingSlash(options.terminalPathPrefix));
  for (const override of Object.values(options.routes ?? {})) {
    if (typeof override?.path === 'string') assertPlainPath(override.path.replace('{messageId}', 'id'));
  }

  let latest: string | undefined;
  let refused: string | undefined;
  const fetcher: Fetcher = options.fetcher ?? ((request, init) => globalThis.fetch(request, init));
  const context: ClientContext = {
    options,
    base,
    clock: options.clock ?? systemClock,
    fetcher,
    uploader: (upload) => chooseUploader(options, fetcher)(upload),
    timeoutMs,
    operationIdHeader: options.operationIdHeader ?? (options.gateway ? 'x-operation-id' : undefined),
    route: (operation) => routeOf(operation, options.paymentLinks?.version ?? '202104', options.routes),
    async headers() {
      const headers = await resolveHeaders(options.headers, context);
      latest = JSON.stringify([...headers]);
      return headers;
    },
    headersRefused() {
      refused = latest;
    },
    async hasNewHeaders() {
      return JSON.stringify([...(await resolveHeaders(options.headers, context))]) !== refused;
    },
    pollBudget: () => options.pollBudget ?? sharedPollBudget(base().origin, options.budgetKey, context.clock),
  };
  return context;
}

function chooseUploader(options: PaymentsClientOptions, fetcher: Fetcher): Uploader {
  if (options.uploader) return options.uploader;
  return options.fetcher || typeof XMLHttpRequest === 'undefined' ? fetcherUploader(fetcher) : xhrUploader;
}

async function resolveHeaders(
  headers: PaymentsClientOptions['headers'],
  { clock, timeoutMs }: ClientContext,
): Promise<Headers> {
  try {
    if (typeof headers !== 'function') return new Headers(headers);
    return new Headers(await withinMs(clock, timeoutMs, Promise.resolve(headers())));
  } catch (cause) {
    throw new ConfigurationError(
      'headers',
      'The headers for the request could not be had. Nothing was sent.',
      cause,
    );
  }
}
