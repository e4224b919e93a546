export {
  OpenOperations,
  type OpenOperationsProps,
} from '../../components/open-operations/OpenOperations.tsx';
export type { OpenOperationsLabels } from '../../components/open-operations/openOperationsLabels.ts';
export {
  OpenOperationsEmpty,
  type OpenOperationsEmptyProps,
} from '../../components/open-operations/OpenOperationsEmpty.tsx';
export {
  OpenOperationsList,
  type OpenOperationsListProps,
} from '../../components/open-operations/OpenOperationsList.tsx';
export {
  OpenOperationsLoading,
  type OpenOperationsLoadingProps,
} from '../../components/open-operations/OpenOperationsLoading.tsx';
export {
  OpenOperationsRoot,
  type OpenOperationsState,
  type OpenOperationsRootProps,
} from '../../components/open-operations/OpenOperationsRoot.tsx';
export {
  OpenOperationsRow,
  type OpenOperationsRowState,
  type OpenOperationsRowProps,
} from '../../components/open-operations/OpenOperationsRow.tsx';
export {
  OpenOperationsTitle,
  type OpenOperationsTitleProps,
} from '../../components/open-operations/OpenOperationsTitle.tsx';
export { useOpenOperationsContext } from '../../components/open-operations/useOpenOperationsContext.ts';
export type { ListedOperations } from '../../components/open-operations/openOperationsContext.ts';
