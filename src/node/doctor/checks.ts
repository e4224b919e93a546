import { attempt } from '../../core/errors.ts';
import type { PaymentsClient } from '../../core/client/paymentsClient.ts';
import { requestUrl } from '../../core/client/requestUrl.ts';
import { readServiceMessage } from '../../core/wire/errorBody.ts';
import { isObject } from '../../core/wire/read.ts';
import { type OperationName, type Route, contractRoutes } from '../../core/wire/routes.ts';
import { contractRefusalStatuses } from '../../core/wire/service.ts';
import { likeliestField } from './proposals.ts';
import {
  type AskResult,
  type Exchange,
  isOk,
  jsonOf,
  joinWithAnd,
  type DoctorRun,
  statusAndErrorMessage,
  errorMessageLikeness,
  errorMessageIn,
  failureSentence,
} from './run.ts';

const firstTerminals = (run: DoctorRun) => (client: PaymentsClient) =>
  client.listTerminals({ page: 1, timezone: run.timezone });

const isRefused = ({ answer }: AskResult) => answer?.status === 401 || answer?.status === 403;

const isSame = (name: string) => (other: string) => name.toLowerCase() === other.toLowerCase();

/** Lists the terminals. Returns whether more checks can run. Throws if no answer comes or a needed header is missing. */
export async function checkAccess(run: DoctorRun): Promise<boolean> {
  const asked = await run.ask('listTerminals', firstTerminals(run));
  const { answer, error } = asked;
  if (error && !answer && error.code !== 'invalid-input') throw error;
  if (!answer || !isRefused(asked)) return true;
  const described = run.service.credentials;
  const missing = described.filter((name) => !Object.keys(run.headers).some(isSame(name)));
  if (missing.length > 0) {
    const wanted = missing.map((name) => `--header-env ${name}=VARIABLE`).join(' ');
    throw new Error(
      `${failureSentence(asked)} The service description names ${joinWithAnd(missing)}, and the command does not give it. Add ${wanted}.`,
    );
  }
  const words = (errorMessageIn(answer) ?? '').toLowerCase().match(/\b[a-z]+(-[a-z]+)+\b/g) ?? [];
  const guess = words.find((word) => !described.some(isSame(word)));
  run.differs(
    'access',
    'credentials',
    `${failureSentence(asked)} All given headers were sent: a value is wrong, or the service needs another header.`,
    {
      option: ['credentials'],
      value: guess && [...described, guess],
      how: guess ? `Give --header-env ${guess}=VARIABLE too.` : 'Look at the values first.',
    },
  );
  return false;
}

/** Checks whether the service needs exactly the described headers, and how it answers without them. */
export async function checkCredentials(run: DoctorRun): Promise<void> {
  const area = 'access';
  const described = run.service.credentials;
  const given = Object.keys(run.headers);
  const asked = await run.ask('listTerminals', firstTerminals(run));
  // A status 200 alone does not show that the path is right: a web server may answer every path with a web page.
  if (!isOk(asked.answer) || typeof jsonOf(asked.answer) !== 'object') {
    const seen = 'No list of terminals was answered with them.';
    return run.unseen(area, 'credentials', seen, 'Correct that first.');
  }
  const wanted: string[] = [];
  for (const name of given.filter((one) => !described.some(isSame(one)))) {
    const headers = Object.fromEntries(Object.entries(run.headers).filter(([one]) => one !== name));
    if (isRefused(await run.ask('listTerminals', firstTerminals(run), { headers }))) wanted.push(name);
  }
  const missing = described.filter((name) => !given.some(isSame(name)));
  if (wanted.length > 0) {
    const seen = `It refuses requests without ${joinWithAnd(wanted)}, which is not described.`;
    const all = [...described, ...wanted.map((name) => name.toLowerCase())];
    const value = all.filter((name) => !missing.includes(name));
    run.differs(area, 'credentials', seen, { option: ['credentials'], value });
  } else if (missing.length > 0) {
    const how = 'Give it with --header-env, or take it out of credentials.';
    run.unseen(area, 'credentials', `It does not ask for ${joinWithAnd(missing)}, which was not given.`, how);
  } else run.fits(area, 'credentials', `${joinWithAnd(described)}: accepted, and no other is wanted.`);
  await checkRefusal(run, given.length > 0);
}

async function checkRefusal(run: DoctorRun, hasCredentials: boolean): Promise<void> {
  const area = 'access';
  const check = 'without them';
  if (!hasCredentials) {
    return run.unseen(area, check, 'No header was given.', 'Give the credentials with --header-env.');
  }
  const asked = await run.ask('listTerminals', firstTerminals(run), { headers: {} });
  const { answer } = asked;
  if (!answer) return run.unseen(area, check, failureSentence(asked), 'Ask again.');
  if (isOk(answer) && asked.error)
    return run.differs(area, check, `It answers ${answer.status} with no list of terminals.`, {
      how: 'A sale refused like this would be "unknown". A fetcher can give it a status: see "Refusals with status 200" in docs/connect.md.',
    });
  if (isOk(answer)) {
    return run.differs(area, check, `It answers ${answer.status}: every caller can read the terminals.`, {
      option: ['credentials'],
      how: 'Close the service. Where a proxy adds the credentials, describe credentials: [].',
    });
  }
  if (run.service.isRefusal(answer.status, 'pay'))
    return run.fits(area, check, `Refused with ${answer.status}, which proves that nothing happened.`);
  const { refusals = contractRefusalStatuses } = run.service.description;
  const option = ['refusals'];
  run.differs(
    area,
    check,
    `Refused with ${answer.status}, which is not among refusals: a sale refused like this would be "unknown".`,
    answer.status < 500
      ? { option, value: typeof refusals === 'function' ? undefined : [...refusals, answer.status] }
      : { option, how: `Only if ${answer.status} never comes after something was done.` },
  );
}

/** Polls a message that does not exist. Only 404 and 410 tell the kit that there is no such message. */
export async function checkUnknownMessages(run: DoctorRun): Promise<void> {
  const providers = run.service.needsProvider ? (run.service.description.providers ?? []) : [undefined];
  if (providers.length === 0) {
    run.unseen('messages', 'unknown message', 'Its path depends on the provider.', 'Describe providers.');
  }
  for (const provider of providers) await checkUnknownMessage(run, provider);
}

async function checkUnknownMessage(run: DoctorRun, provider: string | undefined): Promise<void> {
  const area = 'messages';
  const check = provider === undefined ? 'unknown message' : `unknown, ${provider}`;
  const msgIdentifier = run.messageId ?? '900000000000000001';
  const query = { msgIdentifier, provider };
  const asked = await run.ask('getProcessedMessage', (client) => client.getProcessedMessage(query));
  const { answer, error } = asked;
  const option = ['routes', 'getProcessedMessage', 'path'];
  if (!answer) return run.unseen(area, check, failureSentence(asked), `Look at ${option.join('.')}.`);
  answer.messageId = msgIdentifier;
  if (isOk(answer)) {
    const seen = error ? `an answer that is no message (${error.shortMessage})` : 'a message';
    return run.differs(area, check, `It answers ${answer.status} with ${seen}, and not 404.`, {
      option: ['read', 'message'],
      how: 'A reader that throws where there is no message; or let the service answer 404.',
    });
  }
  if (answer.status === 404 || answer.status === 410) {
    const { pathname, origin } = new URL(answer.path, run.baseUrl);
    const nowhere = pathname.replace(/[^/]+\/[^/]+$/, 'tillkit-asks-for-nothing');
    const other = await run.askRaw(new Request(origin + nowhere, { headers: run.headers }));
    const plain = ({ text }: Exchange, path: string) =>
      text.replaceAll(path, '').replaceAll(msgIdentifier, '');
    const isAlike = other && plain(answer, pathname) === plain(other, nowhere);
    if (!isAlike) return run.fits(area, check, `Called unknown with ${answer.status}.`);
    if (answer.text.includes(pathname)) {
      const seen = `It answers as for any path that does not exist: ${statusAndErrorMessage(answer)}.`;
      return run.differs(area, check, seen, { option });
    }
    const seen = `It answers ${answer.status}, as for any path that does not exist.`;
    return run.unseen(area, check, seen, `--charge shows whether ${option.join('.')} is right.`);
  }
  if (answer.status === 429 || answer.status === 503)
    return run.unseen(area, check, failureSentence(asked), 'Ask again later.');
  if (answer.status === 400 || answer.status === 422) {
    return run.unseen(
      area,
      check,
      `It answers ${statusAndErrorMessage(answer)}, perhaps for the id ${msgIdentifier}.`,
      'Give an unknown id in the shape of yours with --message-id.',
    );
  }
  const seen = `It answers ${statusAndErrorMessage(answer)}. Only 404 and 410 say that there is none.`;
  run.differs(area, check, seen, {
    option: isRefused(asked) ? ['routes', 'getProcessedMessage', 'headers'] : undefined,
    how: 'A lost message would look like a bad connection. Let the service answer 404.',
  });
}

/** Checks whether the kit can read the error message of a refusal. */
export function checkErrors(run: DoctorRun): void {
  const refused = run.exchanges.filter(({ status, text }) => status >= 400 && text !== '');
  const telling = refused.filter((answer) => isObject(jsonOf(answer)));
  const [one] = telling;
  if (!one)
    return run.unseen(
      'messages',
      'refusals',
      'No refusal with a JSON body was seen.',
      'See one with --charge.',
    );
  const { dialect } = run.service;
  const isRead = (answer: Exchange) => {
    const body = jsonOf(answer);
    return attempt(() => readServiceMessage(dialect ? dialect.readError(answer.operation, body) : body));
  };
  const unread = telling.find((answer) => isRead(answer) === undefined);
  if (!unread) return run.fits('messages', 'refusals', `What it says is read: "${isRead(one)}".`);
  const path = likeliestField([jsonOf(unread)], errorMessageLikeness);
  if (path === undefined)
    return run.unseen('messages', 'refusals', 'They hold no sentence.', 'Nothing is to be done.');
  run.differs('messages', 'refusals', 'What the service says in a refusal is not read.', {
    option: ['fields', 'error', 'message'],
    value: path,
  });
}

const simpleHeaders = new Set(['accept', 'accept-language', 'content-language']);

/** Checks the preflights that a browser would send, and which headers a page can read. */
export async function checkBrowser(run: DoctorRun): Promise<void> {
  const area = 'browser';
  const { origin, service } = run;
  const { operationIdHeader, providers } = service.description;
  if (origin === undefined) {
    const how = 'Give --origin https://till.example, if pages ask it directly.';
    return run.unseen(area, 'preflight', 'No page was named.', how);
  }
  const how = 'Let the service allow it, or put a gateway before it (docs/gateway.md).';
  const missing = new Map<string, string[]>();
  const note = (what: string, operation: string) =>
    missing.set(what, [...(missing.get(what) ?? []), operation]);
  const asked = new Map<string, Exchange>();
  for (const operation of Object.keys(contractRoutes) as OperationName[]) {
    const route = service.route(operation);
    const href = addressOf(run, route, providers?.[0]);
    if (href === undefined) continue;
    const isMoney =
      route.method !== 'GET' && operation !== 'createPaymentLink' && operation !== 'uploadAttachments';
    const headers = [
      ...(route.headers ? service.credentials : []),
      ...(isMoney && operationIdHeader ? [operationIdHeader] : []),
      ...(route.method === 'GET' || operation === 'uploadAttachments' ? [] : ['content-type']),
    ].map((name) => name.toLowerCase());
    const unsafe = headers.filter((name) => !simpleHeaders.has(name)).toSorted();
    if (unsafe.length === 0 && route.method !== 'PUT') continue;
    const key = `${route.method} ${href} ${unsafe.join()}`;
    const request = new Request(href, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': route.method,
        'access-control-request-headers': unsafe.join(','),
      },
    });
    const answer = asked.get(key) ?? (await run.askRaw(request));
    if (!answer) return run.unseen(area, 'preflight', 'There was no answer.', 'Ask again.');
    asked.set(key, answer);
    if (!isOk(answer)) note(`is answered with ${answer.status}`, operation);
    else if (!['*', origin].includes(answer.headers.get('access-control-allow-origin') ?? ''))
      note(`does not allow the origin ${origin}`, operation);
    else {
      const methods = namesIn(answer, 'access-control-allow-methods');
      const names = namesIn(answer, 'access-control-allow-headers');
      if (route.method === 'PUT' && !methods.includes('put') && !methods.includes('*'))
        note('does not allow the method PUT', operation);
      for (const name of unsafe)
        if (!names.includes(name) && !(names.includes('*') && name !== 'authorization'))
          note(`does not allow the header ${name}`, operation);
    }
  }
  for (const [what, operations] of missing) {
    const isOperationId = what === `does not allow the header ${operationIdHeader?.toLowerCase()}`;
    const method = what.endsWith('PUT') ? ['routes', operations[0] ?? '', 'method'] : undefined;
    run.differs(area, 'preflight', `The preflight of ${joinWithAnd(operations)} ${what}.`, {
      option: isOperationId ? ['operationIdHeader'] : method,
      how,
    });
  }
  if (missing.size === 0)
    run.fits(area, 'preflight', `${origin} may send what is described (${asked.size} asked).`);
  await checkExposed(run, origin, how);
}

/** The names that a header lists, in lower case. */
const namesIn = ({ headers }: Exchange, header: string) =>
  (headers.get(header) ?? '').toLowerCase().split(/\s*,\s*/);

/** The URL of a route; undefined if the host's own path function fails. */
function addressOf({ baseUrl }: DoctorRun, route: Route, provider: string | undefined): string | undefined {
  const parts = { provider, messageId: '1', body: { pnRefNum: '1' } };
  return attempt(() => requestUrl(new URL(baseUrl), route, parts).href);
}

async function checkExposed(run: DoctorRun, origin: string, how: string): Promise<void> {
  const area = 'browser';
  const url = addressOf(run, run.service.route('listTerminals'), undefined);
  if (url === undefined) return;
  const answer = await run.askRaw(new Request(url, { headers: { ...run.headers, origin } }));
  if (!answer) return run.unseen(area, 'answers', 'There was no answer.', 'Ask again.');
  const allowed = answer.headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin)
    run.differs(area, 'answers', `An answer does not allow the origin ${origin} to read it.`, { how });
  const exposed = namesIn(answer, 'access-control-expose-headers');
  if (exposed.includes('retry-after') || exposed.includes('*'))
    return run.fits(area, 'Retry-After', 'A page can read it.');
  const seen = 'Retry-After is not exposed (Access-Control-Expose-Headers): a page cannot keep to it.';
  run.differs(area, 'Retry-After', seen, { how });
}
