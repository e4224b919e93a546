'use client';
import { useMemo, useState } from 'react';
import type { TerminalOperation } from '../core/operations/terminalOperation.ts';
import { operationFields } from './operationFields.ts';
import { trackFields } from './trackedFields.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { useSnapshot } from './useSnapshot.ts';

export type UseOperationResult = TerminalOperation | undefined;

/**
 * One operation by its id, wherever on the page it was started. It renders again only when a field that was read has
 * changed.
 *
 * @example
 * const operation = useOperation(id);
 */
export function useOperation(id: string | undefined): UseOperationResult {
  const { operations } = usePaymentsContext();
  const [fields] = useState(() => trackFields<TerminalOperation>(operationFields));
  const getSnapshot = () => (id === undefined ? undefined : operations.get(id));
  const { subscribe } = operations;
  const operation = useSnapshot({ subscribe, getSnapshot }, onServer, fields.areAlike);
  return useMemo(() => operation && fields.view(operation), [fields, operation]);
}

const onServer = () => undefined;
