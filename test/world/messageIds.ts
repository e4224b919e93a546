import type { Random } from './random.ts';

type Told = 'received' | 'processing' | 'timeout' | 'failed' | 'complete';

/** What a service that takes a status back may say after what it said last. */
const afterwards: Record<Told, readonly Told[]> = {
  received: [],
  processing: ['received'],
  timeout: ['received', 'processing'],
  failed: ['processing', 'complete'],
  complete: ['processing', 'failed'],
};
const isEnd = (status: Told | undefined) => status === 'complete' || status === 'failed';
const isNumber = (id: string) => /^\d+$/.test(id);
const statusIn = (text: string) => /"status":"(\w+)"/.exec(text)?.[1] as Told | undefined;
export const idIn = (text: string) => /"msgIdentifier":"?([^",}]+)/.exec(text)?.[1];
const withId = (text: string, id: string) => text.replace(/("msgIdentifier":"?)[^",}]+/, `$1${id}`);

/** The message ids that the service gave, what it said of each, and which of them it gave again. */
export function createMessageIds(random: Random) {
  /** By id as it was given, the message's own. */
  const own = new Map<string, string>();
  const given = new Map<string, { by: string; operationId: string | undefined; told?: Told | undefined }>();
  /** By operation, the endings that the service said and did not mean. */
  const lies = new Map<string, Set<Told>>();
  /** Operations whose id was given again. */
  const replaced = new Set<string>();

  return {
    lies,
    ownId: (id: string) => own.get(id) ?? id,
    /** Whether an id of a message that has ended can be given again. */
    reusable: (by: string) => [...given].filter(([, message]) => message.by === by && isEnd(message.told)),
    /** The answer to an accepted request, under the id of a message that has ended if `isReused`. */
    accepted(text: string, by: string, operationId: string | undefined, isReused: boolean): string {
      const id = idIn(text);
      if (id === undefined) return text;
      const others = isReused ? this.reusable(by).filter(([other]) => isNumber(other) === isNumber(id)) : [];
      const as = others.length > 0 ? random.pick(others)[0] : id;
      if (as !== id) {
        own.set(as, id);
        replaced.add(given.get(as)?.operationId ?? '');
      }
      given.set(as, { by, operationId });
      return as === id ? text : withId(text, as);
    },
    /** A restored database does not know which of its ids were given again: what it is told of them is true of the other payment. */
    restored(this: void, forgotten: ReadonlySet<string>): void {
      for (const id of replaced) if (forgotten.has(id)) lies.set(id, new Set(['complete', 'failed']));
    },
    /** Whether the service said something of the message that it can take back. */
    canTakeBack: (id: string) => (afterwards[given.get(id)?.told ?? 'received'] ?? []).length > 0,
    /** The answer to a poll, with an earlier or the other status if `isTakenBack`. */
    polled(text: string, id: string, isTakenBack: boolean): string {
      const message = given.get(id);
      const status = statusIn(text);
      const answer = own.has(id) ? withId(text, id) : text;
      if (!message || !status) return answer;
      const told = isTakenBack ? random.pick(afterwards[message.told ?? 'received']) : status;
      message.told = told;
      if (told === status) return answer;
      if (isEnd(told) && message.operationId !== undefined)
        lies.set(message.operationId, (lies.get(message.operationId) ?? new Set()).add(told));
      return answer.replace(`"status":"${status}"`, `"status":"${told}"`);
    },
  };
}
