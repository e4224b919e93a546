'use client';
import { useCallback, useMemo, useState } from 'react';
import type { MessageState } from '../core/polling/messageState.ts';
import type { CheckResult } from '../core/polling/messageWatcher.ts';
import { trackFields, useSnapshot, useTerminalOperations } from './useOperations.ts';

type ShownState = Pick<
  MessageState,
  'status' | 'isFinal' | 'message' | 'connection' | 'error' | 'lastCheckedAt' | 'nextCheckAt'
>;

export type UsePollMessageResult = ShownState & {
  /** Asks out of turn, within the poll budget. */
  checkNow: () => CheckResult;
};

export interface UsePollMessageOptions {
  /** When the service took the message (epoch ms), as far as known when it is first asked about. */
  acceptedAt?: number | undefined;
  /** Whose terminal it is, where paths depend on that. Not needed for an operation of this page, which knows. */
  provider?: string | undefined;
}

const shownFields: readonly (keyof ShownState)[] = [
  'status',
  'isFinal',
  'message',
  'connection',
  'error',
  'lastCheckedAt',
  'nextCheckAt',
];

const unwatched: MessageState = {
  msgIdentifier: '',
  isFinal: false,
  connection: 'ok',
  failures: 0,
  missing: 0,
};

/**
 * The result of any message id, asked for until it is final. `timeout` stays `timeout` here. It renders again only when a
 * field that was read has changed: leave out what is not shown.
 *
 * @example
 * const { status, isFinal } = usePollMessage(msgIdentifier);
 */
export function usePollMessage(
  msgIdentifier: string | undefined,
  { acceptedAt, provider }: UsePollMessageOptions = {},
): UsePollMessageResult {
  const operations = useTerminalOperations();
  const watch = useMemo(
    () => (msgIdentifier === undefined ? nothing : operations.watch(msgIdentifier, { acceptedAt, provider })),
    // oxlint-disable-next-line react/exhaustive-deps -- once a message: a time made anew in each render begins nothing anew
    [operations, msgIdentifier, provider],
  );
  const [fields] = useState(() => trackFields<ShownState>(shownFields));
  const state = useSnapshot<ShownState>(watch, serverState, fields.areAlike);
  const checkNow = useCallback(
    () =>
      msgIdentifier === undefined
        ? { asked: false, nextAllowedAt: Infinity }
        : operations.checkMessageNow(msgIdentifier),
    [operations, msgIdentifier],
  );
  return useMemo(() => Object.assign(fields.view(state), { checkNow }), [fields, state, checkNow]);
}

const serverState = () => unwatched;
const nothing = { subscribe: () => () => undefined, getSnapshot: serverState };
