'use client';
import { useState } from 'react';
import type { Clock } from '../core/time.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

/**
 * Names the account and the operator. As a React key it begins a component anew for each, so that nothing that one
 * operator entered or saw is left for the next. A new client with the same options gives the same key.
 */
export function useOwnerKey(): string {
  const { client, ownOperations, scopeKey } = usePaymentsContext();
  const { baseUrl, clientId, budgetKey } = client.options;
  const scope = ownOperations ? ownOperations.scope : scopeKey;
  return JSON.stringify([baseUrl, clientId, budgetKey, client.hasRecord, scope]);
}

/** Calls `reset` in the first render for another account or operator. It may set states of the calling component only. */
export function useResetForOwner(reset: () => void): void {
  const owner = useOwnerKey();
  const [last, setLast] = useState(owner);
  if (last === owner) return;
  setLast(owner);
  reset();
}

const owners = /*#__PURE__*/ new WeakMap<Clock, Map<string, object>>();

/** The object that keys the state of one account and operator, as `useOwnerKey` names them. */
export function useOwner(): object {
  const { ownOperations, clock } = usePaymentsContext();
  const name = useOwnerKey();
  // The operations of a new client with the same options are another object, but have the same `ready`.
  if (ownOperations) return ownOperations.ready;
  // On a server, the pages of different users must not share state, so each call returns a new object.
  if (typeof window === 'undefined') return {};
  const byName = owners.get(clock) ?? new Map<string, object>();
  owners.set(clock, byName);
  const owner = byName.get(name) ?? {};
  byName.set(name, owner);
  return owner;
}
