'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { type ListedOperations, OpenOperationsContext } from './openOperationsContext.ts';

/** The operations a part belongs to. Throws outside of an `OpenOperationsRoot`. */
export function useOpenOperationsContext(): ListedOperations {
  return usePartContext(OpenOperationsContext, 'OpenOperationsRoot');
}
