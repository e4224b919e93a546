'use client';
import {
  cloneElement,
  type ComponentPropsWithoutRef,
  type Context,
  createElement,
  type FormEvent,
  forwardRef,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type KeyboardEvent,
  memo,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefAttributes,
  type RefCallback,
  useCallback,
  useContext,
} from 'react';
import { ConfigurationError, tryToWarn, warnOnce } from '../../core/errors.ts';

/** How long to wait for the style sheet before the warning (ms). */
const styleSheetWaitMs = 2000;

/** In development: warns if a component is rendered without the kit's style sheet. */
function warnAboutMissingStyles(root: unknown): void {
  tryToWarn(() => process.env.NODE_ENV === 'development' && lookForStyles(root));
}

/** Warns after a while if the style sheet is missing. Does nothing on a server, or in tests without layout. */
function lookForStyles(root: unknown): void {
  if (!(root instanceof HTMLElement) || /jsdom|happydom/i.test(navigator.userAgent)) return;
  setTimeout(() => {
    if (!root.isConnected || getComputedStyle(root).getPropertyValue('--tillkit-background') !== '') return;
    warnOnce(
      "The components have no style sheet. Load it once: import 'tillkit/styles.css'. If you style them yourself, set --tillkit-background on :root to silence this warning.",
    );
  }, styleSheetWaitMs);
}

type Props = Record<string, unknown>;

/** Merges two sources of props. Class names, styles and event handlers are joined; of any other prop, `given` wins. */
export function joinProps(own: Props, given: Props): Props {
  const joined: Props = { ...own };
  for (const [name, value] of Object.entries(given)) {
    const before = own[name];
    if (value === undefined) continue;
    if (name === 'className' && before) joined[name] = `${before as string} ${value as string}`;
    else if (name === 'style') joined[name] = { ...(before as object | undefined), ...(value as object) };
    else if (/^on[A-Z]/.test(name) && isHandler(before) && isHandler(value)) {
      joined[name] = (event: Parameters<Handler>[0]) => {
        value(event);
        if (!event.defaultPrevented) before(event);
      };
    } else joined[name] = value;
  }
  return joined;
}

type Handler = (event: { defaultPrevented?: boolean }) => void;

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

type PartTag = keyof HTMLElementTagNameMap | 'svg';

/** All props that a part puts on its own element, to spread on yours. */
export interface PartElementProps extends HTMLAttributes<Element> {
  // oxlint-disable-next-line typescript/no-explicit-any -- the host chooses the element, and a ref fits one kind only
  ref?: Ref<any> | undefined;
}

/** The ref of an element. `RefObject` has different types in React 18 and 19; this type fits both. */
export interface ElementRefObject<Element> {
  readonly current: Element | null;
}

/** An element to render instead of the part's own, or a function that renders one from the part's props and state. */
export type PartRender<State = object> =
  ReactElement | ((props: PartElementProps, state: State) => ReactNode);

/** The props of every part: those of its element, and `render` to replace the element. */
export type PartProps<Name extends PartTag, State = object> = ComponentPropsWithoutRef<Name> & {
  render?: PartRender<State> | undefined;
};

type MaybeRef = Ref<unknown> | undefined;

function useJoinedRef(...refs: MaybeRef[]): RefCallback<unknown> {
  return useCallback(
    (element) => {
      const undos = refs.map((ref) => setRef(ref, element));
      // React 18 warns if a ref returns a cleanup function, so this ref returns one only if one of `refs` did.
      if (!undos.some(Boolean)) return undefined;
      return () => refs.forEach((ref, at) => (undos[at] ? undos[at]() : setRef(ref, null)));
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the array always has the same length
    refs,
  );
}

/** The root that last got the focus because a focused button inside was removed. */
let standIn: HTMLElement | undefined;

/** Whether no control has the focus: nothing has it, or the component around a removed button. */
export const isFocusLost = (page: Document | undefined): boolean =>
  page?.activeElement === page?.body || page?.activeElement === standIn;

/** The ref of a button. If the focused button is removed and nothing else takes the focus, the root around it does. */
function keepFocus(button: unknown) {
  if (button) return;
  const { activeElement, body } = document;
  const around: HTMLElement[] = [];
  for (let at = activeElement as HTMLElement | null; at; at = at.parentElement) around.push(at);
  setTimeout(() => {
    const root = around.find((at) => at.isConnected && at.matches('[data-tillkit]'));
    // A test may have removed the global `document` during the wait, so it is not used here.
    if (!root || activeElement?.isConnected || body.ownerDocument.activeElement !== body) return;
    if (root.tabIndex < 0) root.tabIndex = -1; // a `tabIndex` of -1 may mean that the attribute is missing
    standIn = root;
    root.focus({ preventScroll: true });
  }, 100);
}

/** The ref of a button that is no part: if it is removed while it has the focus, the root around it takes the focus. */
export const useKeptFocus = (ref: Ref<unknown>): RefCallback<unknown> => useJoinedRef(ref, keepFocus);

/** Sets a ref and returns the cleanup function of a callback ref. */
function setRef(ref: MaybeRef, element: unknown): (() => unknown) | undefined {
  if (typeof ref === 'function') return ref(element) ?? undefined;
  if (ref) ref.current = element;
  return undefined;
}

interface PartElement<Element, State extends object> {
  as: PartTag;
  /** The part's props for the element. */
  own: OwnProps;
  /** The host's props for the element. */
  given: { render?: PartRender<State> | undefined };
  partRef?: Ref<Element> | undefined;
  /** Each entry becomes a `data-*` attribute. True becomes an empty value; false and undefined become no attribute. */
  state?: State | undefined;
  /** The root's state. `render` gets it together with the part's `state`. */
  rootState?: object | undefined;
}

interface OwnProps {
  className?: string | undefined;
  children?: ReactNode;
  [name: string]: unknown;
}

/** Renders a part's element. The host's props win; the host's event handlers run first and can prevent the part's. */
export const Part = /*#__PURE__*/ forwardRef<unknown, PartElement<unknown, object>>(function Part(
  { as, own, given: { render, ...given }, partRef, state = {}, rootState },
  ref,
) {
  const theirs: Props = typeof render === 'object' ? { ...(render.props as Props) } : {};
  // React 18 has an element's ref beside its props, and warns if code reads a ref from the props.
  const theirRef = theirs['ref'] ?? (render as RefAttributes<unknown> | undefined)?.ref;
  const isRoot = own['data-tillkit'] !== undefined;
  const kitRef = as === 'button' ? keepFocus : isRoot ? warnAboutMissingStyles : undefined;
  const joinedRef = useJoinedRef(partRef, ref, theirRef as Ref<unknown>, kitRef);
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

/** What a part puts on its element: the part's own props, the host's other props, a ref and the part's state. */
export interface PartOwn<Own extends object> extends OwnProps {
  /** The host's props without those that the part uses itself. */
  given?: object;
  ref?: Ref<unknown> | undefined;
  /** Becomes `data-*` attributes, and goes to `render` together with the root's state. */
  state?: Own;
}

type ElementOf<Tag extends PartTag> = Tag extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[Tag]
  : SVGSVGElement;

/**
 * Stops a submit event: the page does not reload, and a host's form that contains this one gets no event. React would
 * pass the event on, even from a dialog in a portal.
 */
export function takeSubmit(event: FormEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** A key that is held down presses a button once. */
const pressOnce = (event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault();

export const buttonProps = { type: 'button', className: 'tillkit-button', onKeyDown: pressOnce };

type DefinedPart<Tag extends PartTag, State, Extra> = ForwardRefExoticComponent<
  Extra & Omit<PartProps<Tag, State>, keyof Extra> & RefAttributes<ElementOf<Tag>>
>;

/**
 * Returns `definePart` for the parts of one root. `useOwn` gets the root's value and the host's props, and returns
 * what the part puts on its element, or nothing to hide the part. The part is named after `useOwn`, and renders again
 * only if its props or the root's value changed.
 */
export function partsOf<Root, State extends object>(useRoot: () => Root, stateOf: (root: Root) => State) {
  return function definePart<Tag extends PartTag, Extra extends object = object, Own extends object = object>(
    as: Tag,
    useOwn: (root: Root, given: Extra) => PartOwn<Own> | false | undefined,
  ): DefinedPart<Tag, State & Own, Extra> {
    const Rendered = forwardRef<unknown, Extra>((props, ref) => {
      const root = useRoot();
      const made = useOwn(root, props as Extra);
      if (!made) return null;
      const { given = props, ref: partRef, state, ...own } = made;
      return (
        <Part
          as={as}
          ref={ref}
          partRef={partRef}
          own={as === 'button' ? { ...buttonProps, ...own } : own}
          given={given}
          state={state}
          rootState={stateOf(root)}
        />
      );
    });
    Rendered.displayName = useOwn.name;
    return memo(Rendered) as DefinedPart<Tag, State & Own, Extra>;
  };
}

/** The value that a root provides to the parts inside. Throws outside of the root. */
export function usePartContext<Value>(context: Context<Value | null>, root: string): Value {
  const value = useContext(context);
  if (value) return value;
  throw new ConfigurationError(
    root,
    `A part is rendered outside of its root, so it has nothing to show. Put it inside <${root}>.`,
  );
}
