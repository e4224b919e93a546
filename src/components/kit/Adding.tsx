'use client';
import {
  createContext,
  forwardRef,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from './Icon.tsx';
import { Part, type PartProps } from './part.tsx';

/** Something a form may ask for, behind a button of its own until it is wanted. */
export interface Extra {
  name: string;
  /** The words on its button. */
  label: string;
  /** It shows itself: the host asks for it, or something is in it. */
  isOpen: boolean;
  /** It was wanted. */
  onAdd?: (() => void) | undefined;
}

/** Which of them are shown; null where nothing stands before them. */
const ShownContext = /*#__PURE__*/ createContext<ReadonlySet<string> | null>(null);

/** Tells which fields are behind their buttons still. */
export function useIsBehind(): (name: string) => boolean {
  const shown = useContext(ShownContext);
  return (name) => shown !== null && !shown.has(name);
}

interface AddingProps {
  /** Those that the form may ask for, in the order of their buttons. */
  extras: readonly Extra[];
  /** Names the buttons together. */
  label: string;
  given: PartProps<'div'>;
  /** The fields. */
  children: ReactNode;
}

/** Fields that are seldom needed, and under them a button for each that is not shown. One that was shown stays. */
export const Adding = /*#__PURE__*/ forwardRef<HTMLDivElement, AddingProps>(function Adding(props, ref) {
  const { extras, label, given, children } = props;
  const element = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set());
  const now = new Set([...shown, ...extras.filter(({ isOpen }) => isOpen).map(({ name }) => name)]);
  if (now.size > shown.size) setShown(now);
  const willArrive = useFocusOnNew(element, shown);
  const waiting = extras.filter(({ name }) => !now.has(name));
  const own = {
    className: 'tillkit-adding',
    children: (
      <>
        {children}
        {waiting.length > 0 && (
          <fieldset className="tillkit-adding-buttons" aria-label={label}>
            {waiting.map((extra) => (
              <button
                key={extra.name}
                type="button"
                className="tillkit-button"
                data-variant="quiet"
                data-size="small"
                onClick={() => {
                  willArrive();
                  setShown(new Set([...now, extra.name]));
                  extra.onAdd?.();
                }}
              >
                <Icon name="plus" />
                {extra.label}
              </button>
            ))}
          </fieldset>
        )}
      </>
    ),
  };
  return (
    <ShownContext.Provider value={now}>
      <Part as="div" ref={ref} partRef={element} own={own} given={given} />
    </ShownContext.Provider>
  );
});

const typedIn = 'select, textarea, input:not([type="checkbox"], [type="radio"])';

/** Moves the focus into what a press brings: to where one types, else to the first control. */
function useFocusOnNew(element: RefObject<HTMLElement | null>, shown: unknown): () => void {
  const before = useRef<HTMLElement[]>(undefined);
  const controls = () => {
    const all = element.current?.querySelectorAll<HTMLElement>('input, select, textarea, button') ?? [];
    return [...all].filter(({ tabIndex }) => tabIndex >= 0);
  };
  useEffect(() => {
    const fresh = before.current && controls().filter((control) => !before.current?.includes(control));
    before.current = undefined;
    (fresh?.find((control) => control.matches(typedIn)) ?? fresh?.[0])?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once what was wanted is on the page
  }, [shown]);
  return () => {
    before.current = controls();
  };
}
