'use client';
import {
  cloneElement,
  type ComponentPropsWithoutRef,
  type Context,
  createElement,
  forwardRef,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  memo,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefAttributes,
  type RefCallback,
  useCallback,
  useContext,
} from 'react';
import { ConfigurationError, isDevelopment, warnOnce } from '../../core/errors.ts';

/** A style sheet may come after the first components. */
const patienceMs = 2000;

/**
 * Tells the developer, once, that a component is on the page and no style sheet with its tokens. Not on a server, in
 * production, in a test (`NODE_ENV`), nor where nothing is drawn.
 */
function hintAtStyles(root: unknown): void {
  if (!isDevelopment() || !(root instanceof HTMLElement) || /jsdom|happydom/i.test(navigator.userAgent))
    return;
  setTimeout(() => {
    if (!root.isConnected || getComputedStyle(root).getPropertyValue('--tillkit-background') !== '') return;
    warnOnce(
      "There is no style sheet for the components. Load it once: import 'tillkit/styles.css'. Where the looks are your own, set --tillkit-background on :root, and this is not said.",
    );
  }, patienceMs);
}

export type Props = Record<string, unknown>;

/** Props of one element from two sources; the second is nearer to the host. */
export function joinProps(own: Props, given: Props): Props {
  const joined: Props = { ...own };
  for (const [name, value] of Object.entries(given)) {
    const before = own[name];
    if (value === undefined) continue;
    if (name === 'className' && before) joined[name] = `${before as string} ${value as string}`;
    else if (name === 'style') joined[name] = { ...(before as object | undefined), ...(value as object) };
    else if (/^on[A-Z]/.test(name) && isHandler(before) && isHandler(value)) {
      joined[name] = inTurn(value, before);
    } else joined[name] = value;
  }
  return joined;
}

type Handler = (event: { defaultPrevented?: boolean }) => void;

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

function inTurn(first: Handler, second: Handler): Handler {
  return (event) => {
    first(event);
    if (!event.defaultPrevented) second(event);
  };
}

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

type MaybeRef = Ref<unknown> | undefined;

/** One ref for four. */
function useJoinedRef(one: MaybeRef, two: MaybeRef, three: MaybeRef, four: MaybeRef): RefCallback<unknown> {
  return useCallback(
    (element) => {
      const refs = [one, two, three, four];
      const undos = refs.map((ref) => setRef(ref, element));
      // React 18 knows no such function and complains of one.
      if (!undos.some(Boolean)) return undefined;
      return () => refs.forEach((ref, at) => (undos[at] ? undos[at]() : setRef(ref, null)));
    },
    [one, two, three, four],
  );
}

/** Returns what a callback wants to have called when the element goes. */
function setRef(ref: MaybeRef, element: unknown): (() => unknown) | undefined {
  if (typeof ref === 'function') return ref(element) ?? undefined;
  if (ref) ref.current = element;
  return undefined;
}

export interface PartElement<Element, State extends object> {
  as: PartTag;
  /** What the part gives its element. */
  own: { className?: string | undefined; children?: ReactNode; [name: string]: unknown };
  /** What the host gives it. */
  given: { render?: PartRender<State> | undefined };
  /** The part's own ref to it. */
  partRef?: Ref<Element> | undefined;
  /** Shows as `data-*`: true as present, false and undefined as absent. */
  state?: State | undefined;
  /** What `render` is told besides. */
  rootState?: object | undefined;
}

/** The one element of a part: its own props under the host's, whose handlers are called first and can prevent the part's. */
export const Part = /*#__PURE__*/ forwardRef<unknown, PartElement<unknown, object>>(function Part(
  { as, own, given: { render, ...given }, partRef, state = {}, rootState },
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
  if (typeof render === 'function') return render(props, { ...rootState, ...state });
  if (!render) return createElement(as, props);
  return cloneElement(render as ReactElement<Props>, { ...joinProps(props, theirs), ref: joinedRef });
}) as <Element, State extends object = object>(
  props: PartElement<Element, State> & RefAttributes<Element>,
) => ReactNode;

/** What a part puts on its element. */
export interface PartOwn<Own extends object> {
  className?: string | undefined;
  children?: ReactNode;
  /** The host's props without those that the part takes for itself. */
  given?: object;
  ref?: Ref<unknown> | undefined;
  /** Shows as `data-*`, and goes to `render` with the state of the root. */
  state?: Own;
  [name: string]: unknown;
}

type ElementOf<Tag extends PartTag> = Tag extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[Tag]
  : SVGSVGElement;

export type DefinedPart<Tag extends PartTag, State, Extra> = ForwardRefExoticComponent<
  Extra & Omit<PartProps<Tag, State>, keyof Extra> & RefAttributes<ElementOf<Tag>>
>;

/**
 * Gives the function that defines the parts of one root. `useOwn`, which has the part's name, gets what the root gives and the
 * host's props, and returns what the part puts on its element; nothing where it is not to be shown. A part is drawn again
 * where its props or what its root gives changed.
 */
export function partsOf<Root, State extends object>(useRoot: () => Root, stateOf: (root: Root) => State) {
  return function definePart<Tag extends PartTag, Extra extends object = object, Own extends object = object>(
    as: Tag,
    useOwn: (root: Root, given: Extra) => PartOwn<Own> | false | undefined,
  ): DefinedPart<Tag, State & Own, Extra> {
    const Drawn = forwardRef<unknown, Extra>((props, ref) => {
      const root = useRoot();
      const made = useOwn(root, props as Extra);
      if (!made) return null;
      const { given = props, ref: partRef, state, ...own } = made;
      return (
        <Part
          as={as}
          ref={ref}
          partRef={partRef}
          own={own}
          given={given}
          state={state}
          rootState={stateOf(root)}
        />
      );
    });
    Drawn.displayName = useOwn.name;
    return memo(Drawn) as unknown as DefinedPart<Tag, State & Own, Extra>;
  };
}

/** What the root gives to the parts in it. Throws where there is no root. */
export function usePartContext<Value>(context: Context<Value | null>, root: string): Value {
  const value = useContext(context);
  if (value) return value;
  throw new ConfigurationError(
    root,
    `A part stands outside of its root, so it has nothing to show. Put it inside <${root}>.`,
  );
}
