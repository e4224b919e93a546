import { createHash, scryptSync, timingSafeEqual } from 'node:crypto';
import type { GatewayOptions } from 'tillkit/gateway';

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
};

/** Your settings, from your environment or your vault. None of them may ever reach a page. */
export const settings = () => ({
  /** The payment service. */
  baseUrl: setting('PAYMENTS_URL'),
  authorization: setting('PAYMENTS_AUTHORIZATION'),
  /** Where your dashboard is served from, such as https://till.example. */
  origin: setting('TILL_ORIGIN'),
  /** A file on a persistent disk. */
  storePath: setting('PAYMENTS_STORE'),
});

const hashed = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Replace this with your own sign-in. `TILL_OPERATORS` is `{ "mila": "a long secret" }`, and the cookie holds the secret. */
function operatorOf({ headers }: Request): string | undefined {
  const [, token] = /(?:^|; )till=([\w-]{32,})(?:;|$)/.exec(headers.get('cookie') ?? '') ?? [];
  if (token === undefined) return undefined;
  const operators = Object.entries(JSON.parse(setting('TILL_OPERATORS')) as Record<string, string>);
  // Comparing the texts would take the longer, the more of a guessed secret is right.
  return operators.find(([, secret]) => timingSafeEqual(hashed(secret), hashed(token)))?.[0];
}

const limitCents = 5000;
const mostWrongCodes = { operator: 5, manager: 20 };
const wrongCodesMs = 12 * 60 * 60_000;

// When each person's wrong codes were typed, in this process. If you run several processes, count in your database.
const wrongCodes = new Map<string, number[]>();

const wrongCodesLeft = (name: string, most: number): number => {
  const recent = (wrongCodes.get(name) ?? []).filter((at) => Date.now() - at < wrongCodesMs);
  wrongCodes.set(name, recent);
  return most - recent.length;
};

/** The hash for `TILL_MANAGER`: `{ "name": "maria", "salt": "…", "hash": "…" }`. A code needs at least six digits. */
export const hashOf = (code: string, salt: string): string => scryptSync(code, salt, 32).toString('hex');

/** Who approves by this code, or why it approves nothing. */
function approvalOf(code: string, operator: string): { approvedBy: string } | { needsApproval: string } {
  const { name, salt, hash } = JSON.parse(setting('TILL_MANAGER')) as Record<
    'name' | 'salt' | 'hash',
    string
  >;
  const counts = [
    [`operator ${operator}`, mostWrongCodes.operator],
    [`manager ${name}`, mostWrongCodes.manager],
  ] as const;
  const left = () => Math.min(...counts.map(([who, most]) => wrongCodesLeft(who, most)));
  // After too many wrong codes not even the right one counts: otherwise further guesses would find it.
  if (left() <= 0) return { needsApproval: 'Too many wrong codes. No code is taken for some hours.' };
  // There is no await between check and count, so that no other request tries a code in between.
  if (timingSafeEqual(Buffer.from(hashOf(code, salt)), Buffer.from(hash))) return { approvedBy: name };
  for (const [who] of counts) wrongCodes.get(who)?.push(Date.now());
  return { needsApproval: `This is not the manager's code. Tries left: ${left()}.` };
}

/** Operators sell. If more than 50.00 of a sale goes back, also in parts or by a void, the manager has to approve. */
export const authorize: GatewayOptions['authorize'] = async (request, operation, call) => {
  const operator = operatorOf(request);
  if (operator === undefined) return 401;
  const caller = { subject: 'till-1', actor: operator };
  if (operation !== 'refund' && operation !== 'void') return caller;
  const sale = await call.transaction?.();
  // If the record does not know the sale, the manager decides.
  const { refundedCents = Infinity, leftCents = 0, isHeld = false } = sale ?? {};
  const cents = operation === 'refund' ? Number(call.body?.['amount']) : isHeld ? 0 : leftCents;
  if (refundedCents + cents <= limitCents) return caller;
  if (call.approval !== undefined) return { ...caller, ...approvalOf(call.approval, operator) };
  return { ...caller, needsApproval: 'To give back more than 50.00, ask the manager.' };
};
