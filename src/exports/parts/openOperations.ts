export {
  OpenOperationsEmpty as Empty,
  OpenOperationsList as List,
  OpenOperationsLoading as Loading,
  OpenOperationsRoot as Root,
  type OpenOperationsState as State,
  type OpenOperationsRootProps as RootProps,
  OpenOperationsRow as Row,
  type OpenOperationsRowState as RowState,
  OpenOperationsTitle as Title,
} from '../../components/open-operations/OpenOperations.tsx';
