import type { ComponentPropsWithoutRef, HTMLAttributes, ReactElement, ReactNode, Ref } from 'react';

export type PartTag = keyof HTMLElementTagNameMap | 'svg';

/** All that a part would put on its own element: spread it on yours. */
export interface PartElementProps extends HTMLAttributes<Element> {
  // oxlint-disable-next-line typescript/no-explicit-any -- the host chooses the element, and a ref fits one kind only
  ref?: Ref<any> | undefined;
}

/** An element that stands where the part's own would, or a function that makes it from the part's props and state. */
export type PartRender<State = object> =
  ReactElement | ((props: PartElementProps, state: State) => ReactNode);

/** What every part takes: all that its element takes, and `render` to stand another in its place. */
export type PartProps<Name extends PartTag, State = object> = ComponentPropsWithoutRef<Name> & {
  render?: PartRender<State> | undefined;
};
