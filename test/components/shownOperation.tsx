import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentStatus, type PaymentStatusProps } from 'tillkit';
import type { TerminalOperation, TerminalOperations } from 'tillkit/core';
import { vi } from 'vitest';
import { waitingSale } from '../core/operations/waitingSale.ts';
import { createHarness, type HarnessOptions } from '../harness.tsx';

/** When the harness's clock begins. */
export const begin = Date.UTC(2026, 0, 15, 9, 30);

export interface ShownOptions {
  props?: Partial<PaymentStatusProps>;
  provider?: HarnessOptions['provider'];
  operations?: Partial<TerminalOperations>;
}

/** The status of an operation of which exactly this is known, by default a sale of $12.50 that is waited for. */
export function showOperation(patch: Partial<TerminalOperation> = {}, options: ShownOptions = {}) {
  const harness = createHarness();
  let current = waitingSale({ createdAt: begin, ...patch });
  const listeners = new Set<() => void>();
  const asked = {
    checkNow: vi.fn<TerminalOperations['checkNow']>(() => ({ asked: true, nextAllowedAt: begin })),
    stopWaiting: vi.fn<TerminalOperations['stopWaiting']>(),
    resolveUnknown: vi.fn<TerminalOperations['resolveUnknown']>(),
  };
  const operations: TerminalOperations = {
    ...harness.operations,
    get: (id) => (id === current.id ? current : undefined),
    canCheck: () => true,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ...asked,
    ...options.operations,
  };
  const { wrapper } = createHarness({ provider: { operations, ...options.provider } });
  const view = render(<PaymentStatus operationId={current.id} {...options.props} />, { wrapper });
  return {
    ...view,
    ...asked,
    user: userEvent.setup(),
    region: screen.getByRole('region', { name: 'Payment status' }),
    pass: (ms: number) => act(() => harness.advance(ms)),
    /** Something else is known of it now. */
    learn: (news: Partial<TerminalOperation>) =>
      act(() => {
        current = { ...current, ...news };
        for (const listener of listeners) listener();
      }),
  };
}
