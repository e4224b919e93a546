'use client';
import {
  cloneElement,
  createElement,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefAttributes,
} from 'react';
import { hintAtStyles } from './hintAtStyles.ts';
import { joinProps, type Props } from './joinProps.ts';
import type { PartRender, PartTag } from './partProps.ts';
import { useJoinedRef } from './useJoinedRef.ts';

export interface PartElement<Element, State extends object> {
  as: PartTag;
  /** What the part gives its element. */
  own: { className?: string; children?: ReactNode; [name: string]: unknown };
  /** What the host gives it. */
  given: { render?: PartRender<State> | undefined };
  /** The part's own ref to it. */
  partRef?: Ref<Element> | undefined;
  /** Shows as `data-*`: true as present, false and undefined as absent. */
  state?: State | undefined;
}

/** The one element of a part: its own props under the host's, whose handlers are called first and can prevent the part's. */
export const Part = forwardRef<unknown, PartElement<unknown, object>>(function Part(
  { as, own, given: { render, ...given }, partRef, state = {} },
  ref,
) {
  const theirs: Props = typeof render === 'object' ? { ...(render.props as Props) } : {};
  // React 18 keeps it beside the props, and complains where it is read in them.
  const theirRef = theirs['ref'] ?? (render as RefAttributes<unknown> | undefined)?.ref;
  const hint = own['data-tillkit'] === undefined ? undefined : hintAtStyles;
  const joinedRef = useJoinedRef(partRef, ref, theirRef as Ref<unknown>, hint);
  const data: Props = {};
  for (const [name, value] of Object.entries(state)) {
    if (value !== false) data[`data-${name}`] = value === true ? '' : value;
  }
  const props = { ...joinProps({ ...data, ...own }, given), ref: joinedRef };
  if (typeof render === 'function') return render(props, state);
  if (!render) return createElement(as, props);
  return cloneElement(render as ReactElement<Props>, { ...joinProps(props, theirs), ref: joinedRef });
}) as <Element, State extends object = object>(
  props: PartElement<Element, State> & RefAttributes<Element>,
) => ReactNode;
