import { PaymentsError } from '../errors.ts';
import type { RecordedOperation, RecordPage } from '../operations/recorded.ts';
import { isOpen } from '../operations/terminalOperation.ts';
import { isUnreadableRowError } from './connectionHealth.ts';
import type { GatewayClient } from './gatewayClient.ts';
import { differsAtSameSeq, type MirrorContext } from './mirrorRows.ts';

interface ReadContext extends Pick<MirrorContext, 'client' | 'clock' | 'rows'> {
  /** Reports the answer to a request, or its error. */
  onAnswer: (error?: unknown) => void;
  /** Called after each attempt to read the lists of open and of unseen operations. `isRead`: the attempt succeeded. */
  onLists: (isRead: boolean) => Promise<void>;
}

/** The most operations that a page reads by id at the same time. If more are due, the others are read later or not at all. */
export const mostReadsAtOnce = 20;
/** The most pages of a list that are read, and how many rows a page has. */
const mostListPages = 10;
const pageSize = 200;

/** Reads single operations from the gateway's record, and the lists of what is open and what is unseen. */
export function createRowReads({ client, clock, rows, onAnswer, onLists }: ReadContext) {
  const state = {
    /** When the last reading of the lists began (monotonic ms). */
    readAt: -Infinity,
    /** How often the stream has begun anew. Each time leaves a gap, in which changes may have been missed. */
    gaps: 0,
    /** How many of these gaps the last reading of the lists covers; -1 before the first reading. */
    coveredGaps: -1,
    /** When the gateway last lost rows, as by the restore of a backup (epoch ms of its clock). */
    forgotAt: -Infinity,
    reading: undefined as Promise<void> | undefined,
  };
  /** Ids of operations whose rows neither the lists nor the stream keep up to date. They are read in rounds. */
  const unlisted = new Set<string>();

  /** When each open or unlisted operation was read or received last (monotonic ms): `Infinity` while it is being read. */
  const askedAt = new Map<string, number>();
  const noteAsked = (id: string) => {
    const shown = rows.get(id);
    if (shown && (isOpen(shown) || unlisted.has(id))) askedAt.set(id, clock.monotonic());
    else askedAt.delete(id);
  };

  /** Reads one operation from the gateway. Returns true if the caller need not read it again for now. Never rejects. */
  const ask = async (id: string): Promise<boolean> => {
    askedAt.set(id, Infinity);
    const at = clock.now();
    try {
      const { operation, now, knownForMs, state: known } = await client.getOperation(id);
      rows.setTime(now, at);
      if (operation) rows.take(operation, now === undefined ? {} : { forgotAt: now - knownForMs });
      else if (known === 'not-seen') rows.lose(id);
      onAnswer();
      return true;
    } catch (error) {
      // If the caller may no longer see an operation of another till, the page removes it.
      const isHidden = error instanceof PaymentsError && error.refusal?.code === 'not-yours' && rows.hide(id);
      if (!isHidden) onAnswer(error);
      return isHidden || isUnreadableRowError(error);
    } finally {
      noteAsked(id);
    }
  };

  const readBoth = async () => {
    state.readAt = clock.monotonic();
    const { gaps } = state;
    const readAt = rows.gatewayNow();
    // Collected before the lists are read: an operation that begins later may be missing from them without being
    // outdated.
    const standing = rows.list({ standing: true }).flatMap(({ id }) => (rows.rowOf(id) ? id : []));
    const doubted = rows.heardBefore(state.forgotAt);
    // If `noteUnlisted` adds an id while the lists are read, the id stays unlisted until they are read again.
    const before = [...unlisted];
    try {
      const listed = [
        ...(await listAll(client, { open: true })),
        ...(await listAll(client, { unseen: true })),
      ];
      onAnswer();
      rows.batch(() => listed.forEach((row) => rows.take(row, { readAt })));
      const found = new Map(listed.map((row) => [row.id, row]));
      const left = [...new Set([...standing, ...found.keys(), ...doubted])].filter((id) =>
        isOutdated(found.get(id), rows.rowOf(id)),
      );
      const asked = await Promise.all(left.slice(0, mostReadsAtOnce).map(ask));
      const isWhole = left.slice(mostReadsAtOnce).every((id) => !doubted.includes(id));
      if (asked.every(Boolean) && isWhole) state.coveredGaps = gaps;
      [...before, ...found.keys()].forEach((id) => unlisted.delete(id));
      left
        .filter((id, index) => !found.has(id) || index >= mostReadsAtOnce)
        .forEach((id) => unlisted.add(id));
      void onLists(true);
    } catch (error) {
      // The gap counts as covered if a row cannot be read, because another reading would contain the same row.
      if (isUnreadableRowError(error)) state.coveredGaps = gaps;
      onAnswer(error);
      void onLists(false);
    }
  };

  return {
    ask,
    askedAt: (id: string) => askedAt.get(id) ?? -Infinity,
    /** Makes every operation due for reading. Those being read are not read twice, because the browser has few connections. */
    forgetAsked: () => askedAt.forEach((at, id) => at < Infinity && askedAt.delete(id)),
    stop: rows.onRow(noteAsked),
    /** Reads the lists of open and of unseen operations, then by id those that are missing or outdated there. Never rejects. */
    readLists: (): Promise<void> =>
      (state.reading ??= readBoth().finally(() => {
        state.reading = undefined;
      })),
    isReadingLists: () => state.reading !== undefined,
    listsReadAt: () => state.readAt,
    /** Makes the lists due for reading, because the stream began anew. Rows from before `forgotAt` are read again. */
    addGap(forgotAt: number) {
      state.gaps += 1;
      state.forgotAt = forgotAt;
    },
    isBehind: () => state.coveredGaps < state.gaps,
    isUnlisted: (id: string) => unlisted.has(id),
    noteUnlisted: (id: string) => void unlisted.add(id),
    noteStreamed: (id: string) => void unlisted.delete(id),
  };
}

/** Whether a list lacks the shown row or has an older one, because the stream was quicker or a backup was restored. */
const isOutdated = (row: RecordedOperation | undefined, shown: RecordedOperation | undefined) =>
  !row || (shown !== undefined && (row.seq < shown.seq || differsAtSameSeq(row, shown)));

async function listAll(
  client: Pick<GatewayClient, 'listOperations'>,
  by: { open: true } | { unseen: true },
): Promise<RecordedOperation[]> {
  const found: RecordedOperation[] = [];
  for (let count = 0, cursor: string | undefined; count < mostListPages; count += 1) {
    const page: RecordPage<RecordedOperation> = await client.listOperations({
      ...by,
      limit: pageSize,
      cursor,
    });
    found.push(...page.items);
    if (page.cursor === undefined) break;
    cursor = page.cursor;
  }
  return found;
}
