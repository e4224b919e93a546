import { createGateway, type GatewayOptions } from 'tillkit/gateway';

const limitCents = 5000;
const managersCode = '246810';

/** The dashboard's backend, which runs on the merchant's server: the page never sees the service's secret. */
export function createDashboardGateway(service: {
  baseUrl: string;
  authorization: string;
  /** The record: `createSqlStore`, on a persistent disk. */
  store: GatewayOptions['store'];
  /** The name of the shop, which changes when the simulated service starts over. */
  shop: () => string;
}) {
  const { baseUrl, authorization, store, shop } = service;
  return createGateway({
    baseUrl,
    headers: { authorization },
    // The demo has no sign-in: it believes a page which till it is, or which terminal's customer screen.
    async authorize({ headers }, operation, call) {
      const account = shop();
      const terminal = headers.get('x-customer');
      if (terminal !== null) return { account, subject: 'screen', sees: { mirror: terminal } };
      const till = headers.get('x-till') ?? '1';
      const caller = { account, subject: `till-${till}`, actor: `Till ${till}`, sees: 'all' as const };
      if (operation !== 'refund' && operation !== 'void') return caller;
      const sale = await call.transaction?.(account);
      // If the record does not know the sale, the manager decides.
      const { refundedCents = Infinity, leftCents = 0, isHeld = false } = sale ?? {};
      const cents = operation === 'refund' ? Number(call.body?.['amount']) : isHeld ? 0 : leftCents;
      if (refundedCents + cents <= limitCents) return caller;
      if (call.approval === managersCode) return { ...caller, approvedBy: 'Maria' };
      return {
        ...caller,
        needsApproval: `To give back more than $50.00, ask the manager. (In this demo the code is ${managersCode}.)`,
      };
    },
    store,
    basePath: '/api/payments',
    onProblem: ({ type, operation, message }) => console.log(`gateway: ${type} (${operation}). ${message}`),
  });
}
