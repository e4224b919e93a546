import { requestUrl } from '../core/client/requestUrl.ts';
import {
  isObject,
  parseJsonWithLongIntegersAsText,
  tryParseJsonWithLongIntegersAsText,
} from '../core/wire/read.ts';
import {
  pathDependsOnProvider,
  type OperationName,
  contractOperationNames,
  routeWithOverrides,
} from '../core/wire/routes.ts';
import type { Service } from '../core/wire/service.ts';
import { createInverseDialect } from '../core/wire/inverseDialect.ts';
import { errorReply, type Reply, stringifyWithBigInts } from './replies.ts';
import type { Provider } from './terminals.ts';
import type { SandboxState } from './sandboxState.ts';

/** A request converted to the contract's format, with its operation and provider. */
interface TranslatedRequest {
  request: Request;
  operation: OperationName;
  provider: string | undefined;
}

interface Address {
  operation: OperationName;
  provider: string | undefined;
  method: string;
  head: string;
  tail: string | undefined;
}

const here = /*#__PURE__*/ new URL('http://sandbox.invalid');
const placeholder = 'tillkit-id';

/**
 * Converts a service's requests to the contract's form, and the replies to the service's form. Throws `configuration`
 * if a function of the description has no inverse.
 */
export function createServiceTranslator(service: Service, authorization: string) {
  const inverse = createInverseDialect(service);
  const { credentials, description } = service;
  const { providers = [], operationIdHeader } = description;
  const addresses = contractOperationNames.flatMap((operation) => addressesOf(service, operation));
  const named = (provider: Provider) => providers[provider === 'alpha' ? 0 : 1] ?? providers[0] ?? provider;

  const isAuthorized = (headers: Headers) =>
    credentials.every((name) => {
      const value = headers.get(name);
      return name.toLowerCase() === 'authorization' ? value === authorization : !!value;
    });

  const headersFor = (given: Headers): Headers => {
    const headers = new Headers(given);
    headers.delete('content-length');
    if (isAuthorized(given)) headers.set('authorization', authorization);
    else headers.delete('authorization');
    const operationId = operationIdHeader && given.get(operationIdHeader);
    if (operationId) headers.set('x-operation-id', operationId);
    return headers;
  };

  const bodyFor = async (
    operation: OperationName,
    request: Request,
    id: string,
  ): Promise<BodyInit | null> => {
    if (request.method === 'GET') return null;
    if (operation === 'uploadAttachments') return request.blob();
    const text = await request.text();
    const body = tryParseJsonWithLongIntegersAsText(text);
    if (!isObject(body)) return text;
    return JSON.stringify({ ...inverse.readRequest(operation, body), ...(id !== '' && { pnRefNum: id }) });
  };

  return {
    async toContract(request: Request): Promise<TranslatedRequest | Reply> {
      const { pathname, searchParams, origin } = new URL(request.url);
      const found = addresses.flatMap((address) => {
        const id = idIn(address, pathname);
        return id === undefined ? [] : [{ ...address, id }];
      });
      if (found.length === 0) return errorReply(404, `There is nothing at ${pathname}.`);
      const taken = found.find(({ method }) => method === request.method);
      const allow = [...new Set(found.map(({ method }) => method))].join(', ');
      if (!taken) return errorReply(405, `${pathname} takes ${allow}, not ${request.method}.`, { allow });
      const { operation, provider, id } = taken;
      const { version = '202104' } = service.description.paymentLinks ?? {};
      const route = routeWithOverrides(operation, version);
      const url = requestUrl(new URL(origin), route, { messageId: id });
      const isList = operation === 'listTerminals' || operation === 'listPaymentLinks';
      const asked = Object.fromEntries(searchParams);
      for (const [name, value] of Object.entries(isList ? inverse.readRequest(operation, asked) : asked)) {
        url.searchParams.set(name, String(value));
      }
      const { method } = route;
      const body = await bodyFor(operation, request, id);
      const init = { method, headers: headersFor(request.headers), body, signal: request.signal };
      return { request: new Request(url, init), operation, provider };
    },
    /** If the path is for one provider, refuses the terminals and messages of another provider. */
    refuseOtherProvider(
      state: SandboxState,
      { operation, provider, request }: TranslatedRequest,
      body: unknown,
    ): Reply | undefined {
      if (provider === undefined) return undefined;
      const messageId = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
      const terminalId = isObject(body) ? body['terminalId'] : undefined;
      const owner =
        operation === 'getProcessedMessage'
          ? state.messages.get(messageId)
          : state.settings.terminals.find(({ id }) => id === terminalId);
      if (!owner || named(owner.provider) === provider) return undefined;
      return errorReply(404, `${provider} does not have this terminal or message.`);
    },
    toService(operation: OperationName, { body, ...reply }: Reply): Reply {
      if (body === undefined) return { ...reply, body };
      const told = parseJsonWithLongIntegersAsText(stringifyWithBigInts(body));
      if (reply.status >= 300) return { ...reply, body: inverse.writeError(operation, told) };
      return { ...reply, body: inverse.writeAnswer(operation, withProviders(told, named)) };
    },
  };
}

function addressesOf(service: Service, operation: OperationName): Address[] {
  const route = service.route(operation);
  const providers = pathDependsOnProvider(route) ? (service.description.providers ?? []) : [undefined];
  return providers.map((provider) => {
    const parts = { provider, messageId: placeholder, body: { pnRefNum: placeholder } };
    const { pathname } = requestUrl(here, route, parts);
    const [head = '', tail] = pathname.split(placeholder);
    return { operation, provider, method: route.method, head, tail };
  });
}

/** The message id or reference in a path. Empty if the address has no id. Undefined if the path does not fit. */
function idIn({ head, tail }: Address, pathname: string): string | undefined {
  if (tail === undefined) return pathname === head ? '' : undefined;
  const isLong = pathname.length > head.length + tail.length;
  if (!isLong || !pathname.startsWith(head) || !pathname.endsWith(tail)) return undefined;
  const id = pathname.slice(head.length, pathname.length - tail.length);
  return id.includes('/') ? undefined : decodeURIComponent(id);
}

/** In all fields `provider` of a value, replaces the sandbox's names of providers by those of the service. */
function withProviders(value: unknown, named: (provider: Provider) => string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withProviders(item, named));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'provider' && (inner === 'alpha' || inner === 'beta')
      ? named(inner)
      : withProviders(inner, named),
  ]);
  return Object.fromEntries(entries);
}
