export { AmountField, type AmountFieldProps } from '../components/amount-field/AmountField.tsx';
export type { AmountFieldLabels, AmountProblem } from '../components/amount-field/amountFieldLabels.ts';
export {
  AttachmentField,
  type AttachmentFieldProps,
} from '../components/attachment-field/AttachmentField.tsx';
export type { AttachmentFieldLabels } from '../components/attachment-field/attachmentFieldLabels.ts';
export type { AttachmentsDetails } from '../components/attachment-field/useAttachmentsReport.ts';
export { CloseBatch, type CloseBatchProps } from '../components/close-batch/CloseBatch.tsx';
export type { CloseBatchLabels } from '../components/close-batch/closeBatchLabels.ts';
export { LinkShare, type LinkShareProps } from '../components/link-share/LinkShare.tsx';
export type { LinkShareLabels } from '../components/link-share/linkShareLabels.ts';
export { OpenOperations, type OpenOperationsProps } from '../components/open-operations/OpenOperations.tsx';
export type { OpenOperationsLabels } from '../components/open-operations/openOperationsLabels.ts';
export type {
  GivenCustomValue,
  LinkFieldRule,
  PaymentLinkFields,
} from '../components/payment-link-form/linkFields.ts';
export type { CustomValueOption } from '../components/payment-link-form/linkFormValues.ts';
export {
  PaymentLinkForm,
  type PaymentLinkFormProps,
} from '../components/payment-link-form/PaymentLinkForm.tsx';
export type { PaymentLinkFormLabels } from '../components/payment-link-form/paymentLinkFormLabels.ts';
export type { PaymentLinkColumn, PaymentLinkColumnId } from '../components/payment-link-list/linkColumns.ts';
export {
  PaymentLinkList,
  type PaymentLinkListProps,
} from '../components/payment-link-list/PaymentLinkList.tsx';
export type { PaymentLinkListLabels } from '../components/payment-link-list/paymentLinkListLabels.ts';
export { PaymentStatus, type PaymentStatusProps } from '../components/payment-status/PaymentStatus.tsx';
export type { PaymentStatusLabels } from '../components/payment-status/paymentStatusLabels.ts';
export {
  TerminalCheckout,
  type TerminalCheckoutProps,
} from '../components/terminal-checkout/TerminalCheckout.tsx';
export type { CheckoutConfirm } from '../components/terminal-checkout/checkoutConfirm.ts';
export type { CheckoutFields } from '../components/terminal-checkout/checkoutFields.ts';
export type { CheckoutKind } from '../components/terminal-checkout/useCheckoutSale.ts';
export type { FieldRule } from '../components/field/fieldRule.ts';
export type { TerminalCheckoutLabels } from '../components/terminal-checkout/terminalCheckoutLabels.ts';
export type { PartElementProps, PartProps, PartRender } from '../components/part/partProps.ts';
export type { TerminalEntry } from '../components/terminal-picker/terminalEntries.ts';
export { TerminalPicker, type TerminalPickerProps } from '../components/terminal-picker/TerminalPicker.tsx';
export {
  TerminalPickerAnchor,
  type TerminalPickerAnchorProps,
} from '../components/terminal-picker/TerminalPickerAnchor.tsx';
export {
  TerminalPickerControl,
  type TerminalPickerControlProps,
} from '../components/terminal-picker/TerminalPickerControl.tsx';
export {
  TerminalPickerError,
  type TerminalPickerErrorProps,
} from '../components/terminal-picker/TerminalPickerError.tsx';
export {
  TerminalPickerHint,
  type TerminalPickerHintProps,
} from '../components/terminal-picker/TerminalPickerHint.tsx';
export {
  TerminalPickerInput,
  type TerminalPickerInputProps,
} from '../components/terminal-picker/TerminalPickerInput.tsx';
export {
  TerminalPickerLabel,
  type TerminalPickerLabelProps,
} from '../components/terminal-picker/TerminalPickerLabel.tsx';
export {
  TerminalPickerLoadError,
  type TerminalPickerLoadErrorProps,
} from '../components/terminal-picker/TerminalPickerLoadError.tsx';
export {
  TerminalPickerMessage,
  type TerminalPickerMessageProps,
} from '../components/terminal-picker/TerminalPickerMessage.tsx';
export {
  TerminalPickerOption,
  type TerminalPickerOptionProps,
} from '../components/terminal-picker/TerminalPickerOption.tsx';
export {
  TerminalPickerOptions,
  type TerminalPickerOptionsProps,
} from '../components/terminal-picker/TerminalPickerOptions.tsx';
export {
  TerminalPickerPopup,
  type TerminalPickerPopupProps,
} from '../components/terminal-picker/TerminalPickerPopup.tsx';
export {
  TerminalPickerProgress,
  type TerminalPickerProgressProps,
} from '../components/terminal-picker/TerminalPickerProgress.tsx';
export {
  TerminalPickerRoot,
  type TerminalPickerRootProps,
} from '../components/terminal-picker/TerminalPickerRoot.tsx';
export {
  TerminalPickerToggle,
  type TerminalPickerToggleProps,
} from '../components/terminal-picker/TerminalPickerToggle.tsx';
export {
  TerminalPickerUnlisted,
  type TerminalPickerUnlistedProps,
} from '../components/terminal-picker/TerminalPickerUnlisted.tsx';
export type { TerminalPickerLabels } from '../components/terminal-picker/terminalPickerLabels.ts';
export type { TerminalChangeDetails } from '../components/terminal-picker/useChosenTerminal.ts';
export {
  useTerminalPicker,
  type UseTerminalPickerOptions,
  type UseTerminalPickerResult,
} from '../components/terminal-picker/useTerminalPicker.ts';
export {
  TransactionActions,
  type TransactionActionsProps,
} from '../components/transaction-actions/TransactionActions.tsx';
export type { TransactionActionsLabels } from '../components/transaction-actions/transactionActionsLabels.ts';
export { AttachmentFieldAbout } from '../components/attachment-field/AttachmentFieldAbout.ts';
export {
  AttachmentFieldAdd,
  type AttachmentFieldAddProps,
} from '../components/attachment-field/AttachmentFieldAdd.tsx';
export { AttachmentFieldDropArea } from '../components/attachment-field/AttachmentFieldDropArea.ts';
export {
  AttachmentFieldError,
  type AttachmentFieldErrorProps,
} from '../components/attachment-field/AttachmentFieldError.tsx';
export {
  AttachmentFieldHint,
  type AttachmentFieldHintProps,
} from '../components/attachment-field/AttachmentFieldHint.tsx';
export {
  AttachmentFieldItem,
  type AttachmentFieldItemState,
  type AttachmentFieldItemProps,
} from '../components/attachment-field/AttachmentFieldItem.tsx';
export {
  AttachmentFieldLabel,
  type AttachmentFieldLabelProps,
} from '../components/attachment-field/AttachmentFieldLabel.tsx';
export {
  AttachmentFieldList,
  type AttachmentFieldListProps,
} from '../components/attachment-field/AttachmentFieldList.tsx';
export {
  AttachmentFieldMeta,
  type AttachmentFieldMetaProps,
} from '../components/attachment-field/AttachmentFieldMeta.tsx';
export {
  AttachmentFieldName,
  type AttachmentFieldNameProps,
} from '../components/attachment-field/AttachmentFieldName.tsx';
export {
  AttachmentFieldProgress,
  type AttachmentFieldProgressProps,
} from '../components/attachment-field/AttachmentFieldProgress.tsx';
export {
  AttachmentFieldReason,
  type AttachmentFieldReasonProps,
} from '../components/attachment-field/AttachmentFieldReason.tsx';
export {
  AttachmentFieldRemove,
  type AttachmentFieldRemoveProps,
} from '../components/attachment-field/AttachmentFieldRemove.tsx';
export {
  AttachmentFieldRetry,
  type AttachmentFieldRetryProps,
} from '../components/attachment-field/AttachmentFieldRetry.tsx';
export {
  AttachmentFieldRoot,
  type AttachmentFieldState,
  type AttachmentFieldRootProps,
} from '../components/attachment-field/AttachmentFieldRoot.tsx';
export {
  useAttachmentField,
  type UseAttachmentFieldOptions,
  type UseAttachmentFieldResult,
} from '../components/attachment-field/useAttachmentField.ts';
export { useAttachmentFieldContext } from '../components/attachment-field/useAttachmentFieldContext.ts';
export { useAttachedFile } from '../components/attachment-field/useAttachedFile.ts';
export { LinkShareActions, type LinkShareActionsProps } from '../components/link-share/LinkShareActions.tsx';
export { LinkShareAddress, type LinkShareAddressProps } from '../components/link-share/LinkShareAddress.tsx';
export {
  LinkShareCopy,
  type LinkShareCopyState,
  type LinkShareCopyProps,
} from '../components/link-share/LinkShareCopy.tsx';
export { LinkShareField } from '../components/link-share/LinkShareField.ts';
export { LinkShareHint, type LinkShareHintProps } from '../components/link-share/LinkShareHint.tsx';
export { LinkShareLine } from '../components/link-share/LinkShareLine.ts';
export { LinkShareNative, type LinkShareNativeProps } from '../components/link-share/LinkShareNative.tsx';
export { LinkShareOpen, type LinkShareOpenProps } from '../components/link-share/LinkShareOpen.tsx';
export { LinkShareQrCode, type LinkShareQrCodeProps } from '../components/link-share/LinkShareQrCode.tsx';
export { LinkShareQrPanel, type LinkShareQrPanelProps } from '../components/link-share/LinkShareQrPanel.tsx';
export {
  LinkShareQrToggle,
  type LinkShareQrToggleState,
  type LinkShareQrToggleProps,
} from '../components/link-share/LinkShareQrToggle.tsx';
export { LinkShareRoot, type LinkShareRootProps } from '../components/link-share/LinkShareRoot.tsx';
export {
  useLinkShare,
  type UseLinkShareOptions,
  type UseLinkShareResult,
} from '../components/link-share/useLinkShare.ts';
export { useLinkShareContext } from '../components/link-share/useLinkShareContext.ts';
export {
  PaymentLinkListBody,
  type PaymentLinkListBodyProps,
} from '../components/payment-link-list/PaymentLinkListBody.tsx';
export {
  PaymentLinkListCell,
  type PaymentLinkListCellState,
  type PaymentLinkListCellProps,
} from '../components/payment-link-list/PaymentLinkListCell.tsx';
export {
  PaymentLinkListDialog,
  type PaymentLinkListDialogProps,
} from '../components/payment-link-list/PaymentLinkListDialog.tsx';
export {
  PaymentLinkListDownload,
  type PaymentLinkListDownloadProps,
} from '../components/payment-link-list/PaymentLinkListDownload.tsx';
export {
  PaymentLinkListEmpty,
  type PaymentLinkListEmptyProps,
} from '../components/payment-link-list/PaymentLinkListEmpty.tsx';
export {
  PaymentLinkListError,
  type PaymentLinkListErrorProps,
} from '../components/payment-link-list/PaymentLinkListError.tsx';
export {
  PaymentLinkListFound,
  type PaymentLinkListFoundProps,
} from '../components/payment-link-list/PaymentLinkListFound.tsx';
export {
  PaymentLinkListHead,
  type PaymentLinkListHeadProps,
} from '../components/payment-link-list/PaymentLinkListHead.tsx';
export {
  PaymentLinkListLink,
  type PaymentLinkListLinkProps,
} from '../components/payment-link-list/PaymentLinkListLink.tsx';
export {
  PaymentLinkListLoading,
  type PaymentLinkListLoadingProps,
} from '../components/payment-link-list/PaymentLinkListLoading.tsx';
export {
  PaymentLinkListNext,
  type PaymentLinkListNextProps,
} from '../components/payment-link-list/PaymentLinkListNext.tsx';
export {
  PaymentLinkListNote,
  type PaymentLinkListNoteProps,
} from '../components/payment-link-list/PaymentLinkListNote.tsx';
export {
  PaymentLinkListPage,
  type PaymentLinkListPageProps,
} from '../components/payment-link-list/PaymentLinkListPage.tsx';
export {
  PaymentLinkListPages,
  type PaymentLinkListPagesProps,
} from '../components/payment-link-list/PaymentLinkListPages.tsx';
export {
  PaymentLinkListPrevious,
  type PaymentLinkListPreviousProps,
} from '../components/payment-link-list/PaymentLinkListPrevious.tsx';
export {
  PaymentLinkListQr,
  type PaymentLinkListQrProps,
} from '../components/payment-link-list/PaymentLinkListQr.tsx';
export {
  PaymentLinkListRefresh,
  type PaymentLinkListRefreshState,
  type PaymentLinkListRefreshProps,
} from '../components/payment-link-list/PaymentLinkListRefresh.tsx';
export {
  PaymentLinkListRefused,
  type PaymentLinkListRefusedProps,
} from '../components/payment-link-list/PaymentLinkListRefused.tsx';
export {
  PaymentLinkListRoot,
  type PaymentLinkListState,
  type PaymentLinkListRootProps,
} from '../components/payment-link-list/PaymentLinkListRoot.tsx';
export {
  PaymentLinkListRow,
  type PaymentLinkListRowState,
  type PaymentLinkListRowProps,
} from '../components/payment-link-list/PaymentLinkListRow.tsx';
export {
  PaymentLinkListSearch,
  type PaymentLinkListSearchProps,
} from '../components/payment-link-list/PaymentLinkListSearch.tsx';
export {
  PaymentLinkListSkeleton,
  type PaymentLinkListSkeletonProps,
} from '../components/payment-link-list/PaymentLinkListSkeleton.tsx';
export {
  PaymentLinkListTable,
  type PaymentLinkListTableProps,
} from '../components/payment-link-list/PaymentLinkListTable.tsx';
export {
  PaymentLinkListToolbar,
  type PaymentLinkListToolbarProps,
} from '../components/payment-link-list/PaymentLinkListToolbar.tsx';
export {
  usePaymentLinkList,
  type UsePaymentLinkListOptions,
  type UsePaymentLinkListResult,
} from '../components/payment-link-list/usePaymentLinkList.ts';
export { usePaymentLinkListContext } from '../components/payment-link-list/usePaymentLinkListContext.ts';
export { useListedLink } from '../components/payment-link-list/useListedLink.ts';
export type { AttachedFile } from '../components/attachment-field/attachmentFieldContext.ts';
export type { ListedLink } from '../components/payment-link-list/paymentLinkListContext.ts';
export {
  PaymentLinkFormActions,
  type PaymentLinkFormActionsProps,
} from '../components/payment-link-form/PaymentLinkFormActions.tsx';
export {
  PaymentLinkFormAgain,
  type PaymentLinkFormAgainProps,
} from '../components/payment-link-form/PaymentLinkFormAgain.tsx';
export { PaymentLinkFormAmount } from '../components/payment-link-form/PaymentLinkFormAmount.tsx';
export { PaymentLinkFormColumn } from '../components/payment-link-form/PaymentLinkFormColumn.ts';
export { PaymentLinkFormCreated } from '../components/payment-link-form/PaymentLinkFormCreated.tsx';
export {
  PaymentLinkFormCustomValues,
  type PaymentLinkFormCustomValuesState,
  type PaymentLinkFormCustomValuesProps,
} from '../components/payment-link-form/PaymentLinkFormCustomValues.tsx';
export {
  PaymentLinkFormDetails,
  type PaymentLinkFormDetailsProps,
} from '../components/payment-link-form/PaymentLinkFormDetails.tsx';
export {
  PaymentLinkFormEntry,
  type PaymentLinkFormEntryProps,
} from '../components/payment-link-form/PaymentLinkFormEntry.tsx';
export {
  PaymentLinkFormEstimate,
  type PaymentLinkFormEstimateProps,
} from '../components/payment-link-form/PaymentLinkFormEstimate.tsx';
export {
  PaymentLinkFormFields,
  type PaymentLinkFormFieldsProps,
} from '../components/payment-link-form/PaymentLinkFormFields.tsx';
export { PaymentLinkFormFiles } from '../components/payment-link-form/PaymentLinkFormFiles.tsx';
export {
  PaymentLinkFormFlags,
  type PaymentLinkFormFlagsProps,
} from '../components/payment-link-form/PaymentLinkFormFlags.tsx';
export {
  PaymentLinkFormLook,
  type PaymentLinkFormLookProps,
} from '../components/payment-link-form/PaymentLinkFormLook.tsx';
export {
  PaymentLinkFormOutcome,
  type PaymentLinkFormOutcomeProps,
} from '../components/payment-link-form/PaymentLinkFormOutcome.tsx';
export {
  PaymentLinkFormRejected,
  type PaymentLinkFormRejectedProps,
} from '../components/payment-link-form/PaymentLinkFormRejected.tsx';
export {
  PaymentLinkFormRestored,
  type PaymentLinkFormRestoredProps,
} from '../components/payment-link-form/PaymentLinkFormRestored.tsx';
export {
  PaymentLinkFormRoot,
  type PaymentLinkFormOptions,
  type PaymentLinkFormState,
  type PaymentLinkFormRootProps,
} from '../components/payment-link-form/PaymentLinkFormRoot.tsx';
export {
  PaymentLinkFormShare,
  type PaymentLinkFormShareProps,
} from '../components/payment-link-form/PaymentLinkFormShare.tsx';
export {
  PaymentLinkFormSubmit,
  type PaymentLinkFormSubmitProps,
} from '../components/payment-link-form/PaymentLinkFormSubmit.tsx';
export { PaymentLinkFormTaxes } from '../components/payment-link-form/PaymentLinkFormTaxes.tsx';
export {
  PaymentLinkFormUnknown,
  type PaymentLinkFormUnknownProps,
} from '../components/payment-link-form/PaymentLinkFormUnknown.tsx';
export { usePaymentLinkFormContext } from '../components/payment-link-form/usePaymentLinkFormContext.ts';
export { useLinkEntry } from '../components/payment-link-form/useLinkEntry.ts';
export type { LinkCreation, LinkEntry } from '../components/payment-link-form/paymentLinkFormContext.ts';
export {
  OpenOperationsEmpty,
  type OpenOperationsEmptyProps,
} from '../components/open-operations/OpenOperationsEmpty.tsx';
export {
  OpenOperationsList,
  type OpenOperationsListProps,
} from '../components/open-operations/OpenOperationsList.tsx';
export {
  OpenOperationsLoading,
  type OpenOperationsLoadingProps,
} from '../components/open-operations/OpenOperationsLoading.tsx';
export {
  OpenOperationsRoot,
  type OpenOperationsState,
  type OpenOperationsRootProps,
} from '../components/open-operations/OpenOperationsRoot.tsx';
export {
  OpenOperationsRow,
  type OpenOperationsRowState,
  type OpenOperationsRowProps,
} from '../components/open-operations/OpenOperationsRow.tsx';
export {
  OpenOperationsTitle,
  type OpenOperationsTitleProps,
} from '../components/open-operations/OpenOperationsTitle.tsx';
export { useOpenOperationsContext } from '../components/open-operations/useOpenOperationsContext.ts';
export type { ListedOperations } from '../components/open-operations/openOperationsContext.ts';
export {
  AmountFieldRoot,
  type AmountFieldState,
  type AmountFieldRootProps,
} from '../components/amount-field/AmountFieldRoot.tsx';
export {
  AmountFieldControl,
  type AmountFieldControlState,
  type AmountFieldControlProps,
} from '../components/amount-field/AmountFieldControl.tsx';
export { AmountFieldCurrency } from '../components/amount-field/AmountFieldCurrency.tsx';
export { AmountFieldError } from '../components/amount-field/AmountFieldError.tsx';
export { AmountFieldHint } from '../components/amount-field/AmountFieldHint.tsx';
export { AmountFieldInput } from '../components/amount-field/AmountFieldInput.tsx';
export { AmountFieldLabel } from '../components/amount-field/AmountFieldLabel.tsx';
export {
  type AmountChangeDetails,
  useAmountField,
  type UseAmountFieldOptions,
  type UseAmountFieldResult,
} from '../components/amount-field/useAmountField.ts';
export { useAmountFieldContext } from '../components/amount-field/useAmountFieldContext.ts';
export { CloseBatchAction } from '../components/close-batch/CloseBatchAction.tsx';
export { CloseBatchConsequences } from '../components/close-batch/CloseBatchConsequences.tsx';
export { CloseBatchHead } from '../components/close-batch/CloseBatchHead.tsx';
export { CloseBatchHint } from '../components/close-batch/CloseBatchHint.tsx';
export { CloseBatchOpen } from '../components/close-batch/CloseBatchOpen.tsx';
export { CloseBatchQuestion } from '../components/close-batch/CloseBatchQuestion.tsx';
export { CloseBatchRefusal } from '../components/close-batch/CloseBatchRefusal.tsx';
export { CloseBatchStatus } from '../components/close-batch/CloseBatchStatus.tsx';
export { CloseBatchTerminal } from '../components/close-batch/CloseBatchTerminal.tsx';
export { CloseBatchClose, type CloseBatchCloseProps } from '../components/close-batch/CloseBatchClose.tsx';
export { CloseBatchEntry, type CloseBatchEntryProps } from '../components/close-batch/CloseBatchEntry.tsx';
export { CloseBatchTitle, type CloseBatchTitleProps } from '../components/close-batch/CloseBatchTitle.tsx';
export {
  CloseBatchRoot,
  type CloseBatchState,
  type CloseBatchRootProps,
} from '../components/close-batch/CloseBatchRoot.tsx';
export type { BatchEntry, ClosedBatch } from '../components/close-batch/closeBatchContext.ts';
export { useBatchEntry } from '../components/close-batch/useBatchEntry.ts';
export { useCloseBatchContext } from '../components/close-batch/useCloseBatchContext.ts';
export { PaymentStatusActions } from '../components/payment-status/PaymentStatusActions.ts';
export { PaymentStatusProgress } from '../components/payment-status/PaymentStatusProgress.tsx';
export { PaymentStatusAmount } from '../components/payment-status/PaymentStatusAmount.tsx';
export { PaymentStatusAnomalies } from '../components/payment-status/PaymentStatusAnomalies.tsx';
export { PaymentStatusCheck } from '../components/payment-status/PaymentStatusCheck.tsx';
export {
  PaymentStatusConnection,
  type PaymentStatusConnectionState,
  type PaymentStatusConnectionProps,
} from '../components/payment-status/PaymentStatusConnection.tsx';
export { PaymentStatusDetails } from '../components/payment-status/PaymentStatusDetails.tsx';
export { PaymentStatusElapsed } from '../components/payment-status/PaymentStatusElapsed.tsx';
export { PaymentStatusEmpty } from '../components/payment-status/PaymentStatusEmpty.tsx';
export { PaymentStatusFindOut } from '../components/payment-status/PaymentStatusFindOut.tsx';
export { PaymentStatusHead } from '../components/payment-status/PaymentStatusHead.tsx';
export { PaymentStatusNotDurable } from '../components/payment-status/PaymentStatusNotDurable.tsx';
export {
  PaymentStatusNow,
  type PaymentStatusNowProps,
} from '../components/payment-status/PaymentStatusNow.tsx';
export {
  PaymentStatusOutcome,
  type PaymentStatusOutcomeState,
  type PaymentStatusOutcomeProps,
} from '../components/payment-status/PaymentStatusOutcome.tsx';
export { PaymentStatusResolve } from '../components/payment-status/PaymentStatusResolve.tsx';
export {
  PaymentStatusRoot,
  type PaymentStatusState,
  type PaymentStatusRootProps,
} from '../components/payment-status/PaymentStatusRoot.tsx';
export { PaymentStatusSentences } from '../components/payment-status/PaymentStatusSentences.tsx';
export { PaymentStatusSteps } from '../components/payment-status/PaymentStatusSteps.tsx';
export { PaymentStatusStop } from '../components/payment-status/PaymentStatusStop.tsx';
export {
  PaymentStatusTitle,
  type PaymentStatusTitleProps,
} from '../components/payment-status/PaymentStatusTitle.tsx';
export { PaymentStatusUnknown } from '../components/payment-status/PaymentStatusUnknown.tsx';
export { PaymentStatusWaiting } from '../components/payment-status/PaymentStatusWaiting.tsx';
export type { PaymentEnding } from '../components/payment-status/paymentEnding.ts';
export type { ShownPayment } from '../components/payment-status/paymentStatusContext.ts';
export { usePaymentStatusContext } from '../components/payment-status/usePaymentStatusContext.ts';
export type { PaymentView } from '../components/payment-status/usePaymentView.ts';
export type { Count } from '../hooks/count.ts';
export type { LabelCatalogue, LabelOverrides } from '../hooks/labelCatalogue.ts';
export { PaymentsProvider, type PaymentsProviderProps } from '../hooks/PaymentsProvider.tsx';
export {
  useAllTerminals,
  type UseAllTerminalsOptions,
  type UseAllTerminalsResult,
} from '../hooks/useAllTerminals.ts';
export type { LinkSearch } from '../core/links/findLinks.ts';
export type { CreatePaymentLinkPhase, LinkCreationState } from '../core/links/linkCreation.ts';
export {
  useCreatePaymentLink,
  type UseCreatePaymentLinkOptions,
  type UseCreatePaymentLinkResult,
} from '../hooks/useCreatePaymentLink.ts';
export { useOperation, type UseOperationResult } from '../hooks/useOperation.ts';
export {
  useOperations,
  type UseOperationsOptions,
  type UseOperationsResult,
} from '../hooks/useOperations.ts';
export {
  usePaymentLinks,
  type UsePaymentLinksOptions,
  type UsePaymentLinksResult,
} from '../hooks/usePaymentLinks.ts';
export { usePaymentsClient } from '../hooks/usePaymentsClient.ts';
export { usePollMessage, type UsePollMessageResult } from '../hooks/usePollMessage.ts';
export {
  useTerminalPayment,
  type UseTerminalPaymentOptions,
  type UseTerminalPaymentResult,
} from '../hooks/useTerminalPayment.ts';
export { useTerminals, type UseTerminalsOptions, type UseTerminalsResult } from '../hooks/useTerminals.ts';
export {
  useUploadAttachments,
  type UseUploadAttachmentsOptions,
  type UseUploadAttachmentsResult,
} from '../hooks/useUploadAttachments.ts';
export {
  useCloseBatch,
  type UseCloseBatchOptions,
  type UseCloseBatchResult,
} from '../hooks/useCloseBatch.ts';
export {
  useTerminalCapture,
  type UseTerminalCaptureOptions,
  type UseTerminalCaptureResult,
} from '../hooks/useTerminalCapture.ts';
export {
  useTerminalPreAuth,
  type UseTerminalPreAuthOptions,
  type UseTerminalPreAuthResult,
} from '../hooks/useTerminalPreAuth.ts';
export {
  useTerminalRefund,
  type UseTerminalRefundOptions,
  type UseTerminalRefundResult,
} from '../hooks/useTerminalRefund.ts';
export {
  useTerminalVoid,
  type UseTerminalVoidOptions,
  type UseTerminalVoidResult,
} from '../hooks/useTerminalVoid.ts';
