'use client';
import { useSyncExternalStore } from 'react';

type IsSame<Snapshot> = (before: Snapshot, after: Snapshot, name: keyof Snapshot) => boolean;

const snapshots = /*#__PURE__*/ new WeakMap<object, object>();

/** Records which fields of a store's snapshots a component reads, so that it renders only when one of those changes. */
export function trackFields<Snapshot extends object>(
  names: readonly (keyof Snapshot)[],
  isSame: IsSame<Snapshot> = (before, after, name) => Object.is(before[name], after[name]),
) {
  const read = new Set<keyof Snapshot>();
  /** For each rendered snapshot: the newest snapshot that equals it in every field that was read. */
  const newest = new WeakMap<Snapshot, Snapshot>();
  return {
    /**
     * Returns the snapshot with getters that record which fields are read. Spreading the view reads all fields. A field
     * that is read for the first time has its newest value, because a part of the component may render alone and read
     * it later.
     */
    view: (snapshot: Snapshot): Snapshot => {
      const view = {} as Snapshot;
      for (const name of names) {
        const get = () => {
          read.add(name);
          return (newest.get(snapshot) ?? snapshot)[name];
        };
        Object.defineProperty(view, name, { enumerable: true, get });
      }
      snapshots.set(view, snapshot);
      return view;
    },
    /** Whether what the view of `before` gives and `after` are equal in all fields that were read. */
    areAlike: (before: Snapshot | undefined, after: Snapshot | undefined): boolean => {
      if (before === undefined || after === undefined) return before === after;
      const given = newest.get(before) ?? before;
      for (const name of read) if (!isSame(given, after, name)) return false;
      newest.set(before, after);
      return true;
    },
    /** If snapshots are a field of another one: from now on, the view of `before` has the values of `after`. */
    follow: (before: Snapshot | undefined, after: Snapshot | undefined): void => {
      if (before && after) newest.set(before, after);
    },
  };
}

/** Returns the snapshot behind a view. A host's callback gets it, so that its reads do not count as the component's. */
export function untracked<Snapshot extends object>(view: Snapshot): Snapshot {
  return (snapshots.get(view) as Snapshot | undefined) ?? view;
}

interface SnapshotStore<Snapshot> {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => Snapshot;
}

type AreAlike<Snapshot> = (before: Snapshot, after: Snapshot) => boolean;

/** A store's newest snapshot. The component renders again only if `areAlike` is false for the rendered and the newest one. */
export function useSnapshot<Snapshot>(
  { subscribe, getSnapshot }: SnapshotStore<Snapshot>,
  getServerSnapshot: () => Snapshot,
  areAlike: AreAlike<Snapshot>,
): Snapshot {
  const { read, keep } = createReader(getSnapshot, areAlike);
  const snapshot = useSyncExternalStore(subscribe, read, getServerSnapshot);
  keep(snapshot);
  return snapshot;
}

/**
 * Keeps the snapshot of one render. While `areAlike` is true for that snapshot and the newest one, `read` returns the
 * rendered one, so that React does not render again.
 */
function createReader<Snapshot>(getSnapshot: () => Snapshot, areAlike: AreAlike<Snapshot>) {
  let rendered: Snapshot | undefined;
  return {
    read: (): Snapshot => {
      const next = getSnapshot();
      return rendered !== undefined && areAlike(rendered, next) ? rendered : next;
    },
    keep: (snapshot: Snapshot) => {
      rendered = snapshot;
    },
  };
}
