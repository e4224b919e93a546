import { checkAmount } from './amount.ts';
import { type Attachment, checkAttachment } from './attachment.ts';
import { type Check, fields, flag, is, listOf, optional } from './check.ts';
import { checkCustomValues, type CustomValue } from './customValue.ts';
import { checkId, isId } from './id.ts';
import { checkPage, type PageQuery } from './page.ts';

/** One amount in cents, or a list of tax ids. */
export type Taxes = number | string[];

/** The body of create payment link. */
export interface CreatePaymentLinkRequest {
  amount: number;
  taxes?: Taxes | undefined;
  showBilling?: boolean | undefined;
  showShipping?: boolean | undefined;
  customValues?: CustomValue[] | undefined;
  attachments?: Attachment[] | undefined;
  applyDiscount?: boolean | undefined;
  clientId?: string | undefined;
}

/** The query of list payment links. Page 1 and 25 a page are chosen. */
export type ListPaymentLinksQuery = PageQuery;

function isTaxes(value: unknown): value is Taxes {
  if (Array.isArray(value)) return [...value].every(isId); // `every` alone skips gaps
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

export const checkCreatePaymentLinkRequest: Check<CreatePaymentLinkRequest> = fields({
  amount: checkAmount,
  taxes: optional(is(isTaxes, 'must be cents or a list of tax ids.')),
  showBilling: optional(flag),
  showShipping: optional(flag),
  customValues: optional(checkCustomValues),
  attachments: optional(listOf(checkAttachment)),
  applyDiscount: optional(flag),
  clientId: optional(checkId),
});

export const checkListPaymentLinksQuery: Check<ListPaymentLinksQuery> = fields(checkPage);
