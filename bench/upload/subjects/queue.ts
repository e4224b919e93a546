import { createUploadQueue } from '../../../src/core/uploads/uploadQueue.ts';
import type { Subject } from '../subject.ts';
import { createClient, isDone } from './tillkit.ts';

/** The kit without its component, checks included. A report is a new state of its store. */
export const queue: Subject = (address) => {
  const client = createClient(address);
  const uploads = createUploadQueue(() => client);
  return ({ files, report }) =>
    new Promise((resolve, reject) => {
      uploads.subscribe(() => {
        report();
        try {
          if (isDone(uploads.getSnapshot())) resolve();
        } catch (error) {
          reject(error);
        }
      });
      uploads.add(files);
    });
};
