'use client';
import { usePartContext } from '../part/usePartContext.ts';
import { LinkShareContext } from './linkShareContext.ts';
import type { UseLinkShareResult } from './useLinkShare.ts';

/** The address that a part gives away. Throws outside of a `LinkShareRoot`. */
export function useLinkShareContext(): UseLinkShareResult {
  return usePartContext(LinkShareContext, 'LinkShareRoot');
}
