'use client';
import { type Context, useContext } from 'react';
import { ConfigurationError } from '../../core/errors.ts';

/** What the root gives to the parts in it. Throws where there is no root. */
export function usePartContext<Value>(context: Context<Value | null>, root: string): Value {
  const value = useContext(context);
  if (value) return value;
  throw new ConfigurationError(
    root,
    `A part stands outside of its root, so it has nothing to show. Put it inside <${root}>.`,
  );
}
