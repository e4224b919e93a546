import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { PaymentsError } from '../errors/PaymentsError.ts';
import { defaultFileLimits, type FileLimits, fileProblem, type UploadFile } from './uploadFile.ts';

/** Files on their way, as a store. Three go at a time; each is sent once a press. */
export interface UploadQueue {
  getSnapshot: () => readonly UploadFile[];
  subscribe: (listener: () => void) => () => void;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** Sends a failed file again, that one only. */
  retry: (id: string) => void;
  clear: () => void;
}

const atATime = 3;

export function createUploadQueue(
  client: Pick<PaymentsClient, 'uploadAttachments'>,
  limits: FileLimits = defaultFileLimits,
): UploadQueue {
  const sources = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();
  let files: readonly UploadFile[] = [];
  let lastId = 0;

  const show = (next: readonly UploadFile[]) => {
    files = next;
    listeners.forEach((listener) => listener());
  };
  const change = (id: string, patch: Partial<UploadFile>) =>
    show(files.map((file) => (file.id === id ? { ...file, ...patch } : file)));

  const admit = (list: readonly UploadFile[], source: File): readonly UploadFile[] => {
    lastId += 1;
    const id = `file-${lastId}`;
    const problem = fileProblem(source, taken(list), limits);
    if (!problem) sources.set(id, source);
    const { name, size } = source;
    return [...list, { id, name, size, status: problem ? 'refused' : 'waiting', problem }];
  };

  const fill = () => {
    for (const { id } of files.filter(({ status }) => status === 'waiting')) {
      if (running.size >= atATime) return;
      void upload(id);
    }
  };

  const upload = async (id: string) => {
    const source = sources.get(id);
    if (!source) return;
    const controller = new AbortController();
    running.set(id, controller);
    change(id, { status: 'uploading', progress: undefined, error: undefined });
    try {
      const attachments = await client.uploadAttachments(
        { files: [source] },
        {
          signal: controller.signal,
          onProgress: (_, { sent, total }) => change(id, { progress: total > 0 ? sent / total : undefined }),
        },
      );
      change(id, { status: 'done', progress: 1, attachments });
    } catch (cause) {
      const error =
        cause instanceof PaymentsError
          ? cause
          : new PaymentsError('upload', 'The file could not be sent.', { cause });
      change(id, { status: 'failed', progress: undefined, error });
    } finally {
      if (running.get(id) === controller) running.delete(id);
      fill();
    }
  };

  const drop = (id: string) => {
    running.get(id)?.abort();
    running.delete(id);
    sources.delete(id);
  };

  return {
    getSnapshot: () => files,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(added) {
      show(added.reduce(admit, files));
      fill();
    },
    remove(id) {
      drop(id);
      show(files.filter((file) => file.id !== id));
      fill();
    },
    retry(id) {
      if (files.find((file) => file.id === id)?.status !== 'failed') return;
      change(id, { status: 'waiting', error: undefined });
      fill();
    },
    clear() {
      for (const { id } of files) drop(id);
      show([]);
    },
  };
}

function taken(files: readonly UploadFile[]): number {
  return files.filter(({ status }) => status !== 'refused').length;
}
