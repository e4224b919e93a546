import { act, renderHook, waitFor } from '@testing-library/react';
import { useCreatePaymentLink, usePaymentLinks, useUploadAttachments } from 'tillkit';
import type { PaymentsEvent } from 'tillkit/core';
import { expect, test } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';

function render(options: HarnessOptions = {}) {
  const events: PaymentsEvent[] = [];
  const harness = createHarness({ ...options, provider: { onEvent: (event) => void events.push(event) } });
  const view = renderHook(
    () => ({ upload: useUploadAttachments(), creation: useCreatePaymentLink(), list: usePaymentLinks() }),
    { wrapper: harness.wrapper },
  );
  const until = (check: () => void) =>
    waitFor(async () => {
      await act(() => harness.advance(100));
      check();
    });
  const sent = (operation: string) =>
    harness.sandbox.ledger.requests.filter((request) => request.operation === operation);
  return { ...harness, ...view, events, until, sent };
}

test('two files, one of them after a retry, and the link they go with: each is sent once', async () => {
  const { result, until, sent, sandbox } = render();
  act(() => result.current.upload.add([new File(['one'], 'one.txt'), new File(['two'], 'fails-once.txt')]));
  await until(() => expect(result.current.upload.files[1]?.status).toBe('failed'));
  act(() => result.current.upload.retry(result.current.upload.files[1]?.id ?? ''));
  await until(() => expect(result.current.upload.attachments).toHaveLength(2));

  const { attachments } = result.current.upload;
  act(() => void result.current.creation.create({ amount: 1250, showBilling: true, attachments }));
  await until(() => expect(result.current.creation.phase).toBe('created'));
  expect(sent('uploadAttachments')).toHaveLength(3);
  expect(sent('createPaymentLink')).toHaveLength(1);
  expect(sent('createPaymentLink')[0]?.body).toMatchObject({
    amount: 1250,
    showBilling: true,
    applyDiscount: false,
    customValues: [],
    attachments,
  });
  expect(sandbox.ledger.links).toHaveLength(1);
});

test('a second press while it is under way sends nothing', async () => {
  const { result, until, sent, events } = render();
  let second: Promise<unknown> = Promise.resolve('never called');
  act(() => {
    void result.current.creation.create({ amount: 100 });
    second = result.current.creation.create({ amount: 100 });
  });
  await until(() => expect(result.current.creation.phase).toBe('created'));
  expect(await second).toBeUndefined();
  expect(sent('createPaymentLink')).toHaveLength(1);
  expect(events.map(({ type }) => type)).toEqual(['link-created']);
});

test('the list shows the new link without being asked', async () => {
  const { result, until } = render();
  await until(() => expect(result.current.list.data?.total).toBe(3));
  act(() => void result.current.creation.create({ amount: 4242 }));
  await until(() => expect(result.current.list.data?.items[0]?.amountCents).toBe(4242));
});

test('F92: a lost answer is unknown, said to the host, and never sent again by itself', async () => {
  const { result, until, sent, sandbox, advance, events } = render();
  sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' });
  act(() => void result.current.creation.create({ amount: 100 }));
  await until(() => expect(result.current.creation.phase).toBe('unknown'));
  await act(() => advance(3_600_000));
  expect(sent('createPaymentLink')).toHaveLength(1);
  expect(events.map(({ type }) => type)).toEqual(['link-unknown']);

  act(() => result.current.creation.reset());
  expect(result.current.creation.phase).toBe('idle');
  expect(result.current.creation.error).toBeUndefined();
});

test('a refusal names the field it is about', async () => {
  const { result, until, sandbox } = render();
  const customValues = [{ key: 'not-configured', value: 'x' }];
  act(() => void result.current.creation.create({ amount: 100, customValues }));
  await until(() => expect(result.current.creation.phase).toBe('rejected'));
  expect(result.current.creation.error).toMatchObject({ status: 422, field: 'customValues[0].key' });
  expect(sandbox.ledger.links).toEqual([]);
});

test('what the contract forbids is refused before it is sent', async () => {
  const { result, until, sent } = render();
  act(() => void result.current.creation.create({ amount: 12.5 }));
  await until(() => expect(result.current.creation.phase).toBe('rejected'));
  expect(result.current.creation.error).toMatchObject({ code: 'invalid-input', field: 'amount' });
  expect(sent('createPaymentLink')).toEqual([]);
});
