'use client';
import { useCallback, useMemo, useState } from 'react';
import type { MessageState } from '../core/polling/messageState.ts';
import type { CheckNowResult } from '../core/polling/messageWatcher.ts';
import { useTerminalOperations } from './useOperations.ts';
import { trackFields, useSnapshot } from './useSnapshot.ts';

const shownFields = [
  'status',
  'isFinal',
  'message',
  'connection',
  'error',
  'lastCheckedAt',
  'nextCheckAt',
] as const satisfies readonly (keyof MessageState)[];

type ShownState = Pick<MessageState, (typeof shownFields)[number]>;

export type UsePollMessageResult = ShownState & {
  /** Polls at once, if the poll budget allows it. */
  checkNow: () => CheckNowResult;
};

export interface UsePollMessageOptions {
  /** When the service accepted the message (epoch ms). A later change of this option has no effect. */
  acceptedAt?: number | undefined;
  /** The provider of the terminal, if the service's paths depend on it. Not needed for an operation of this page. */
  provider?: string | undefined;
}

const unwatched: MessageState = {
  msgIdentifier: '',
  isFinal: false,
  connection: 'ok',
  failures: 0,
  missing: 0,
};

/**
 * Polls any message id and returns its status as the service gives it. After a timeout an operation is `unknown`, but this
 * status stays `timeout`. Slow polls go on (without a gateway for about five minutes), and a late result replaces the
 * status. The component renders again only when a field that was read has changed.
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
    // oxlint-disable-next-line react/exhaustive-deps -- once per message: another acceptedAt in a later render does not watch again
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
