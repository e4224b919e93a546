'use client';
import { forwardRef, type ForwardRefExoticComponent, type RefAttributes } from 'react';
import { Part, type PartElement } from './Part.tsx';
import type { PartProps } from './partProps.ts';

/** A part whose element follows from its root alone. `useOwn`, which has its name, gives what the part puts on it, and nothing where it is not to be shown. */
export function definePart<Tag extends keyof HTMLElementTagNameMap>(
  as: Tag,
  useOwn: () => PartElement<unknown, object>['own'] | undefined,
) {
  const Defined = forwardRef<unknown, object>((given, ref) => {
    const own = useOwn();
    return own && <Part as={as} ref={ref} own={own} given={given} />;
  });
  Defined.displayName = useOwn.name;
  return Defined as ForwardRefExoticComponent<PartProps<Tag> & RefAttributes<HTMLElementTagNameMap[Tag]>>;
}
