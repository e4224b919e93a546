'use client';
import { useLabels } from '../../hooks/useLabels.ts';
import { openOperationsLabels } from '../open-operations/openOperationsLabels.ts';
import { OperationRows } from '../open-operations/OperationRows.tsx';
import { definePart } from '../part/definePart.tsx';
import { useBatchEntry } from './useBatchEntry.ts';

/** What is open at the terminal, each with its status in place. */
export const CloseBatchOpen = definePart('div', function CloseBatchOpen() {
  const { batch, labels, list } = useBatchEntry();
  const rowLabels = useLabels('openOperations', openOperationsLabels);
  if (list.rows.length === 0) return undefined;
  const children = (
    <>
      <h3>{labels.open}</h3>
      <OperationRows
        list={list}
        labels={rowLabels}
        showsTerminal={false}
        noteOf={(operation) => (batch.isOldDoubt(operation) ? labels.notInTheWay : undefined)}
      />
    </>
  );
  return { className: 'tillkit-close-batch-open', children };
});
