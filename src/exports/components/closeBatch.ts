export { CloseBatch, type CloseBatchProps } from '../../components/close-batch/CloseBatch.tsx';
export type { CloseBatchLabels } from '../../components/close-batch/closeBatchLabels.ts';
export { CloseBatchAction } from '../../components/close-batch/CloseBatchAction.tsx';
export { CloseBatchConsequences } from '../../components/close-batch/CloseBatchConsequences.tsx';
export { CloseBatchHead } from '../../components/close-batch/CloseBatchHead.tsx';
export { CloseBatchHint } from '../../components/close-batch/CloseBatchHint.tsx';
export { CloseBatchOpen } from '../../components/close-batch/CloseBatchOpen.tsx';
export { CloseBatchQuestion } from '../../components/close-batch/CloseBatchQuestion.tsx';
export { CloseBatchRefusal } from '../../components/close-batch/CloseBatchRefusal.tsx';
export { CloseBatchStatus } from '../../components/close-batch/CloseBatchStatus.tsx';
export { CloseBatchTerminal } from '../../components/close-batch/CloseBatchTerminal.tsx';
export { CloseBatchClose, type CloseBatchCloseProps } from '../../components/close-batch/CloseBatchClose.tsx';
export { CloseBatchEntry, type CloseBatchEntryProps } from '../../components/close-batch/CloseBatchEntry.tsx';
export { CloseBatchTitle, type CloseBatchTitleProps } from '../../components/close-batch/CloseBatchTitle.tsx';
export {
  CloseBatchRoot,
  type CloseBatchState,
  type CloseBatchRootProps,
} from '../../components/close-batch/CloseBatchRoot.tsx';
export type { BatchEntry, ClosedBatch } from '../../components/close-batch/closeBatchContext.ts';
export { useBatchEntry } from '../../components/close-batch/useBatchEntry.ts';
export { useCloseBatchContext } from '../../components/close-batch/useCloseBatchContext.ts';
