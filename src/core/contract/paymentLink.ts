import { ContractError } from '../errors/ContractError.ts';
import type { CustomValue } from './customValue.ts';
import { readOptionalId } from './id.ts';
import { linkAddress } from './linkAddress.ts';
import { integerOf, isObject, type JsonObject, objectAt, textOf } from './reading.ts';

/** A payment link. Amounts are integer cents, and absent where the service's value is not one. */
export interface PaymentLink {
  id: string;
  /** The address to share, completed with https; absent where it is not a safe web address. */
  paymentLink?: string | undefined;
  paymentRequestId?: string | undefined;
  reference?: string | undefined;
  /** As the service says it, for example `unpaid`. */
  status?: string | undefined;
  paid?: boolean | undefined;
  amountCents?: number | undefined;
  totalAmountCents?: number | undefined;
  paidAmountCents?: number | undefined;
  createdAt?: string | undefined;
  customValues: CustomValue[];
  raw: unknown;
}

/** Which unit the service's link amounts are in: `minor` is cents. */
export type LinkAmountUnit = 'minor' | 'major';

export function readPaymentLink(value: unknown, path: string, unit: LinkAmountUnit = 'minor'): PaymentLink {
  const source = objectAt(value, path);
  const paymentLink = textOf(source, 'paymentLink');
  const id = readOptionalId(source, path, 'id', '_id', 'paymentRequestId', 'reference') ?? paymentLink;
  if (id === undefined) throw new ContractError(path ? `${path}.id` : 'id', 'is missing');
  const cents = (field: string) =>
    unit === 'minor' ? integerOf(source, field) : centsOfMajor(source[field]);
  return {
    id,
    paymentLink: paymentLink === undefined ? undefined : linkAddress(paymentLink),
    paymentRequestId: readOptionalId(source, path, 'paymentRequestId'),
    reference: readOptionalId(source, path, 'reference'),
    status: textOf(source, 'status'),
    paid: typeof source['paid'] === 'boolean' ? source['paid'] : undefined,
    amountCents: cents('amount'),
    totalAmountCents: cents('totalAmount'),
    paidAmountCents: cents('paidAmount'),
    createdAt: textOf(source, 'createdAt'),
    customValues: customValuesOf(source),
    raw: value,
  };
}

/** Cents as the major unit's JSON number: 1250 → 12.5. Exact, since it goes through the decimal text. */
export function majorOfCents(cents: number): number {
  const text = String(cents).padStart(3, '0');
  return Number(`${text.slice(0, -2)}.${text.slice(-2)}`);
}

function centsOfMajor(value: unknown): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(value));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

function customValuesOf(source: JsonObject): CustomValue[] {
  const list = Array.isArray(source['customValues']) ? source['customValues'].filter(isObject) : [];
  return list.flatMap((item) => {
    const key = textOf(item, 'key');
    return key === undefined
      ? []
      : [
          {
            key,
            label: textOf(item, 'label'),
            value: textOf(item, 'value') ?? '',
            valueLabel: textOf(item, 'valueLabel'),
          },
        ];
  });
}
