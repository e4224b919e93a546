import type { ServiceAnswer, ClientProtocol } from '../client/protocol.ts';
import {
  ContractError,
  isOperationStateAtGateway,
  PaymentsError,
  type RecordRefusal,
  recordRefusalCodes,
} from '../errors.ts';
import { shortMaskedText } from '../wire/errorBody.ts';
import { integerFieldOrUndefined, isObject, type JsonObject } from '../wire/read.ts';
import { contractServiceWith } from '../wire/service.ts';

/**
 * The service description of every gateway: the contract, with amounts in cents. Only the gateway knows which paths need
 * a provider, so the page assumes that all paths do.
 */
const gatewayService = /*#__PURE__*/ contractServiceWith({
  description: { paymentLinks: { amountUnit: 'minor' } },
  amountScale: 'iso',
  linkCents: (amount) => amount,
  needsProvider: true,
});

/** The protocol of a gateway's client. `clientId` is sent with a new link, because the service may need it. */
export function gatewayProtocol(clientId: string | undefined): ClientProtocol {
  return {
    service: gatewayService,
    operationIdHeader: 'x-operation-id',
    // The gateway, or the service behind the gateway, may need the provider, currency, order total and client id.
    urlParts: (call) => {
      const { query, provider, currency, orderTotalCents: orderTotal } = call;
      const named = call.operation === 'createPaymentLink' ? { clientId } : undefined;
      return { ...call, query: { ...query, ...named, provider, currency, orderTotal } };
    },
    headers: ({ confirmed, approval }) => ({
      ...(confirmed !== undefined && { 'x-operation-confirmed': encoded(confirmed) }),
      ...(approval && { 'x-operation-approval': `${approval.refusedId}:${encoded(approval.code)}` }),
    }),
    readError(headers, body) {
      const state = headers.get('x-operation-state');
      return {
        operationState: isOperationStateAtGateway(state) ? state : undefined,
        refusal: readGatewayRefusal(body),
      };
    },
    signInError: (details) =>
      new PaymentsError('unauthorized', 'No gateway answered. Sign in again, or check the base address.', {
        ...details,
        serviceMessage: 'Sign in again.',
      }),
    assertTrustedAnswer,
    // Only the gateway's own header, with a status below 500, marks a refusal: a proxy may have replaced the answer.
    isRefusal: ({ operationState, status = 0 }) => operationState === 'refused' && status < 500,
  };
}

/** Throws `contract` for the answer of a proxy or a login page, which says nothing about the operation. */
function assertTrustedAnswer({ headers }: ServiceAnswer): void {
  if (headers.get('x-operation-state') !== 'accepted') throw new ContractError('', 'comes from no gateway');
}

/** Encodes text in any language for a header, which takes ASCII only. */
function encoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{fffd}'));
}

const longestConfirmation = 1000;

/** Reads why the gateway itself refused; undefined if the answer has no reason. */
export function readGatewayRefusal(body: unknown): RecordRefusal | undefined {
  const refusal = isObject(body) ? body['refusal'] : undefined;
  if (!isObject(refusal)) return undefined;
  const code = recordRefusalCodes.find((known) => known === refusal['code']);
  if (!code) return undefined;
  const { message, field, confirmation, holder } = refusal;
  return {
    code,
    message: shortMaskedText(message) ?? '',
    field: shortMaskedText(field),
    // The confirmation stays unchanged: `shortMaskedText` would mask ids in it that look like a card number.
    confirmation: isShort(confirmation) ? confirmation : undefined,
    holder: isObject(holder) ? readHolder(holder) : undefined,
  };
}

const isShort = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestConfirmation;

function readHolder(holder: JsonObject): RecordRefusal['holder'] {
  const [kind, phase, actor] = [holder['kind'], holder['phase'], holder['actor']].map(shortMaskedText);
  const ageMs = integerFieldOrUndefined(holder, 'ageMs');
  return kind && phase && ageMs !== undefined ? { kind, phase, ageMs, actor } : undefined;
}
