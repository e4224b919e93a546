'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { CloseBatchContext, type ClosedBatch } from './closeBatchContext.ts';

/** The batch a part belongs to. Throws outside of a `CloseBatchRoot`. */
export function useCloseBatchContext(): ClosedBatch {
  return usePartContext(CloseBatchContext, 'CloseBatchRoot');
}
