import { PaymentsError } from '../errors.ts';
import { createListeners } from '../listeners.ts';
import type { Attachment } from '../wire/paymentLink.ts';
import {
  type FileLimitOptions,
  withDefaultFileLimits,
  type FileProblem,
  findFileProblem,
  safeFileName,
} from './files.ts';

interface UploadOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((file: File, progress: { sent: number; total: number }) => void) | undefined;
}

interface UploadClient {
  uploadAttachments: (input: { files: readonly File[] }, options: UploadOptions) => Promise<Attachment[]>;
}

/** One file of an upload. Sizes are bytes; progress is 0 to 1, and absent if the uploader reports none. */
export interface UploadFile {
  id: string;
  /** The name under which the file is sent. */
  name: string;
  size: number;
  status: 'checking' | 'waiting' | 'uploading' | 'done' | 'failed' | 'refused';
  progress?: number | undefined;
  /** Why the file was refused. `unreadable` with status `failed`: the file changed, and has to be chosen again. */
  problem?: FileProblem | undefined;
  error?: PaymentsError | undefined;
  attachments?: readonly Attachment[] | undefined;
}

export const isUploadPending = ({ status }: Pick<UploadFile, 'status'>): boolean =>
  status === 'checking' || status === 'waiting' || status === 'uploading';

/** The service's attachment objects of the finished files, in order. */
export const uploadedAttachments = (files: readonly UploadFile[]): Attachment[] =>
  files.flatMap(({ status, attachments = [] }) => (status === 'done' ? attachments : []));

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const atATime = 3;

/**
 * An upload queue as a store. Sends at most three files at a time, each by the client that `clientNow` gives when its
 * sending begins. A failed file is sent again only by `retry`.
 */
export function createUploadQueue(clientNow: () => UploadClient, options?: FileLimitOptions) {
  const limits = withDefaultFileLimits(options);
  /** The accepted files, by id. */
  const sources = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const rows = createFileList();
  let lastId = 0;
  let isPaused = false;
  let checks = Promise.resolve();

  // Files are checked one after the other, because each is compared with those accepted before it.
  const check = async (added: ReadonlyMap<string, File>) => {
    const results = new Map<string, Partial<UploadFile>>();
    for (const [id, file] of added) {
      const problem = await findFileProblem(file, [...sources.values()], limits);
      if (!problem && rows.find(id)) sources.set(id, file);
      results.set(id, { status: problem ? 'refused' : 'waiting', problem });
    }
    rows.show(rows.all().map((row) => ({ ...row, ...results.get(row.id) })));
    fill();
  };

  const fill = () => {
    for (const { id } of rows.all().filter(({ status }) => status === 'waiting')) {
      if (isPaused || running.size >= atATime) return;
      void upload(id);
    }
  };

  const upload = async (id: string) => {
    const source = sources.get(id);
    if (!source) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.set(id, controller);
    rows.change(id, { status: 'uploading', progress: undefined, error: undefined });
    const onProgress: UploadOptions['onProgress'] = (_, { sent, total }) =>
      rows.change(id, { progress: total > 0 ? sent / total : undefined }, rows.list());
    const end = await sendFile(clientNow, source, { signal, onProgress });
    if (!signal.aborted) {
      if (end.problem) sources.delete(id);
      rows.change(id, end);
    }
    if (running.get(id) === controller) running.delete(id);
    fill();
  };

  const stop = (id: string) => {
    running.get(id)?.abort();
    running.delete(id);
  };
  const drop = (id: string) => {
    stop(id);
    sources.delete(id);
  };

  return {
    limits,
    getSnapshot: rows.all,
    /** The files without the latest progress steps: for a list that does not render with every step. */
    getList: rows.list,
    subscribe: rows.subscribe,
    /** Checks files and sends the accepted ones. */
    add: (chosen: readonly File[]) => {
      const added = new Map(chosen.map((file) => [`file-${(lastId += 1)}`, file]));
      const newRows = Array.from(added, ([id, file]) => newRow(id, file));
      const isChosenAgain = ({ problem, name }: UploadFile) =>
        problem === 'unreadable' && newRows.some((row) => row.name === name);
      rows.show([...rows.all().filter((row) => !isChosenAgain(row)), ...newRows]);
      checks = checks.then(() => check(added));
    },
    /** Aborts the upload of one file and removes it from the list. */
    remove: (id: string) => {
      drop(id);
      rows.show(rows.all().filter((row) => row.id !== id));
      fill();
    },
    retry: (id: string) => {
      if (!sources.has(id) || rows.find(id)?.status !== 'failed') return;
      rows.change(id, { status: 'waiting', error: undefined });
      fill();
    },
    clear: () => {
      for (const { id } of rows.all()) drop(id);
      rows.show([]);
    },
    /** Stops the uploads that are under way. The files stay in the list; `resume` sends them from their start. */
    pause: () => {
      isPaused = true;
      for (const { id } of rows.all()) stop(id);
      rows.show(rows.all().map((row) => (row.status === 'uploading' ? { ...row, status: 'waiting' } : row)));
    },
    resume: () => {
      isPaused = false;
      fill();
    },
  };
}

/** The rows of the files, as a store. */
function createFileList() {
  const { add: subscribe, notify } = createListeners();
  let files: readonly UploadFile[] = [];
  let list = files;
  const show = (next: readonly UploadFile[], nextList = next) => {
    files = next;
    list = nextList;
    notify();
  };
  return {
    subscribe,
    all: () => files,
    /** The rows without the latest progress steps. */
    list: () => list,
    find: (id: string) => files.find((file) => file.id === id),
    show,
    change: (id: string, patch: Partial<UploadFile>, nextList?: readonly UploadFile[]) =>
      show(
        files.map((file) => (file.id === id ? { ...file, ...patch } : file)),
        nextList,
      ),
  };
}

const newRow = (id: string, { name, size }: File): UploadFile => ({
  id,
  name: safeFileName(name),
  size,
  status: 'checking',
});

/** Sends a file. Returns what its row shows after that. Never rejects. */
async function sendFile(
  clientNow: () => UploadClient,
  source: File,
  options: UploadOptions,
): Promise<Partial<UploadFile>> {
  try {
    await readStart(source);
    const attachments = await clientNow().uploadAttachments({ files: [source] }, options);
    return { status: 'done', progress: 1, attachments };
  } catch (cause) {
    return { status: 'failed', progress: undefined, ...(await failure(source, cause)) };
  }
}

/** Reads the first byte of a file. Rejects if the file was changed or removed after it was chosen. */
const readStart = (file: File) => file.slice(0, 1).arrayBuffer();

// A browser that cannot read a file while sending it reports a network error. Reading the file again tells the cause.
async function failure(source: File, cause: unknown): Promise<Pick<UploadFile, 'problem' | 'error'>> {
  try {
    await readStart(source);
  } catch (reason) {
    const error = new PaymentsError('upload', 'The file changed after it was chosen. Choose it again.', {
      cause: reason,
    });
    return { problem: 'unreadable', error };
  }
  if (cause instanceof PaymentsError) return { error: cause };
  return { error: new PaymentsError('upload', 'The file could not be sent.', { cause }) };
}
