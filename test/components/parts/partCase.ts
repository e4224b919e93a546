import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createPaymentsClient, defineService } from 'tillkit/core';
import type { Harness, HarnessOptions } from '../../harness.tsx';

export interface PartCase {
  /** The element it renders. */
  tag: string;
  /** What it must be given. */
  props?: object;
  /** What it stands in. */
  inside?: (part: ReactNode) => ReactNode;
  harness?: HarnessOptions;
  /** What came before. */
  arrange?: (harness: Harness) => Promise<unknown>;
  /** Brings about what it shows. */
  prepare?: (user: UserEvent, harness: Harness) => Promise<void>;
}

export const press = (name: string | RegExp) => async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name }));

/** A service that gives everything the same answer. */
export const answering = (answer: () => Response): HarnessOptions => ({
  provider: {
    client: createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
      fetcher: () => Promise.resolve(answer()),
    }),
  },
});
