// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import { QueryClient, type UseQueryResult } from '@tanstack/react-query';
import {
  useAllTerminals,
  type UseAllTerminalsOptions,
  type UseAllTerminalsResult,
  usePaymentLinks,
  type UsePaymentLinksOptions,
  type UsePaymentLinksResult,
  useTerminals,
  type UseTerminalsOptions,
  type UseTerminalsResult,
} from 'tillkit';
import {
  type Page,
  type PaymentLink,
  type PaymentsError,
  paymentsKeys,
  type PaymentsErrorCode,
  type Terminal,
} from 'tillkit/core';
import { describe, expectTypeOf, test } from 'vitest';

describe('the result', () => {
  test('is that of TanStack Query, with its names', () => {
    expectTypeOf<UseTerminalsResult>().toEqualTypeOf<UseQueryResult<Page<Terminal>, PaymentsError>>();
    expectTypeOf<UseAllTerminalsResult>().toEqualTypeOf<UseQueryResult<Terminal[], PaymentsError>>();
    expectTypeOf<UsePaymentLinksResult>().toEqualTypeOf<UseQueryResult<Page<PaymentLink>, PaymentsError>>();
    expectTypeOf(useTerminals).returns.toEqualTypeOf<UseTerminalsResult>();
    expectTypeOf(useAllTerminals).returns.toEqualTypeOf<UseAllTerminalsResult>();
    expectTypeOf(usePaymentLinks).returns.toEqualTypeOf<UsePaymentLinksResult>();
  });

  test('has data only once it was checked', () => {
    const terminals = useTerminals();
    expectTypeOf(terminals.data).toEqualTypeOf<Page<Terminal> | undefined>();
    // @ts-expect-error -- it may not be there yet
    void terminals.data.items;
    if (terminals.isSuccess) expectTypeOf(terminals.data.items).toEqualTypeOf<Terminal[]>();
    if (terminals.isPending) expectTypeOf(terminals.data).toEqualTypeOf<undefined>();
  });

  test('has an error of the kit, and no data, where the first read went wrong', () => {
    const links = usePaymentLinks();
    expectTypeOf(links.error).toEqualTypeOf<PaymentsError | null>();
    if (links.isLoadingError) {
      expectTypeOf(links.error.code).toEqualTypeOf<PaymentsErrorCode>();
      expectTypeOf(links.data).toEqualTypeOf<undefined>();
    }
    if (links.isRefetchError) expectTypeOf(links.data).toEqualTypeOf<Page<PaymentLink>>();
  });

  test('of all terminals is one list, whose first may be missing', () => {
    const { data = [] } = useAllTerminals();
    expectTypeOf(data).toEqualTypeOf<Terminal[]>();
    expectTypeOf(data[0]).toEqualTypeOf<Terminal | undefined>();
    expectTypeOf<Terminal['serialNumber']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Terminal['id']>().toEqualTypeOf<string>();
    // @ts-expect-error -- a list has no pages
    void useAllTerminals().data?.items;
  });

  test('of links has sums in cents, which may be missing', () => {
    const link = usePaymentLinks().data!.items[0]!;
    expectTypeOf(link.amountCents).toEqualTypeOf<number | undefined>();
    expectTypeOf(link.paymentLink).toEqualTypeOf<string | undefined>();
    // @ts-expect-error -- a sum on the wire has another unit
    void link.amount;
  });
});

describe('the options', () => {
  test('name a page, how much is on it, and what the query does', () => {
    expectTypeOf<keyof UseTerminalsOptions>().toEqualTypeOf<'page' | 'limit' | 'timeZone' | 'query'>();
    expectTypeOf<keyof UsePaymentLinksOptions>().toEqualTypeOf<'page' | 'limit' | 'query'>();
    expectTypeOf<keyof UseAllTerminalsOptions>().toEqualTypeOf<'query'>();
    expectTypeOf<UseTerminalsOptions['page']>().toEqualTypeOf<number | undefined>();
    useTerminals({ page: 2, limit: undefined, timeZone: 'Europe/Zurich' });
    // @ts-expect-error -- a page is a number
    useTerminals({ page: '2' });
    // @ts-expect-error -- links have no time zone
    usePaymentLinks({ timeZone: 'UTC' });
    // @ts-expect-error -- all pages have no page
    useAllTerminals({ page: 1 });
  });

  test('pass those of TanStack Query on under one key', () => {
    useTerminals({ query: { enabled: false, staleTime: 0, refetchInterval: 60_000, gcTime: Infinity } });
    useAllTerminals({ query: { refetchOnWindowFocus: true, placeholderData: [] } });
    usePaymentLinks({ query: undefined });
    // @ts-expect-error -- not beside the others
    useTerminals({ enabled: false });
    // @ts-expect-error -- a time is a number
    useTerminals({ query: { staleTime: 'always' } });
  });

  test('leave the key and the request to the kit', () => {
    // @ts-expect-error -- hosts find the key in `paymentsKeys`
    useTerminals({ query: { queryKey: ['mine'] } });
    // @ts-expect-error -- what is asked is what the contract says
    useTerminals({ query: { queryFn: () => Promise.resolve([]) } });
    // @ts-expect-error -- of links too
    usePaymentLinks({ query: { queryKey: ['mine'] } });
    // @ts-expect-error -- and of all terminals
    useAllTerminals({ query: { queryFn: () => Promise.resolve([]) } });
  });

  test('know the data and the errors of their list', () => {
    useTerminals({
      query: {
        retry: (failures, error) => {
          expectTypeOf(failures).toEqualTypeOf<number>();
          expectTypeOf(error).toEqualTypeOf<PaymentsError>();
          return error.isRetryable;
        },
        select: (page) => {
          expectTypeOf(page).toEqualTypeOf<Page<Terminal>>();
          return page;
        },
      },
    });
    usePaymentLinks({
      query: {
        select: (page) => ({ ...page, items: page.items.filter(({ paid }) => paid === true) }),
        throwOnError: ({ code }) => code === 'configuration',
        placeholderData: (before) => {
          expectTypeOf(before).toEqualTypeOf<Page<PaymentLink> | undefined>();
          return before;
        },
      },
    });
    useAllTerminals({ query: { select: (terminals) => terminals.filter(({ model }) => model === 'A1') } });
    // @ts-expect-error -- what is shown is a list still
    useAllTerminals({ query: { select: (terminals) => terminals.length } });
    // @ts-expect-error -- a list of the others is none
    usePaymentLinks({ query: { placeholderData: { items: [{ id: '1', name: 'Till' }], total: 1 } } });
  });
});

test('the keys are those that a query client is told', () => {
  const queryClient = new QueryClient();
  void queryClient.invalidateQueries({ queryKey: paymentsKeys.paymentLinks('/api/payments') });
  void queryClient.invalidateQueries({ queryKey: paymentsKeys.terminals('/api', { page: 2, limit: 25 }) });
  void queryClient.invalidateQueries({ queryKey: paymentsKeys.all });
  expectTypeOf(paymentsKeys.all).toEqualTypeOf<readonly ['tillkit']>();
  expectTypeOf(paymentsKeys.allTerminals).parameters.toEqualTypeOf<
    [baseUrl: string, clientId?: string | undefined]
  >();
  // @ts-expect-error -- which service has to be said
  paymentsKeys.terminals();
  // @ts-expect-error -- a key holds nothing that is not asked
  paymentsKeys.paymentLinks('/api', { authorization: 'secret' });
});
