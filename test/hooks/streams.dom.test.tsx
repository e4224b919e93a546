import { act, renderHook, waitFor } from '@testing-library/react';
import {
  usePollMessage,
  type UsePollMessageOptions,
  useUploadAttachments,
  type UseUploadAttachmentsOptions,
} from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

/** What an answer gives that takes as long as one of the sandbox. */
async function settled<Answer>(advance: (ms: number) => Promise<void>, answer: Promise<Answer>) {
  await advance(300);
  return answer;
}

describe('usePollMessage', () => {
  async function watch() {
    const harness = createHarness({ scenario: 'stuck-received' });
    const accept = async (terminalId: string) => {
      const accepted = harness.client.pay({ terminalId, amount: 1250, receipt: false });
      await harness.advance(300);
      return (await accepted).msgIdentifier;
    };
    const ids = [await accept('terminal-1'), await accept('terminal-2')] as const;
    const initialProps: { id: string | undefined } = { id: ids[0] };
    const view = renderHook(({ id }: typeof initialProps) => usePollMessage(id), {
      wrapper: harness.wrapper,
      initialProps,
    });
    const polls = (id: string) =>
      harness.sandbox.ledger.polls.filter(({ msgIdentifier }) => msgIdentifier === id).length;
    return { ...harness, ...view, ids, polls, pass: (ms: number) => act(() => harness.advance(ms)) };
  }

  test('asks out of turn on a press, or says when it can', async () => {
    const { result, pass, polls, ids, clock } = await watch();
    await pass(7 * 60_000); // by then it is asked about four times a minute at most
    const before = polls(ids[0]);
    let check = result.current.checkNow();
    // Its own turn may come in the moment that was told.
    for (let presses = 1; !check.asked && presses < 3; presses += 1) {
      expect(check.nextAllowedAt).toBeLessThan(Infinity);
      await pass(Math.max(0, check.nextAllowedAt - clock.now()));
      check = result.current.checkNow();
    }
    expect(check.asked).toBe(true);
    await pass(500);
    expect(polls(ids[0])).toBeGreaterThan(before);
    // Twice in a row is once too often.
    expect([result.current.checkNow().asked, result.current.checkNow().asked]).toContain(false);
  });

  test('asks under the provider it is told, and without one asks once, and then no more', async () => {
    const service = defineService({
      providers: ['north', 'south'],
      routes: { getProcessedMessage: { path: '/{provider}/messages/{messageId}' } },
    });
    const { client, sandbox, wrapper, advance } = createHarness({ scenario: 'stuck-received', service });
    const { items } = await settled(advance, client.listTerminals());
    const { id: terminalId, provider } = items[0]!;
    const sale = { terminalId, provider, amount: 1250, receipt: false };
    const { msgIdentifier } = await settled(advance, client.pay(sale));
    const { result, rerender } = renderHook(
      (options: UsePollMessageOptions) => usePollMessage(msgIdentifier, options),
      { wrapper, initialProps: {} },
    );
    await act(() => advance(60_000));
    expect(result.current.error).toMatchObject({ code: 'invalid-input', field: 'provider' });
    expect(result.current.nextCheckAt).toBeUndefined();
    expect(sandbox.ledger.polls).toHaveLength(0);
    rerender({ provider });
    await act(() => advance(10_000));
    expect(result.current.status).toBe('received');
    expect(result.current.error).toBeUndefined();
  });

  test('asks at once about what nothing is known of, and later about what was just accepted', async () => {
    const { ids, wrapper, polls, pass, client, clock } = await watch();
    const other = client.pay({ terminalId: 'terminal-3', amount: 1250, receipt: false });
    await pass(300);
    const id = (await other).msgIdentifier;
    const acceptedAt = clock.now();
    const { rerender } = renderHook(({ at }) => usePollMessage(id, { acceptedAt: at }), {
      wrapper,
      initialProps: { at: acceptedAt },
    });
    await pass(1500);
    expect(polls(ids[0])).toBeGreaterThan(0);
    expect(polls(id)).toBe(0);
    // A host may make the time anew in each render.
    rerender({ at: clock.now() });
    await pass(1500);
    expect(polls(id)).toBeGreaterThan(0);
  });

  test('has nothing to ask without an id', async () => {
    const { result, rerender, pass, sandbox } = await watch();
    rerender({ id: undefined });
    await pass(500);
    const before = sandbox.ledger.polls.length;
    expect(result.current).toMatchObject({ status: undefined, isFinal: false, connection: 'ok' });
    expect(result.current.checkNow()).toEqual({ asked: false, nextAllowedAt: Infinity });
    await pass(30_000);
    expect(sandbox.ledger.polls).toHaveLength(before);
  });

  test('leaves one message for another when its id changes', async () => {
    const { result, rerender, pass, polls, ids } = await watch();
    await pass(3000);
    expect(result.current.message?.msgIdentifier).toBe(ids[0]);
    rerender({ id: ids[1] });
    expect(result.current.message).toBeUndefined();
    await pass(500);
    const before = polls(ids[0]);
    await pass(10_000);
    expect(result.current.message?.msgIdentifier).toBe(ids[1]);
    expect(polls(ids[0])).toBe(before);
  });

  test('keeps its function from one poll to the next', async () => {
    const { result, pass } = await watch();
    await pass(3000);
    const { checkNow, lastCheckedAt } = result.current;
    await pass(5000);
    expect(result.current.lastCheckedAt).not.toBe(lastCheckedAt);
    expect(result.current.checkNow).toBe(checkNow);
  });
});

describe('useUploadAttachments', () => {
  function upload(options: UseUploadAttachmentsOptions = {}) {
    const harness = createHarness({ latencyMs: 0 });
    const sent: { name: string; signal: AbortSignal | undefined; answer: (status: number) => void }[] = [];
    const client = createPaymentsClient({
      ...harness.client.options,
      uploader: ({ form, signal }) => {
        const [file] = [...form.values()].filter((value) => value instanceof File);
        const name = file?.name ?? '';
        return new Promise((resolve) => {
          const answer = (status: number) =>
            resolve(
              status === 200 ? Response.json({ data: [{ path: name }] }) : new Response(null, { status }),
            );
          sent.push({ name, signal, answer });
        });
      },
    });
    const { wrapper } = createHarness({ provider: { client } });
    const view = renderHook((given: UseUploadAttachmentsOptions) => useUploadAttachments(given), {
      wrapper,
      initialProps: options,
    });
    const add = async (...names: string[]) => {
      const before = sent.length;
      act(() => view.result.current.add(names.map((name) => new File([name], name))));
      await waitFor(() => expect(sent).toHaveLength(Math.min(before + names.length, 3)));
    };
    return { ...view, sent, add, statuses: () => view.result.current.files.map(({ status }) => status) };
  }

  test('hands the objects over in the order the files were chosen, whichever is done first', async () => {
    const { result, add, sent } = upload();
    await add('a.txt', 'b.txt', 'c.txt');
    expect(result.current).toMatchObject({ isUploading: true, attachments: [] });
    sent[2]?.answer(200);
    await waitFor(() => expect(result.current.attachments).toEqual([{ path: 'c.txt' }]));
    sent[0]?.answer(200);
    await waitFor(() => expect(result.current.attachments).toEqual([{ path: 'a.txt' }, { path: 'c.txt' }]));
    expect(result.current.isUploading).toBe(true);
    sent[1]?.answer(500);
    await waitFor(() => expect(result.current.isUploading).toBe(false));
    expect(result.current.attachments).toEqual([{ path: 'a.txt' }, { path: 'c.txt' }]);
  });

  test('keeps the limits of its first render, and the files, when a host writes them anew each time', async () => {
    const { result, rerender, add } = upload({ maxFiles: 2 });
    await add('a.txt');
    rerender({ maxFiles: 9 });
    expect(result.current.limits.maxFiles).toBe(2);
    expect(result.current.files).toHaveLength(1);
  });

  test('stops what is on its way when it goes, and sends none of it again', async () => {
    const { unmount, add, sent } = upload();
    await add('a.txt');
    expect(sent[0]?.signal?.aborted).toBe(false);
    unmount();
    await waitFor(() => expect(sent[0]?.signal?.aborted).toBe(true));
    expect(sent).toHaveLength(1);
  });

  test('stops the one that is taken away, and no other', async () => {
    const { result, add, sent, statuses } = upload();
    await add('a.txt', 'b.txt');
    act(() => result.current.remove(result.current.files[0]?.id ?? ''));
    await waitFor(() => expect(sent[0]?.signal?.aborted).toBe(true));
    expect(sent[1]?.signal?.aborted).toBe(false);
    expect(statuses()).toEqual(['uploading']);
  });
});
