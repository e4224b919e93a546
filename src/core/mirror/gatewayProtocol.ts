import type { Answer, Protocol } from '../client/protocol.ts';
import { ContractError, isOperationState, type RecordRefusal } from '../errors.ts';
import { plainText } from '../wire/errorBody.ts';
import { integerField, isObject, type JsonObject } from '../wire/read.ts';
import { contractService, type Service } from '../wire/service.ts';

/**
 * What a page and a gateway speak with each other: the contract, and every amount in cents (ISO minor units). Which provider the
 * paths behind it need, only the gateway knows.
 */
const gatewayService: Service = {
  ...contractService,
  description: { paymentLinks: { amountUnit: 'minor' } },
  amountScale: 'iso',
  needsProvider: true,
};

/** How a client speaks with a gateway. `clientId` goes with a new link, whose service may want it. */
export function gatewayProtocol(clientId: string | undefined): Protocol {
  return {
    service: gatewayService,
    operationIdHeader: 'x-operation-id',
    // The gateway is told what the service behind it may need.
    urlParts: (call) => {
      const { query, provider, currency } = call;
      const named = call.operation === 'createPaymentLink' ? { clientId } : undefined;
      return { ...call, query: { ...query, ...named, provider, currency } };
    },
    headers: ({ confirmed }) =>
      confirmed === undefined ? {} : { 'x-operation-confirmed': encoded(confirmed) },
    readError(headers, body) {
      const state = headers.get('x-operation-state');
      return { operationState: isOperationState(state) ? state : undefined, refusal: readRefusal(body) };
    },
    assertTrustedAnswer,
    // A gateway says of each answer whether it is a refusal: what stands before it may have swallowed one.
    isRefusal: ({ operationState, status = 0 }) => operationState === 'refused' && status < 500,
  };
}

/** Throws `contract` for an answer of a proxy or a login page, which says nothing of the operation. */
function assertTrustedAnswer({ headers }: Answer): void {
  if (headers.get('x-operation-state') !== 'accepted') throw new ContractError('', 'is not of the gateway');
}

/** As a header can hold it: an order number may be written in any script. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{fffd}'));
}

const refusalCodes = [
  'terminal-busy',
  'needs-confirmation',
  'not-allowed',
  'other-state',
  'no-route',
  'not-authorized',
  'not-found',
  'not-yours',
] as const;
const longestConfirmation = 1000;

/** Why a gateway itself refused; undefined where the answer says nothing of it. */
export function readRefusal(body: unknown): RecordRefusal | undefined {
  const refusal = isObject(body) ? body['refusal'] : undefined;
  if (!isObject(refusal)) return undefined;
  const code = refusalCodes.find((known) => known === refusal['code']);
  if (!code) return undefined;
  const { message, field, confirmation, holder } = refusal;
  return {
    code,
    message: plainText(message) ?? '',
    field: plainText(field),
    // Repeated as it came: ids in it may look like a card number.
    confirmation: isShort(confirmation) ? confirmation : undefined,
    holder: isObject(holder) ? readHolder(holder) : undefined,
  };
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestConfirmation;

function readHolder(holder: JsonObject): RecordRefusal['holder'] {
  const [kind, phase, actor] = [holder['kind'], holder['phase'], holder['actor']].map(plainText);
  const ageMs = integerField(holder, 'ageMs');
  return kind && phase && ageMs !== undefined ? { kind, phase, ageMs, actor } : undefined;
}
