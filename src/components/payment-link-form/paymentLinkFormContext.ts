import { createContext, type RefObject } from 'react';
import type { UseCreatePaymentLinkResult } from '../../hooks/useCreatePaymentLink.ts';
import type { LinkSetup } from './linkFormValues.ts';
import type { UseLinkFormResult } from './useLinkForm.ts';
import type { UseSubmitLinkOptions, UseSubmitLinkResult } from './useSubmitLink.ts';

/** The creation of a link, whether it is being filled in or done. */
export interface LinkCreation {
  creation: UseCreatePaymentLinkResult;
  setup: LinkSetup;
  isCreated: boolean;
  /** Undefined where no draft is kept. */
  formKey: string | undefined;
  /** Another form, or another operator's, has another. */
  name: string;
  /** How many links were begun anew under that name. */
  turn: number;
  onLinkCreated: UseSubmitLinkOptions['onLinkCreated'];
  startOver: () => void;
}

export const PaymentLinkFormContext = createContext<LinkCreation | null>(null);

/** What is being filled in. */
export interface LinkEntry extends Pick<LinkCreation, 'creation' | 'setup' | 'startOver'>, UseLinkFormResult {
  submit: UseSubmitLinkResult;
  /** The sentences of a refusal that are about no field on the screen. */
  atTop: readonly string[];
  isSending: boolean;
  isUnknown: boolean;
  /** Nobody found the link: it can be sent anew, from the button that gets the focus. */
  giveUp: () => void;
  submitButton: RefObject<HTMLButtonElement | null>;
}

export const LinkEntryContext = createContext<LinkEntry | null>(null);
