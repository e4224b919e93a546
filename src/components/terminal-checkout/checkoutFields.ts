import { ConfigurationError } from '../../core/errors.ts';
import type { FieldRule } from '../field/fieldRule.ts';
import type { GivenCustomValue } from '../payment-link-form/linkFields.ts';

/**
 * The fields of `TerminalCheckout`; what is left out is shown, empty and optional. For the next customer all but the
 * terminal start anew; amount, order number, e-mail and phone start empty.
 */
export interface CheckoutFields {
  /** Always required. */
  terminalId?: FieldRule<string> | undefined;
  /** In cents. Always required. */
  amount?: FieldRule<number> | undefined;
  orderNumber?: FieldRule<string> | undefined;
  receipt?: FieldRule<boolean> | undefined;
  /** Where no receipt is wanted, neither asked for nor sent. */
  email?: FieldRule<string> | undefined;
  /** As `email`; one of the two is enough. */
  phone?: FieldRule<string> | undefined;
  /** Which ones there are is said by `customFields`. */
  customValues?: Omit<FieldRule<readonly GivenCustomValue[]>, 'required'> | undefined;
}

export interface CheckoutDefaults {
  fields: CheckoutFields | undefined;
  defaultTerminalId: string | null | undefined;
  defaultAmountCents: number | null | undefined;
  orderNumber: string | undefined;
}

/** The rules of all fields, with what the host said of single ones. */
export function fieldsOf({ fields = {}, ...host }: CheckoutDefaults): CheckoutFields {
  return {
    ...fields,
    terminalId: { value: host.defaultTerminalId ?? undefined, ...fields.terminalId },
    amount: { value: host.defaultAmountCents ?? undefined, ...fields.amount },
    orderNumber:
      host.orderNumber === undefined
        ? fields.orderNumber
        : { ...fields.orderNumber, value: host.orderNumber, readOnly: true },
  };
}

/** A field that nobody sees needs the host's value, or no payment could ever be sent. */
export function checkCheckoutFields(fields: CheckoutFields): void {
  for (const name of ['terminalId', 'amount'] as const) {
    if (!fields[name]?.hidden || fields[name].value !== undefined) continue;
    throw new ConfigurationError(
      `fields.${name}`,
      `It is hidden and has no value, so nothing could ever be sent. Give TerminalCheckout fields.${name}.value${name === 'amount' ? ', in cents' : ''}.`,
    );
  }
}
