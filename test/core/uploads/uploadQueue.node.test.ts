import { describe, expect, test, vi } from 'vitest';
import { type Attachment, PaymentsError } from 'tillkit/core';
import { createUploadQueue } from '../../../src/core/uploads/uploadQueue.ts';
import { defaultFileLimits, type FileLimitOptions } from '../../../src/core/uploads/files.ts';
import { fileOf, makeUnreadable, starts } from './files.ts';

interface Sent {
  name: string;
  signal: AbortSignal | undefined;
  progress: (sent: number, total: number) => void;
  answer: (attachments?: Attachment[]) => void;
  fail: (cause: Error) => void;
}

/** Files of one name and size hold the same bytes. */
const file = (name: string, bytes = 4) => fileOf(`${name}.txt`, name.padEnd(bytes, '.').slice(0, bytes));

/** A queue whose uploads are answered by hand. */
function createQueue(limits?: FileLimitOptions) {
  const sent: Sent[] = [];
  const queue = createUploadQueue(
    () => ({
      uploadAttachments: ({ files: [source] }, { signal, onProgress }) =>
        new Promise((resolve, reject) => {
          if (!source) return;
          const name = source.name.replace(/\.txt$/, '');
          sent.push({
            name,
            signal,
            progress: (bytes, total) => onProgress?.(source, { sent: bytes, total }),
            answer: (attachments = [{ path: `stored/${name}` }]) => resolve(attachments),
            fail: reject,
          });
        }),
    }),
    limits,
  );
  const files = () => queue.getSnapshot();
  const statuses = () => files().map(({ status }) => status);
  const problems = () => files().map(({ problem }) => problem);
  const sentNames = () => sent.map(({ name }) => name);
  const idOf = (index: number) => files()[index]?.id ?? '';
  const upload = (name: string) => {
    const found = sent.findLast((one) => one.name === name);
    if (!found) throw new Error(`${name} was not sent`);
    return found;
  };
  /** Files are read on the way, which takes turns of the event loop. */
  const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 1 });
  const untilSent = (...names: string[]) => until(() => expect(sentNames()).toEqual(names));
  const untilStatus = (...expected: string[]) => until(() => expect(statuses()).toEqual(expected));
  return { queue, sent, files, statuses, problems, sentNames, idOf, upload, until, untilSent, untilStatus };
}

describe('sending', () => {
  test('three at a time, the others in their order as places come free', async () => {
    const { queue, statuses, upload, untilSent } = createQueue();
    queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => file(name)));
    expect(statuses()).toEqual(['checking', 'checking', 'checking', 'checking', 'checking']);
    await untilSent('a', 'b', 'c');
    expect(statuses()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting']);

    upload('b').answer();
    await untilSent('a', 'b', 'c', 'd');
    upload('a').fail(new Error('broken'));
    await untilSent('a', 'b', 'c', 'd', 'e');
    expect(statuses()).toEqual(['failed', 'done', 'uploading', 'uploading', 'uploading']);
  });

  test('tells progress as a share, and none where the size is unknown', async () => {
    const { queue, files, upload, untilSent } = createQueue();
    queue.add([file('a')]);
    await untilSent('a');
    expect(files()[0]?.progress).toBeUndefined();
    upload('a').progress(1, 4);
    expect(files()[0]?.progress).toBe(0.25);
    upload('a').progress(1, 0);
    expect(files()[0]?.progress).toBeUndefined();
  });

  test('keeps what the service handed out with the file it belongs to', async () => {
    const { queue, files, upload, untilSent, untilStatus } = createQueue();
    queue.add([file('a'), file('b')]);
    await untilSent('a', 'b');
    upload('b').answer([{ path: 'second' }]);
    upload('a').answer([{ path: 'first' }]);
    await untilStatus('done', 'done');
    expect(files().flatMap(({ attachments }) => attachments)).toEqual([
      { path: 'first' },
      { path: 'second' },
    ]);
  });

  test('an answer that is no PaymentsError still has a code', async () => {
    const { queue, files, upload, untilSent, untilStatus } = createQueue();
    queue.add([file('a')]);
    await untilSent('a');
    upload('a').fail(new TypeError('no way out'));
    await untilStatus('failed');
    expect(files()[0]).toMatchObject({ error: { code: 'upload', isRetryable: false } });
    expect(files()[0]?.problem).toBeUndefined();
  });

  test('F88: shows the name it sends', () => {
    const { queue, files } = createQueue();
    queue.add([fileOf('../photo\u202Egpj.txt')]);
    expect(files()[0]?.name).toBe('photogpj.txt');
  });
});

describe('a failed file', () => {
  test('F91: is never sent again by itself, and alone and once when it is retried', async () => {
    const { queue, files, idOf, upload, untilSent, untilStatus } = createQueue();
    queue.add([file('a'), file('b'), file('c')]);
    await untilSent('a', 'b', 'c');
    upload('a').answer();
    upload('b').fail(new PaymentsError('http', 'The service answered with status 500.'));
    upload('c').answer();
    await untilStatus('done', 'failed', 'done');

    files().forEach(({ id }) => queue.retry(id));
    queue.retry(idOf(1));
    expect(files()[1]?.error).toBeUndefined();
    await untilSent('a', 'b', 'c', 'b');
    upload('b').answer();
    await untilStatus('done', 'done', 'done');
    queue.retry(idOf(1));
    await untilSent('a', 'b', 'c', 'b');
  });

  test('waits for a free place like any other when it is retried', async () => {
    const { queue, statuses, idOf, upload, untilSent, untilStatus } = createQueue();
    queue.add([file('a'), file('b'), file('c')]);
    await untilSent('a', 'b', 'c');
    upload('a').fail(new Error('broken'));
    await untilStatus('failed', 'uploading', 'uploading');
    queue.add([file('d')]);
    await untilSent('a', 'b', 'c', 'd');
    queue.retry(idOf(0));
    await untilStatus('waiting', 'uploading', 'uploading', 'uploading');
    upload('d').answer();
    await untilSent('a', 'b', 'c', 'd', 'a');
    expect(statuses()).toEqual(['uploading', 'uploading', 'uploading', 'done']);
  });
});

describe('F89: a file that changed after it was chosen', () => {
  test('is not sent, asks to be chosen again and leaves its place to the one that is', async () => {
    const { queue, files, problems, idOf, upload, sentNames, untilSent, untilStatus } = createQueue({
      maxFiles: 2,
    });
    const chosen = file('a');
    queue.add([chosen, file('b')]);
    await untilSent('a', 'b');
    upload('a').fail(new Error('broken'));
    await untilStatus('failed', 'uploading');
    makeUnreadable(chosen);
    queue.retry(idOf(0));
    await untilStatus('failed', 'uploading');
    expect(files()[0]).toMatchObject({ problem: 'unreadable', error: { code: 'upload' } });
    queue.retry(idOf(0));
    expect(sentNames()).toEqual(['a', 'b']);

    queue.add([fileOf('a.txt', 'new bytes')]);
    await untilStatus('uploading', 'uploading');
    expect(problems()).toEqual([undefined, undefined]);
    expect(files().map(({ name }) => name)).toEqual(['b.txt', 'a.txt']);
  });

  test('while it was sent, is no failure of the network', async () => {
    const { queue, files, upload, untilSent, untilStatus } = createQueue();
    const chosen = file('a');
    queue.add([chosen]);
    await untilSent('a');
    makeUnreadable(chosen);
    upload('a').fail(new PaymentsError('unanswered', 'The service gave no answer.'));
    await untilStatus('failed');
    expect(files()[0]).toMatchObject({ problem: 'unreadable', error: { code: 'upload' } });
  });
});

describe('removing', () => {
  test('F90: stops that upload only, and the next takes its place', async () => {
    const { queue, files, idOf, upload, untilSent } = createQueue();
    queue.add(['a', 'b', 'c', 'd'].map((name) => file(name)));
    await untilSent('a', 'b', 'c');
    queue.remove(idOf(1));
    expect(upload('b').signal?.aborted).toBe(true);
    expect(upload('a').signal?.aborted).toBe(false);
    await untilSent('a', 'b', 'c', 'd');
    expect(files().map(({ name }) => name)).toEqual(['a.txt', 'c.txt', 'd.txt']);
  });

  test('an answer to a removed file changes nothing', async () => {
    const { queue, files, idOf, upload, untilSent, until } = createQueue();
    queue.add(['a', 'b', 'c', 'd'].map((name) => file(name)));
    await untilSent('a', 'b', 'c');
    queue.remove(idOf(0));
    upload('a').answer();
    await until(() => expect(upload('d')).toBeDefined());
    expect(files().map(({ name, status }) => [name, status])).toEqual([
      ['b.txt', 'uploading'],
      ['c.txt', 'uploading'],
      ['d.txt', 'uploading'],
    ]);
  });

  test('a file that is removed while it is checked is not sent and takes no place', async () => {
    const { queue, idOf, problems, untilSent } = createQueue({ maxFiles: 1 });
    queue.add([file('a'), file('b')]);
    queue.remove(idOf(0));
    await untilSent('b');
    expect(problems()).toEqual([undefined]);
  });

  test('clear stops everything', async () => {
    const { queue, sent, files, untilSent, sentNames } = createQueue();
    queue.add(['a', 'b', 'c', 'd'].map((name) => file(name)));
    await untilSent('a', 'b', 'c');
    queue.clear();
    expect(files()).toEqual([]);
    expect(sent.every(({ signal }) => signal?.aborted)).toBe(true);
    expect(sentNames()).toEqual(['a', 'b', 'c']);
  });
});

describe('F90: a failure that comes after its upload was stopped', () => {
  const aborted = () => new PaymentsError('aborted', 'The request was aborted.');

  test('fails neither the file that was paused nor its next upload', async () => {
    const { queue, sent, statuses, untilSent, untilStatus } = createQueue();
    queue.add([file('a')]);
    await untilSent('a');
    queue.pause();
    expect(statuses()).toEqual(['waiting']);
    const heard: string[] = [];
    queue.subscribe(() => heard.push(...statuses()));
    sent[0]?.fail(aborted());
    queue.resume();
    await untilSent('a', 'a');
    sent[1]?.answer();
    await untilStatus('done');
    expect(heard).toEqual(['uploading', 'done']);
  });

  test('changes nothing if its file was removed', async () => {
    const { queue, files, idOf, upload, untilSent } = createQueue();
    const removed = file('a');
    queue.add([removed, file('b')]);
    await untilSent('a', 'b');
    queue.remove(idOf(0));
    const shown = files();
    makeUnreadable(removed);
    upload('a').fail(aborted());
    await new Promise((resolve) => setImmediate(resolve)); // after every promise that has settled
    expect(files()).toBe(shown);
  });
});

describe('F85: limits', () => {
  test('refuse one file with its reason, keep the others and send nothing of it', async () => {
    const { queue, files, untilSent } = createQueue({ maxBytes: 8 });
    queue.add([
      file('good'),
      file('empty', 0),
      file('large', 9),
      file('exact', 8),
      fileOf('page.html'),
      fileOf('a.pdf', starts.png),
      file('good'),
    ]);
    await untilSent('good', 'exact');
    expect(files().map(({ status, problem }) => problem ?? status)).toEqual([
      'uploading',
      'empty',
      'too-large',
      'uploading',
      'wrong-type',
      'wrong-content',
      'duplicate',
    ]);
  });

  test('count over several rounds, without the refused ones', async () => {
    const { queue, files, problems, idOf, until } = createQueue({ maxFiles: 3, maxBytes: 8 });
    queue.add([file('a'), file('large', 9)]);
    queue.add([file('b'), file('c'), file('d')]);
    await until(() => expect(problems()).toEqual([undefined, 'too-large', undefined, undefined, 'too-many']));

    queue.remove(idOf(0));
    queue.add([file('e'), file('f')]);
    await until(() =>
      expect(files().map(({ name, problem }) => [name, problem])).toEqual([
        ['large.txt', 'too-large'],
        ['b.txt', undefined],
        ['c.txt', undefined],
        ['d.txt', 'too-many'],
        ['e.txt', undefined],
        ['f.txt', 'too-many'],
      ]),
    );
  });

  test('count bytes over several rounds too', async () => {
    const { queue, problems, idOf, until } = createQueue({ maxTotalBytes: 10 });
    queue.add([file('a', 6)]);
    queue.add([file('b', 6), file('c', 4)]);
    await until(() => expect(problems()).toEqual([undefined, 'total-too-large', undefined]));
    queue.remove(idOf(0));
    queue.add([file('b', 6)]);
    await until(() => expect(problems()).toEqual(['total-too-large', undefined, undefined]));
  });

  test('of fifty files ten are taken', async () => {
    const { queue, problems, untilSent } = createQueue();
    queue.add(Array.from({ length: 50 }, (_, index) => file(`${index}`)));
    await untilSent('0', '1', '2');
    expect(problems().filter((problem) => problem === 'too-many')).toHaveLength(40);
  });

  test('are told, with the defaults for those that were not given', () => {
    expect(createQueue({ maxFiles: 3, accept: ['.PDF'], maxBytes: undefined }).queue.limits).toEqual({
      ...defaultFileLimits,
      maxFiles: 3,
      accept: ['pdf'],
    });
  });
});

test('each change is a new snapshot, and a listener that left hears no more', async () => {
  const { queue, files, upload, untilSent } = createQueue();
  const heard: number[] = [];
  const leave = queue.subscribe(() => heard.push(files().length));
  const before = files();
  queue.add([file('a')]);
  expect(files()).not.toBe(before);
  await untilSent('a');
  leave();
  const count = heard.length;
  upload('a').progress(1, 2);
  expect(heard).toHaveLength(count);
});

test("F54: a host's listener that throws turns no uploaded file into a failed one", async () => {
  const reported: unknown[] = [];
  globalThis.reportError = (error) => reported.push(error);
  const { queue, sent, upload, untilSent, untilStatus } = createQueue();
  const leave = queue.subscribe(() => {
    throw new Error('host');
  });
  queue.add([file('a'), file('b')]);
  await untilSent('a', 'b');
  upload('a').answer();
  upload('b').answer();
  await untilStatus('done', 'done');
  leave();
  Reflect.deleteProperty(globalThis, 'reportError');
  expect(sent).toHaveLength(2);
  expect(reported.length).toBeGreaterThan(0);
});
