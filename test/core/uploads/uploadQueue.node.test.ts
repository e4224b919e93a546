import { describe, expect, test } from 'vitest';
import { type Attachment, createUploadQueue, defaultFileLimits, PaymentsError } from 'tillkit/core';

interface Sent {
  name: string;
  signal: AbortSignal | undefined;
  progress: (sent: number, total: number) => void;
  answer: (attachments?: Attachment[]) => Promise<void>;
  fail: (cause: Error) => Promise<void>;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const file = (name: string, bytes = 4) => new File([new Uint8Array(bytes)], name);

/** A queue whose uploads are answered by hand. */
function createQueue(limits = defaultFileLimits) {
  const sent: Sent[] = [];
  const queue = createUploadQueue(
    {
      uploadAttachments: ({ files: [source] }, { signal, onProgress } = {}) =>
        new Promise((resolve, reject) => {
          if (!source) return;
          const { name } = source;
          sent.push({
            name,
            signal,
            progress: (bytes, total) => onProgress?.(source, { sent: bytes, total }),
            answer: (attachments = [{ path: `stored/${name}` }]) => {
              resolve(attachments);
              return settled().then(() => undefined);
            },
            fail: (cause) => {
              reject(cause);
              return settled().then(() => undefined);
            },
          });
        }),
    },
    limits,
  );
  const statuses = () => queue.getSnapshot().map(({ status }) => status);
  const upload = (name: string) => {
    const found = sent.findLast((one) => one.name === name);
    if (!found) throw new Error(`${name} was not sent`);
    return found;
  };
  return { queue, sent, statuses, upload };
}

describe('sending', () => {
  test('three at a time, the others in their order as places come free', async () => {
    const { queue, sent, statuses, upload } = createQueue();
    queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => file(name)));
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(statuses()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting']);

    await upload('b').answer();
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    await upload('a').fail(new Error('broken'));
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(statuses()).toEqual(['failed', 'done', 'uploading', 'uploading', 'uploading']);
  });

  test('tells progress as a share, and none where the size is unknown', () => {
    const { queue, upload } = createQueue();
    queue.add([file('a')]);
    expect(queue.getSnapshot()[0]?.progress).toBeUndefined();
    upload('a').progress(1, 4);
    expect(queue.getSnapshot()[0]?.progress).toBe(0.25);
    upload('a').progress(1, 0);
    expect(queue.getSnapshot()[0]?.progress).toBeUndefined();
  });

  test('keeps what the service handed out with the file it belongs to', async () => {
    const { queue, upload } = createQueue();
    queue.add([file('a'), file('b')]);
    await upload('b').answer([{ path: 'second' }]);
    await upload('a').answer([{ path: 'first' }]);
    expect(queue.getSnapshot().flatMap(({ attachments }) => attachments)).toEqual([
      { path: 'first' },
      { path: 'second' },
    ]);
  });

  test('an answer that is no PaymentsError still has a code', async () => {
    const { queue, upload } = createQueue();
    queue.add([file('a')]);
    await upload('a').fail(new TypeError('no way out'));
    expect(queue.getSnapshot()[0]?.error).toMatchObject({ code: 'upload', isRetryable: false });
  });
});

describe('a failed file', () => {
  test('is never sent again by itself, and alone when it is retried', async () => {
    const { queue, sent, statuses, upload } = createQueue();
    queue.add([file('a'), file('b')]);
    await upload('a').answer();
    await upload('b').fail(new PaymentsError('http', 'The service answered with status 500.'));
    await settled();
    expect(sent).toHaveLength(2);

    queue.getSnapshot().forEach(({ id }) => queue.retry(id));
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'b']);
    expect(queue.getSnapshot()[1]?.error).toBeUndefined();
    await upload('b').answer();
    expect(statuses()).toEqual(['done', 'done']);
  });

  test('waits for a free place like any other when it is retried', async () => {
    const { queue, sent, statuses, upload } = createQueue();
    queue.add([file('a'), file('b'), file('c')]);
    await upload('a').fail(new Error('broken'));
    queue.add([file('d')]);
    queue.retry(queue.getSnapshot()[0]?.id ?? '');
    expect(statuses()).toEqual(['waiting', 'uploading', 'uploading', 'uploading']);
    await upload('d').answer();
    expect(sent.at(-1)?.name).toBe('a');
  });
});

describe('removing', () => {
  test('F90: stops that upload only, and the next takes its place', () => {
    const { queue, sent, upload } = createQueue();
    queue.add(['a', 'b', 'c', 'd'].map((name) => file(name)));
    queue.remove(queue.getSnapshot()[1]?.id ?? '');
    expect(upload('b').signal?.aborted).toBe(true);
    expect(upload('a').signal?.aborted).toBe(false);
    expect(sent.at(-1)?.name).toBe('d');
    expect(queue.getSnapshot().map(({ name }) => name)).toEqual(['a', 'c', 'd']);
  });

  test('an answer to a removed file changes nothing', async () => {
    const { queue, upload } = createQueue();
    queue.add([file('a'), file('b')]);
    queue.remove(queue.getSnapshot()[0]?.id ?? '');
    await upload('a').answer();
    expect(queue.getSnapshot().map(({ name, status }) => [name, status])).toEqual([['b', 'uploading']]);
  });

  test('clear stops everything', () => {
    const { queue, sent } = createQueue();
    queue.add(['a', 'b', 'c', 'd'].map((name) => file(name)));
    queue.clear();
    expect(queue.getSnapshot()).toEqual([]);
    expect(sent.every(({ signal }) => signal?.aborted)).toBe(true);
    expect(sent).toHaveLength(3);
  });
});

describe('F85: limits', () => {
  test('refuse one file with its reason, keep the others and send nothing of it', () => {
    const { queue, sent } = createQueue({ maxFiles: 10, maxBytes: 8 });
    queue.add([file('good'), file('empty', 0), file('large', 9), file('exact', 8)]);
    expect(queue.getSnapshot().map(({ status, problem }) => problem ?? status)).toEqual([
      'uploading',
      'empty',
      'too-large',
      'uploading',
    ]);
    expect(sent.map(({ name }) => name)).toEqual(['good', 'exact']);
  });

  test('count over several rounds, without the refused ones', () => {
    const { queue } = createQueue({ maxFiles: 3, maxBytes: 8 });
    const problems = () => queue.getSnapshot().map(({ problem }) => problem);
    queue.add([file('a'), file('large', 9)]);
    queue.add([file('b'), file('c'), file('d')]);
    expect(problems()).toEqual([undefined, 'too-large', undefined, undefined, 'too-many']);

    queue.remove(queue.getSnapshot()[0]?.id ?? '');
    queue.add([file('e'), file('f')]);
    expect(queue.getSnapshot().map(({ name, problem }) => [name, problem])).toEqual([
      ['large', 'too-large'],
      ['b', undefined],
      ['c', undefined],
      ['d', 'too-many'],
      ['e', undefined],
      ['f', 'too-many'],
    ]);
  });

  test('of fifty files ten are taken', () => {
    const { queue, sent } = createQueue();
    queue.add(Array.from({ length: 50 }, (_, index) => file(`file ${index}`)));
    expect(queue.getSnapshot().filter(({ problem }) => problem === 'too-many')).toHaveLength(40);
    expect(sent).toHaveLength(3);
  });
});

test('each change is a new snapshot, and a listener that left hears no more', () => {
  const { queue, upload } = createQueue();
  const heard: number[] = [];
  const leave = queue.subscribe(() => heard.push(queue.getSnapshot().length));
  const before = queue.getSnapshot();
  queue.add([file('a')]);
  expect(queue.getSnapshot()).not.toBe(before);
  leave();
  const count = heard.length;
  upload('a').progress(1, 2);
  expect(heard).toHaveLength(count);
});
