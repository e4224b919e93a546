'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type BatchEntry, BatchEntryContext } from './closeBatchContext.ts';

/** The batch that can be closed, and what is in its way. Throws outside of a `CloseBatchEntry`. */
export function useBatchEntry(): BatchEntry {
  return usePartContext(BatchEntryContext, 'CloseBatchEntry');
}
