import * as z from 'zod/mini';
import type { Attachment } from '../../core/contract/attachment.ts';
import type { CreatePaymentLinkRequest } from '../../core/contract/createPaymentLinkRequest.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

/** A custom value that the merchant's set-up knows. A required one stands in the form from the start. */
export interface CustomValueOption {
  key: string;
  label: string;
  required?: boolean | undefined;
}

type Sentences = Pick<PaymentLinkFormLabels, 'valueMissing' | 'stillUploading' | 'notUploaded'>;

/** What stands in the form. An amount that is none gets its sentence from `AmountField`. */
export const linkFormSchema = ({ valueMissing, stillUploading, notUploaded }: Sentences) =>
  z.object({
    amountCents: z.nullable(z.int()).check(z.refine((cents) => cents !== null)),
    customValues: z.array(
      z.object({
        key: z.string(),
        value: z.string().check(z.refine((text) => text.trim() !== '', valueMissing)),
      }),
    ),
    showBilling: z.boolean(),
    showShipping: z.boolean(),
    applyDiscount: z.boolean(),
    files: z
      .object({ attachments: z.array(z.custom<Attachment>()), uploading: z.int(), failed: z.int() })
      .check(
        z.refine(({ uploading }) => uploading === 0, { error: stillUploading, abort: true }),
        z.refine(({ failed }) => failed === 0, notUploaded),
      ),
  });
export type LinkFormValues = z.infer<ReturnType<typeof linkFormSchema>>;

export function emptyLinkForm(options: readonly CustomValueOption[]): LinkFormValues {
  return {
    amountCents: null,
    customValues: options.flatMap(({ key, required }) => (required ? [{ key, value: '' }] : [])),
    showBilling: false,
    showShipping: false,
    applyDiscount: false,
    files: { attachments: [], uploading: 0, failed: 0 },
  };
}

/** The body for exactly what is on the screen; `amount` is what the wire counts. */
export function linkRequest(
  { customValues, files, amountCents: _, ...flags }: LinkFormValues,
  amount: number,
  options: readonly CustomValueOption[],
): CreatePaymentLinkRequest {
  const labelOf = (key: string) => options.find((option) => option.key === key)?.label;
  return {
    amount,
    ...flags,
    customValues: customValues.map(({ key, value }) => ({ key, label: labelOf(key), value })),
    ...(files.attachments.length > 0 ? { attachments: files.attachments } : {}),
  };
}
