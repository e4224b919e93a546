import { createContext } from 'react';
import type { UseLinkShareResult } from './useLinkShare.ts';

export const LinkShareContext = createContext<UseLinkShareResult | null>(null);
