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
