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
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Part, type PartProps } from './part.tsx';

/** An optional field of a form. Until a person presses the field's button, the form shows only the button. */
export interface OptionalField {
  name: string;
  label: string;
  /** Whether the field is shown without a press, for example because it has a value. */
  isOpen: boolean;
  /** Called when the field's button is pressed. */
  onAdd?: (() => void) | undefined;
}

/** The names of the fields that are shown; null outside of `OptionalFields`. */
const ShownContext = /*#__PURE__*/ createContext<ReadonlySet<string> | null>(null);

/** Returns a function that tells whether a field is not shown yet, so that only its button is there. */
export function useIsCollapsed(): (name: string) => boolean {
  const shown = useContext(ShownContext);
  return (name) => shown !== null && !shown.has(name);
}

interface OptionalFieldsProps {
  /** The optional fields, in the order of their buttons. */
  extras: readonly OptionalField[];
  /** The accessible name of the group of buttons. */
  label: string;
  given: PartProps<'div'>;
  children: ReactNode;
}

/** Optional fields and, under them, a button for each field that is not shown yet. A shown field stays shown. */
export const OptionalFields = /*#__PURE__*/ forwardRef<HTMLDivElement, OptionalFieldsProps>(
  function OptionalFields({ extras, label, given, children }, ref) {
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
                <Button
                  key={extra.name}
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
                </Button>
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
  },
);

const typedIn = 'select, textarea, input:not([type="checkbox"], [type="radio"])';

/** After a press on a field's button, focuses the new field's first text control, or else its first control. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- once the new field is on the page
  }, [shown]);
  return () => {
    before.current = controls();
  };
}
