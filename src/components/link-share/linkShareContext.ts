import { createContext } from 'react';
import type { UseLinkShareResult } from './useLinkShare.ts';

/** What the parts around one address share: whether it is safe to open, and what was done with it. */
export const LinkShareContext = createContext<UseLinkShareResult | null>(null);
