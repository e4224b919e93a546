import type { Attachment } from '../../core/contract/attachment.ts';

/** What a host decides about one field. A hidden or read-only one has the host's value, always the current one. */
export interface LinkFieldRule<Value> {
  /** Not shown; its value is sent all the same. */
  hidden?: boolean | undefined;
  /** Shown, and not to be changed. */
  readOnly?: boolean | undefined;
  /** Not to be left empty; a checkbox has to be ticked. */
  required?: boolean | undefined;
  /** What stands in it at first. */
  value?: Value | undefined;
}

/** A custom value as it is filled in; its label comes from the catalogue. */
export interface GivenCustomValue {
  key: string;
  value: string;
}

/** The fields of `PaymentLinkForm`; what is left out is shown, empty and optional. */
export interface PaymentLinkFields {
  /** In cents. Always required. */
  amount?: LinkFieldRule<number> | undefined;
  /** One amount in cents, or ids of the merchant's taxes. */
  taxes?:
    | (LinkFieldRule<number | readonly string[]> & {
        /** How they are given; default `list` where there are taxes to pick from, else `amount`. */
        by?: 'amount' | 'list' | 'either' | undefined;
      })
    | undefined;
  showBilling?: LinkFieldRule<boolean> | undefined;
  showShipping?: LinkFieldRule<boolean> | undefined;
  applyDiscount?: LinkFieldRule<boolean> | undefined;
  customValues?:
    | (LinkFieldRule<readonly GivenCustomValue[]> & {
        /** Whether keys may be typed that are not in the catalogue. Default false: the service refuses what is not set up. */
        freeKeys?: boolean | undefined;
      })
    | undefined;
  /** File objects that an upload handed out before; more can be added unless it is read-only. */
  attachments?: LinkFieldRule<readonly Attachment[]> | undefined;
}

export type LinkFlagName = 'showBilling' | 'showShipping' | 'applyDiscount';

/** Whether the person cannot change a field, so that its value is the host's. */
export function isLocked(rule: LinkFieldRule<unknown> | undefined): boolean {
  return Boolean(rule?.hidden || rule?.readOnly);
}

/** Whether an empty field is to be complained about: of a hidden one nobody could do anything. */
export function isRequired(rule: LinkFieldRule<unknown> | undefined): boolean {
  return Boolean(rule?.required && !rule.hidden);
}
