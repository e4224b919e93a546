import { hasCurrencyCodeForm } from '../core/money/currency.ts';
import type { OrderLeg } from '../core/operations/terminalOperation.ts';
import { mixedCurrenciesMessage, operationsOfOrder, type RecordedOrder } from '../core/operations/orders.ts';
import {
  checkId,
  checkThat,
  integer,
  strictObjectOf,
  optional,
  parseInput,
  refine,
} from '../core/wire/check.ts';
import { authorizeUnlessApprovalNeeded } from './authorize.ts';
import { answerOfClaimRefusal } from './claimIdOrReadHolder.ts';
import { readConfirmationHeader } from './createPostHandler.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { refuseMalformedCurrency, isOperationId, parseOrderTotal } from './gatewayRoutes.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import {
  figuresOfStoredOrder,
  hasTooManyParts,
  ordersUnavailableRefusal,
  readStoredOrder,
  recordLegUnlessRefused,
  sumStoredOrder,
  tooManyPartsMessage,
  storedTotalInCurrency,
} from './orders.ts';
import { checkedQueryParameters } from './recordQuery.ts';
import type { LegRow, OperationRow } from './recordRows.ts';
import { jsonReply, replyWithAnswer } from './replies.ts';
import { readJsonBody, refuseOnPaymentsError } from './requestBody.ts';
import { type Caller, maySeeOperation, toRecordedOperation, visibleTerminalIds } from './visibility.ts';

export type OrderEndpoints = ReturnType<typeof createOrderEndpoints>;

/** The order that a caller asks about. A total or currency that is missing is taken from the recorded order. */
interface AskedOrder {
  number: string;
  currency?: string | undefined;
  totalCents?: number | undefined;
}

/** Reads what all tills took for an order. Also records its legs: parts that were paid without a terminal. */
export function createOrderEndpoints(context: GatewayContext) {
  const { record, rules, service } = context;
  const usual = service.service.description.currency;

  const orderReply = async (caller: Caller, asked: AskedOrder): Promise<Response> =>
    jsonReply(await record.read(caller.account, (tx) => orderFor(tx, caller, asked, usual)));

  return {
    async getOrder(request: Request, number: string, query: URLSearchParams): Promise<Response> {
      const { one } = checkedQueryParameters(query, ['currency', 'orderTotal']);
      const currency = one('currency');
      refuseMalformedCurrency(currency);
      const totalCents = parseOrderTotal(one('orderTotal'));
      const caller = await authorizeUnlessApprovalNeeded(context, request, 'getOrder', {
        order: { number, totalCents },
      });
      if (!rules.storeOrderNumber) throw ordersUnavailableRefusal();
      return orderReply(caller, { number, currency: currency?.toUpperCase(), totalCents });
    },

    async recordLeg(request: Request, number: string): Promise<Response> {
      const confirmed = readConfirmationHeader(request);
      const body = await readJsonBody(context, request);
      const {
        currency: said,
        totalCents,
        ...leg
      } = refuseOnPaymentsError(() => parseInput(checkLeg, body, 'recordLeg'));
      const currency = said.toUpperCase();
      const order = { number, totalCents };
      const { account, subject, actor, sees } = await authorizeUnlessApprovalNeeded(
        context,
        request,
        'recordLeg',
        {
          body,
          order,
        },
      );
      if (!rules.storeOrderNumber) throw ordersUnavailableRefusal();
      const of = { ...leg, orderNumber: number, currency, totalCents };
      const recorded = { ...of, account, subject, actor, confirmed };
      const refusal = await record.change(account, (tx) => recordLegUnlessRefused(tx, recorded));
      if (refusal) return replyWithAnswer(answerOfClaimRefusal(refusal));
      return orderReply({ account, subject, actor, sees }, { number, currency, totalCents });
    },
  };
}

function* orderFor(
  tx: StoreTransaction,
  caller: Caller,
  { number, ...asked }: AskedOrder,
  usual: string | undefined,
): StoreSteps<RecordedOrder> {
  const stored = yield* readStoredOrder(tx, caller.account, number);
  // If an order has too many payments, not all are read. Their sum would be too small: too much would seem due.
  if (hasTooManyParts(stored))
    throw new GatewayRefusal(409, 'other-state', `${tooManyPartsMessage} So it is not known what is left.`, {
      field: 'orderNumber',
    });
  const currency = asked.currency ?? stored.order?.currency ?? usual;
  const totalCents = asked.totalCents ?? storedTotalInCurrency(stored, currency);
  if (totalCents === undefined) {
    const message = 'The record has no total of this order. Give it as orderTotal.';
    throw new GatewayRefusal(400, 'invalid-input', message, { field: 'orderTotal' });
  }
  if (sumStoredOrder(stored, currency).isMixed)
    throw new GatewayRefusal(409, 'other-state', mixedCurrenciesMessage(number), { field: 'currency' });
  const rows = new Map(stored.rows.map((row) => [row.id, row]));
  const operations = operationsOfOrder(
    number,
    stored.rows.map(({ operation }) => operation),
  ).flatMap(({ id }) => rows.get(id) ?? []);
  const seen = new Set(operations.filter((row) => maySeeOperation(caller, row, tx.now)).map(({ id }) => id));
  const isSale = ({ orderNumber }: OperationRow) => orderNumber === number;
  const sales = operations.filter((row) => isSale(row) && seen.has(row.id) && row.pnRefNum !== null);
  // A caller who may see a sale also sees its refunds, voids and captures. A caller who may see only a refund does not
  // see its sale. The providers are compared too, because two of them may give the same reference.
  const followsSeen = ({ pnRefNum, provider }: OperationRow) =>
    sales.some(
      (other) => other.pnRefNum === pnRefNum && (other.provider ?? provider) === (provider ?? other.provider),
    );
  return {
    ...figuresOfStoredOrder(stored, { number, totalCents, currency }),
    operations: operations
      .filter((row) => seen.has(row.id) || (!isSale(row) && followsSeen(row)))
      .map((row) => toRecordedOperation(row, caller)),
    legs: stored.legs.filter((leg) => maySeeLeg(caller, leg)).map(legFor),
  };
}

/** A leg has no terminal: it is seen by the till or shop that recorded it, and by callers who see all. */
const maySeeLeg = ({ sees, subject }: Pick<Caller, 'sees' | 'subject'>, leg: Pick<LegRow, 'subject'>) =>
  sees === 'all' || (visibleTerminalIds(sees) === undefined && leg.subject === subject);

const legFor = ({ id, name, currency, cents, at, actor }: LegRow): OrderLeg => ({
  id,
  name,
  currency,
  cents,
  at,
  actor: actor ?? undefined,
});

interface SaidLeg extends Pick<LegRow, 'id' | 'name' | 'cents' | 'currency'> {
  totalCents: number | undefined;
}

const isLegId = (value: unknown): value is string => typeof value === 'string' && isOperationId(value);
const isCurrency = (value: unknown): value is string =>
  typeof value === 'string' && hasCurrencyCodeForm(value);
const whole = /*#__PURE__*/ integer('must be a whole number of cents.');

const checkLeg = /*#__PURE__*/ strictObjectOf<SaidLeg>({
  id: checkThat(isLegId, 'must be 16 to 128 letters, digits, "-" or "_".'),
  name: checkId,
  cents: refine(whole, (cents) => cents !== 0, 'must not be 0.'),
  currency: checkThat(isCurrency, 'must be a code of ISO 4217.'),
  totalCents: optional(refine(whole, (cents) => cents >= 1, 'must be at least 1 cent.')),
});
