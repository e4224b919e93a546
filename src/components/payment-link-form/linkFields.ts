import type { Attachment } from '../../core/wire/requests.ts';
import type { FieldRule } from '../field/fieldRule.ts';

export type LinkFieldRule<Value> = FieldRule<Value>;

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
