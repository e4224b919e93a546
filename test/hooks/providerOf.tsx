import type { ReactNode } from 'react';
import { PaymentsProvider, type PaymentsProviderProps } from 'tillkit';

/** The provider around a hook that is tested, as a host mounts it: in dollars, unless `props` name another currency. */
export const providerOf =
  (props: Omit<PaymentsProviderProps, 'currency' | 'children'> & { currency?: string }) =>
  ({ children }: { children?: ReactNode }) => (
    <PaymentsProvider currency="USD" {...props}>
      {children}
    </PaymentsProvider>
  );
