'use client';
import { useSyncExternalStore } from 'react';

export interface SnapshotStore<Snapshot> {
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => Snapshot;
}

type AreAlike<Snapshot> = (before: Snapshot, after: Snapshot) => boolean;

/** A store's newest snapshot at each render; a change renders only where it is not alike to the one that was rendered. */
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

/** Belongs to one render: React keeps that of the render it commits, and asks it about every change of the store. */
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
