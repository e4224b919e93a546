// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PaymentsProvider, type PaymentsProviderProps } from 'tillkit';
import {
  createPaymentsClient,
  getTerminalOperations,
  type PaymentLink,
  type Phase,
  type PaymentsEvent,
  type PaymentsEventListener,
  type ResolutionBasis,
  type TerminalOperation,
  type TerminalOperations,
} from 'tillkit/core';
import { de } from 'tillkit/locales/de';
import { createSandbox, createSandboxPayments } from 'tillkit/sandbox';
import { describe, expectTypeOf, test } from 'vitest';

const client = createPaymentsClient({ baseUrl: '/api/payments' });
/** What is rendered here is compiled, never mounted. */
const shown: ReactNode[] = [];
const show = (...elements: ReactNode[]) => void shown.push(...elements);

describe('PaymentsProvider', () => {
  test('needs a client and a currency, and nothing else', () => {
    show(<PaymentsProvider client={client} currency="USD" />);
    // @ts-expect-error -- sums have a currency
    show(<PaymentsProvider client={client} />);
    // @ts-expect-error -- a service has to be asked
    show(<PaymentsProvider currency="USD" />);
    // @ts-expect-error -- a client is made by `createPaymentsClient`
    show(<PaymentsProvider client={{ baseUrl: '/api/payments' }} currency="USD" />);
  });

  test('takes the rest, each of it undefined too', () => {
    show(
      <PaymentsProvider
        client={client}
        currency="EUR"
        locale="de-DE"
        timeZone={undefined}
        labels={de}
        queryClient={new QueryClient()}
        operations={getTerminalOperations(client, { scopeKey: 'ann' })}
        scopeKey="ann"
        warnOnLeave={false}
        onEvent={({ type }) => void type.length}
      >
        text
      </PaymentsProvider>,
    );
    expectTypeOf<PaymentsProviderProps['operations']>().toEqualTypeOf<TerminalOperations | undefined>();
    expectTypeOf<PaymentsProviderProps['onEvent']>().toEqualTypeOf<PaymentsEventListener | undefined>();
    // @ts-expect-error -- a locale is a name, not a list of them
    show(<PaymentsProvider client={client} currency="EUR" locale={['de', 'en']} />);
    // @ts-expect-error -- words are a catalogue, not a language
    show(<PaymentsProvider client={client} currency="EUR" labels="de" />);
  });

  test('takes what a sandbox makes', () => {
    const { client: sandboxClient, operations } = createSandboxPayments();
    show(<PaymentsProvider client={sandboxClient} operations={operations} currency="USD" />);
    const { baseUrl, fetch } = createSandbox({ scenario: 'lost-answer' });
    createPaymentsClient({ baseUrl, fetcher: fetch });
    // @ts-expect-error -- no such scenario
    createSandbox({ scenario: 'lost-anser' });
  });
});

describe('an event', () => {
  test('is told apart by its type', () => {
    expectTypeOf<PaymentsEvent['type']>().toEqualTypeOf<
      | 'operation'
      | 'anomaly'
      | 'unresolved'
      | 'resolved'
      | 'needs-auth'
      | 'slowed'
      | 'link-created'
      | 'link-unknown'
      | 'order-paid'
    >();
  });

  test('has what belongs to its type, and only then', () => {
    const listener: PaymentsEventListener = (event) => {
      expectTypeOf(event.eventId).toEqualTypeOf<string>();
      expectTypeOf(event.at).toEqualTypeOf<number>();
      expectTypeOf(event.operation).toEqualTypeOf<TerminalOperation | undefined>();
      // @ts-expect-error -- not every event has a phase
      void event.to;
      switch (event.type) {
        case 'operation':
          expectTypeOf(event.from).toEqualTypeOf<Phase | undefined>();
          expectTypeOf(event.to).toEqualTypeOf<Phase>();
          break;
        case 'resolved':
          expectTypeOf(event.charged).toEqualTypeOf<boolean>();
          expectTypeOf(event.basis).toEqualTypeOf<ResolutionBasis>();
          expectTypeOf(event.note).toEqualTypeOf<string | undefined>();
          break;
        case 'link-created':
          expectTypeOf(event.link).toEqualTypeOf<Omit<PaymentLink, 'customValues' | 'raw'> | null>();
          // @ts-expect-error -- what a customer is called goes into no event
          void event.link?.customValues;
          break;
        case 'link-unknown':
          // @ts-expect-error -- it is unknown
          void event.link;
          break;
        case 'anomaly':
          expectTypeOf(event.kind).toEqualTypeOf<string>();
          break;
        case 'order-paid':
          expectTypeOf(event.order.paidCents).toEqualTypeOf<number>();
          break;
        case 'slowed':
          expectTypeOf(event.until).toEqualTypeOf<number | undefined>();
          break;
        case 'unresolved':
        case 'needs-auth':
          break;
        default:
          expectTypeOf(event).toEqualTypeOf<never>();
      }
    };
    void listener;
  });

  test('is made by the kit, not by hosts', () => {
    // @ts-expect-error -- the phase it came to is missing
    const event: PaymentsEvent = { type: 'operation', eventId: '1', at: 0 };
    void event;
  });
});
