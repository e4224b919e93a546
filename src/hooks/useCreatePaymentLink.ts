'use client';
import { useCallback, useRef, useState } from 'react';
import { paymentsKeys } from '../core/client/paymentsKeys.ts';
import type { CreatePaymentLinkRequest } from '../core/contract/createPaymentLinkRequest.ts';
import type { PaymentLink } from '../core/contract/paymentLink.ts';
import type { PaymentsError } from '../core/errors/PaymentsError.ts';
import { createLinkOnce, type LinkOutcome } from '../core/links/createLinkOnce.ts';
import { createOperationId } from '../core/operations/operationId.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

export type CreatePaymentLinkPhase = 'idle' | 'sending' | LinkOutcome['phase'];

export interface UseCreatePaymentLinkResult {
  phase: CreatePaymentLinkPhase;
  link?: PaymentLink | undefined;
  /** Why it was rejected, or is unknown. */
  error?: PaymentsError | undefined;
  /** Sends one request; a second press while it is under way does nothing. Never rejects, never sends again by itself. */
  create: (input: CreatePaymentLinkRequest) => Promise<LinkOutcome | undefined>;
  reset: () => void;
}

type State = { phase: 'idle' | 'sending' } | LinkOutcome;

/**
 * Creates a payment link, once a press.
 *
 * @example
 * const { phase, link, create } = useCreatePaymentLink();
 */
export function useCreatePaymentLink(): UseCreatePaymentLinkResult {
  const { client, queryClient, operations, emit } = usePaymentsContext();
  const [state, setState] = useState<State>({ phase: 'idle' });
  const isSending = useRef(false);

  const create = useCallback(
    async (input: CreatePaymentLinkRequest) => {
      if (isSending.current) return undefined;
      isSending.current = true;
      setState({ phase: 'sending' });
      const outcome = await createLinkOnce(client, input);
      isSending.current = false;
      setState(outcome);
      const event = { eventId: createOperationId(), at: operations.clock.now() };
      if (outcome.phase === 'unknown') emit({ ...event, type: 'link-unknown' });
      else if (outcome.phase !== 'rejected')
        emit({ ...event, type: 'link-created', link: outcome.link ?? null });
      if (outcome.phase !== 'rejected') {
        void queryClient.invalidateQueries({ queryKey: paymentsKeys.paymentLinks(client.options.baseUrl) });
      }
      return outcome;
    },
    [client, queryClient, operations, emit],
  );
  const reset = useCallback(() => {
    if (!isSending.current) setState({ phase: 'idle' });
  }, []);
  return { ...state, create, reset };
}
