'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { MessageState } from '../core/polling/messageState.ts';
import type { CheckResult } from '../core/polling/messageWatcher.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

export type UsePollMessageResult = Pick<
  MessageState,
  'status' | 'isFinal' | 'message' | 'connection' | 'error' | 'lastCheckedAt' | 'nextCheckAt'
> & {
  /** Asks out of turn, within the poll budget. */
  checkNow(): CheckResult;
};

const unwatched: MessageState = {
  msgIdentifier: '',
  isFinal: false,
  connection: 'ok',
  failures: 0,
  missing: 0,
};

/**
 * The result of any message id, asked for until it is final. `timeout` stays `timeout` here.
 *
 * @example
 * const { status, isFinal } = usePollMessage(msgIdentifier);
 */
export function usePollMessage(msgIdentifier: string | undefined): UsePollMessageResult {
  const { operations } = usePaymentsContext();
  const watch = useMemo(
    () => (msgIdentifier === undefined ? nothing : operations.watch(msgIdentifier)),
    [operations, msgIdentifier],
  );
  const state = useSyncExternalStore(watch.subscribe, watch.getSnapshot, () => unwatched);
  const checkNow = () =>
    msgIdentifier === undefined
      ? { asked: false, nextAllowedAt: Infinity }
      : operations.checkMessageNow(msgIdentifier);
  const { status, isFinal, message, connection, error, lastCheckedAt, nextCheckAt } = state;
  return { status, isFinal, message, connection, error, lastCheckedAt, nextCheckAt, checkNow };
}

const nothing = { subscribe: () => () => undefined, getSnapshot: () => unwatched };
