/** Notes which fields of a store's snapshots are read: only a change of one of those has to be shown. */
export interface TrackedFields<Snapshot extends object> {
  /** The same fields; each is noted when it is read. A spread or a stringify reads all of them. */
  view: (snapshot: Snapshot) => Snapshot;
  /** Whether two snapshots are alike in every field that was read; never as long as none was, for whoever reads later. */
  areAlike: (before: Snapshot | undefined, after: Snapshot | undefined) => boolean;
}

type IsSame<Snapshot> = (before: Snapshot, after: Snapshot, name: keyof Snapshot) => boolean;

const snapshots = new WeakMap<object, object>();

export function trackFields<Snapshot extends object>(
  names: readonly (keyof Snapshot)[],
  isSame: IsSame<Snapshot> = (before, after, name) => Object.is(before[name], after[name]),
): TrackedFields<Snapshot> {
  const read = new Set<keyof Snapshot>();
  return {
    view(snapshot) {
      const view = {} as Snapshot;
      for (const name of names) {
        const get = () => {
          read.add(name);
          return snapshot[name];
        };
        Object.defineProperty(view, name, { enumerable: true, get });
      }
      snapshots.set(view, snapshot);
      return view;
    },
    areAlike(before, after) {
      if (before === after) return true;
      if (before === undefined || after === undefined || read.size === 0) return false;
      for (const name of read) if (!isSame(before, after, name)) return false;
      return true;
    },
  };
}

/** What a view was made of: for a host's callback, whose reading shows nothing. */
export function untracked<Snapshot extends object>(view: Snapshot): Snapshot {
  return (snapshots.get(view) as Snapshot | undefined) ?? view;
}
