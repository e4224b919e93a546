// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import {
  type CreatePaymentLinkPhase,
  type LinkSearch,
  useCreatePaymentLink,
  type UseCreatePaymentLinkOptions,
  type UseCreatePaymentLinkResult,
  type PaymentLinkColumn,
} from 'tillkit';
import {
  useLinkEntry,
  useLinkShare,
  useLinkShareContext,
  type UseLinkShareOptions,
  type UseLinkShareResult,
  useListedLink,
  usePaymentLinkFormContext,
  usePaymentLinkList,
  usePaymentLinkListContext,
  type UsePaymentLinkListResult,
} from 'tillkit/parts';
import {
  type CreatePaymentLinkRequest,
  type LinkOutcome,
  type PaymentLink,
  type PaymentsError,
} from 'tillkit/core';
import { describe, expectTypeOf, test } from 'vitest';

describe('useCreatePaymentLink', () => {
  test('takes a key, or nothing', () => {
    expectTypeOf<UseCreatePaymentLinkOptions>().toEqualTypeOf<{ flowKey?: string | undefined }>();
    expectTypeOf(useCreatePaymentLink).returns.toEqualTypeOf<UseCreatePaymentLinkResult>();
    // @ts-expect-error -- no mutation is behind it, so nothing can send it again
    useCreatePaymentLink({ mutation: { retry: 3 } });
  });

  test('tells six phases, of which four end it', () => {
    expectTypeOf<CreatePaymentLinkPhase>().toEqualTypeOf<
      'idle' | 'sending' | 'created' | 'created-unconfirmed' | 'rejected' | 'unknown'
    >();
    expectTypeOf<LinkOutcome['phase']>().toEqualTypeOf<Exclude<CreatePaymentLinkPhase, 'idle' | 'sending'>>();
    expectTypeOf(useCreatePaymentLink().phase).toEqualTypeOf<CreatePaymentLinkPhase>();
    // @ts-expect-error -- a link without an answer is `unknown`
    void (useCreatePaymentLink().phase === 'failed');
  });

  test('says whether it is being sent', () => {
    expectTypeOf(useCreatePaymentLink().isPending).toEqualTypeOf<boolean>();
  });

  test('has a link and an error that may be missing in any phase', () => {
    const { link, error } = useCreatePaymentLink();
    expectTypeOf(link).toEqualTypeOf<PaymentLink | undefined>();
    expectTypeOf(error).toEqualTypeOf<PaymentsError | undefined>();
  });

  test('creates from an amount on, and gives an outcome or, while one is under way, nothing', () => {
    const { create } = useCreatePaymentLink();
    expectTypeOf(create).toEqualTypeOf<
      (input: CreatePaymentLinkRequest) => Promise<LinkOutcome | undefined>
    >();
    void create({ amount: 1250 });
    void create({ amount: 1250, taxes: 90, customValues: [{ key: 'order', value: 'A-1' }] });
    void create({ amount: 1250, taxes: ['vat'], attachments: [{ path: 'a/1' }], applyDiscount: true });
    // @ts-expect-error -- a link has a sum
    void create({ taxes: 90 });
    // @ts-expect-error -- ids of taxes are texts
    void create({ amount: 1250, taxes: [90] });
    // @ts-expect-error -- a file goes through the upload first
    void create({ amount: 1250, attachments: [new File([], 'a.pdf').name] });
    // @ts-expect-error -- the currency is the merchant's
    void create({ amount: 1250, currency: 'EUR' });
  });

  test('tells what the list said, by its status', () => {
    const { look, search } = useCreatePaymentLink();
    expectTypeOf(look).toEqualTypeOf<() => Promise<LinkSearch | undefined>>();
    expectTypeOf<LinkSearch['status']>().toEqualTypeOf<'reading' | 'read' | 'not-read'>();
    // @ts-expect-error -- before the list is read there is nothing to choose from
    void search?.candidates;
    if (search?.status === 'read') expectTypeOf(search.candidates).toEqualTypeOf<readonly PaymentLink[]>();
    // @ts-expect-error -- one that could not be read has none
    if (search?.status === 'not-read') void search.candidates;
  });

  test('confirms a link that a person has seen, not an id', () => {
    const { confirm, reset } = useCreatePaymentLink();
    expectTypeOf(confirm).toEqualTypeOf<(link: PaymentLink) => void>();
    expectTypeOf(reset).toEqualTypeOf<() => void>();
    // @ts-expect-error -- the list knows the links
    confirm('PL-1001');
  });
});

describe('useLinkShare', () => {
  test('needs an address, which a link may not have', () => {
    expectTypeOf<keyof UseLinkShareOptions>().toEqualTypeOf<'address' | 'labels'>();
    const link: PaymentLink = { id: '1', customValues: [], raw: null };
    // @ts-expect-error -- it has to be looked at first
    useLinkShare({ address: link.paymentLink });
    if (link.paymentLink !== undefined) useLinkShare({ address: link.paymentLink });
    // @ts-expect-error -- what is shared has to be said
    useLinkShare();
  });

  test('gives actions that take nothing', () => {
    const share = useLinkShare({ address: 'https://pay.example/1' });
    expectTypeOf(share).toEqualTypeOf<UseLinkShareResult>();
    expectTypeOf(share.copy).toEqualTypeOf<() => Promise<void>>();
    expectTypeOf(share.share).toEqualTypeOf<() => Promise<void>>();
    expectTypeOf(share.isCopied).toEqualTypeOf<boolean>();
    expectTypeOf(share.hint).toEqualTypeOf<string | undefined>();
    expectTypeOf(share.setIsQrShown).toEqualTypeOf<(isShown: boolean) => void>();
  });

  test('is what the parts read', () => {
    expectTypeOf(useLinkShareContext()).toEqualTypeOf<UseLinkShareResult>();
  });
});

describe('usePaymentLinkList', () => {
  test('takes columns of its own and of the host, told apart by what they need', () => {
    const columns: PaymentLinkColumn[] = [
      'amount',
      { id: 'reference', label: 'Order' },
      { id: 'status', render: ({ paid }) => (paid === true ? 'yes' : 'no') },
      { id: 'mine', label: 'Mine', render: ({ raw }) => String(raw), text: ({ id }) => id },
    ];
    usePaymentLinkList({ columns, limit: 10, labels: { csvFile: (page) => `${page}.csv` } });
    // @ts-expect-error -- no column of the list has that name
    usePaymentLinkList({ columns: ['total'] });
    // @ts-expect-error -- one of the host's needs a name
    usePaymentLinkList({ columns: [{ id: 'mine', render: () => null }] });
    // @ts-expect-error -- and something to show
    usePaymentLinkList({ columns: [{ id: 'mine', label: 'Mine' }] });
    // @ts-expect-error -- the page is turned by `setPage`
    usePaymentLinkList({ page: 2 });
  });

  test('tells a list that loads from one that is empty', () => {
    const list = usePaymentLinkList();
    expectTypeOf(list).toEqualTypeOf<UsePaymentLinkListResult>();
    expectTypeOf(list.links).toEqualTypeOf<readonly PaymentLink[] | undefined>();
    expectTypeOf(list.error).toEqualTypeOf<PaymentsError | null>();
    expectTypeOf(list.download).toEqualTypeOf<(() => void) | undefined>();
    // @ts-expect-error -- while there is nothing to save there is nothing to press
    list.download();
    expectTypeOf(list.setPage).toEqualTypeOf<(page: number) => void>();
    expectTypeOf(list.setShared).toEqualTypeOf<(link: PaymentLink | undefined) => void>();
    expectTypeOf(list.isNew).toEqualTypeOf<(link: PaymentLink) => boolean>();
  });

  test('is what the parts read, a row with its link', () => {
    expectTypeOf(usePaymentLinkListContext()).toEqualTypeOf<UsePaymentLinkListResult>();
    const { link, isNew, cellId } = useListedLink();
    expectTypeOf(link).toEqualTypeOf<PaymentLink>();
    expectTypeOf(isNew).toEqualTypeOf<boolean>();
    expectTypeOf(cellId).toEqualTypeOf<(columnId: string) => string>();
  });
});

describe('a form for a link', () => {
  test('gives its parts the creation it is about', () => {
    const { creation, startOver, isCreated, onLinkCreated } = usePaymentLinkFormContext();
    expectTypeOf(creation).toEqualTypeOf<UseCreatePaymentLinkResult>();
    expectTypeOf(startOver).toEqualTypeOf<() => void>();
    expectTypeOf(isCreated).toEqualTypeOf<boolean>();
    expectTypeOf(onLinkCreated).toEqualTypeOf<
      ((link: PaymentLink | null, details: Pick<LinkOutcome, 'sentAmountCents'>) => void) | undefined
    >();
  });

  test('gives them what is filled in, and how to send it', () => {
    const { form, submit, uploads, isSending, isUnknown, atTop } = useLinkEntry();
    expectTypeOf(form.getValues().amountCents).toEqualTypeOf<number | null>();
    expectTypeOf(uploads.getSnapshot()).toExtend<
      readonly { attachments?: readonly object[] | undefined }[]
    >();
    // @ts-expect-error -- no field of the form has that name
    form.getValues('amount');
    expectTypeOf(submit.confirm).toEqualTypeOf<(link: PaymentLink) => void>();
    expectTypeOf(submit.amount).toEqualTypeOf<string>();
    expectTypeOf(isSending).toEqualTypeOf<boolean>();
    expectTypeOf(isUnknown).toEqualTypeOf<boolean>();
    expectTypeOf(atTop).toEqualTypeOf<readonly string[]>();
  });
});
