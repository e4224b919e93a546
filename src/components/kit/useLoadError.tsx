'use client';
import { type ReactNode, useEffect } from 'react';
import type { PaymentsError } from '../../core/errors.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface LoadError {
  error: PaymentsError | null;
  /** Whether the load failed. Default: whether there is an `error`. */
  hasFailed?: boolean | undefined;
  labels: { notLoaded: string; tryAgain: string };
  isFetching: boolean;
  refetch: () => void;
  /** Shown below the sentence. Default: what the service said. */
  children?: ReactNode;
}

/** Props of a part that shows and announces a failed load, with a button to try again. Undefined without a failure. */
export function useLoadError({
  error,
  hasFailed = error !== null,
  labels,
  isFetching,
  refetch,
  children = error?.serviceMessage !== undefined && (
    <p className="tillkit-hint">
      <bdi>{error.serviceMessage}</bdi>
    </p>
  ),
}: LoadError) {
  const { announce } = usePaymentsContext();
  const { notLoaded, tryAgain } = labels;
  useEffect(() => {
    if (hasFailed) announce(notLoaded);
  }, [hasFailed, announce, notLoaded]);
  if (!hasFailed) return undefined;
  return {
    className: 'tillkit-notice',
    'data-tone': 'danger',
    children: (
      <>
        <Icon name="alert" />
        {children ? (
          <div>
            <p>{notLoaded}</p>
            {children}
          </div>
        ) : (
          <p>{notLoaded}</p>
        )}
        <Button
          className="tillkit-unprinted"
          data-size="small"
          aria-disabled={isFetching || undefined} // unlike `disabled`, keeps the focus
          onClick={isFetching ? undefined : refetch}
        >
          <Icon name="retry" />
          {tryAgain}
        </Button>
      </>
    ),
  };
}
