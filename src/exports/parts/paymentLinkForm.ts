export {
  PaymentLinkFormActions as Actions,
  PaymentLinkFormDetails as Details,
  PaymentLinkFormEntry as Entry,
  PaymentLinkFormLook as Look,
  PaymentLinkFormRoot as Root,
  type PaymentLinkFormRootProps as RootProps,
  PaymentLinkFormSubmit as Submit,
} from '../../components/payment-link-form/PaymentLinkForm.tsx';
export {
  PaymentLinkFormAdd as Add,
  PaymentLinkFormAmount as Amount,
  PaymentLinkFormFields as Fields,
  PaymentLinkFormFiles as Files,
  PaymentLinkFormFlags as Flags,
  PaymentLinkFormTaxes as Taxes,
} from '../../components/payment-link-form/fields.tsx';
export {
  PaymentLinkFormAgain as Again,
  PaymentLinkFormCreated as Created,
  PaymentLinkFormEstimate as Estimate,
  PaymentLinkFormOutcome as Outcome,
  PaymentLinkFormRejected as Rejected,
  PaymentLinkFormRestored as Restored,
  PaymentLinkFormShare as Share,
  PaymentLinkFormUnknown as Unknown,
} from '../../components/payment-link-form/outcome.tsx';
export {
  PaymentLinkFormCustomValues as CustomValues,
  type PaymentLinkFormCustomValuesState as CustomValuesState,
} from '../../components/payment-link-form/customValues.tsx';
export type { PaymentLinkFormState as State } from '../../components/payment-link-form/useSubmitLink.ts';
