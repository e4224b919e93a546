export type {
  GivenCustomValue,
  LinkFieldRule,
  PaymentLinkFields,
} from '../../components/payment-link-form/linkFields.ts';
export type { CustomValueOption } from '../../components/payment-link-form/linkFormValues.ts';
export {
  PaymentLinkForm,
  type PaymentLinkFormProps,
} from '../../components/payment-link-form/PaymentLinkForm.tsx';
export type { PaymentLinkFormLabels } from '../../components/payment-link-form/paymentLinkFormLabels.ts';
export {
  PaymentLinkFormActions,
  type PaymentLinkFormActionsProps,
} from '../../components/payment-link-form/PaymentLinkFormActions.tsx';
export {
  PaymentLinkFormAgain,
  type PaymentLinkFormAgainProps,
} from '../../components/payment-link-form/PaymentLinkFormAgain.tsx';
export { PaymentLinkFormAmount } from '../../components/payment-link-form/PaymentLinkFormAmount.tsx';
export { PaymentLinkFormColumn } from '../../components/payment-link-form/PaymentLinkFormColumn.ts';
export { PaymentLinkFormCreated } from '../../components/payment-link-form/PaymentLinkFormCreated.tsx';
export {
  PaymentLinkFormCustomValues,
  type PaymentLinkFormCustomValuesState,
  type PaymentLinkFormCustomValuesProps,
} from '../../components/payment-link-form/PaymentLinkFormCustomValues.tsx';
export {
  PaymentLinkFormDetails,
  type PaymentLinkFormDetailsProps,
} from '../../components/payment-link-form/PaymentLinkFormDetails.tsx';
export {
  PaymentLinkFormEntry,
  type PaymentLinkFormEntryProps,
} from '../../components/payment-link-form/PaymentLinkFormEntry.tsx';
export {
  PaymentLinkFormEstimate,
  type PaymentLinkFormEstimateProps,
} from '../../components/payment-link-form/PaymentLinkFormEstimate.tsx';
export {
  PaymentLinkFormFields,
  type PaymentLinkFormFieldsProps,
} from '../../components/payment-link-form/PaymentLinkFormFields.tsx';
export { PaymentLinkFormFiles } from '../../components/payment-link-form/PaymentLinkFormFiles.tsx';
export {
  PaymentLinkFormFlags,
  type PaymentLinkFormFlagsProps,
} from '../../components/payment-link-form/PaymentLinkFormFlags.tsx';
export {
  PaymentLinkFormLook,
  type PaymentLinkFormLookProps,
} from '../../components/payment-link-form/PaymentLinkFormLook.tsx';
export {
  PaymentLinkFormOutcome,
  type PaymentLinkFormOutcomeProps,
} from '../../components/payment-link-form/PaymentLinkFormOutcome.tsx';
export {
  PaymentLinkFormRejected,
  type PaymentLinkFormRejectedProps,
} from '../../components/payment-link-form/PaymentLinkFormRejected.tsx';
export {
  PaymentLinkFormRestored,
  type PaymentLinkFormRestoredProps,
} from '../../components/payment-link-form/PaymentLinkFormRestored.tsx';
export {
  PaymentLinkFormRoot,
  type PaymentLinkFormOptions,
  type PaymentLinkFormState,
  type PaymentLinkFormRootProps,
} from '../../components/payment-link-form/PaymentLinkFormRoot.tsx';
export {
  PaymentLinkFormShare,
  type PaymentLinkFormShareProps,
} from '../../components/payment-link-form/PaymentLinkFormShare.tsx';
export {
  PaymentLinkFormSubmit,
  type PaymentLinkFormSubmitProps,
} from '../../components/payment-link-form/PaymentLinkFormSubmit.tsx';
export { PaymentLinkFormTaxes } from '../../components/payment-link-form/PaymentLinkFormTaxes.tsx';
export {
  PaymentLinkFormUnknown,
  type PaymentLinkFormUnknownProps,
} from '../../components/payment-link-form/PaymentLinkFormUnknown.tsx';
export { usePaymentLinkFormContext } from '../../components/payment-link-form/usePaymentLinkFormContext.ts';
export { useLinkEntry } from '../../components/payment-link-form/useLinkEntry.ts';
export type { LinkCreation, LinkEntry } from '../../components/payment-link-form/paymentLinkFormContext.ts';
