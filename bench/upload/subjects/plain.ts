import type { Subject } from '../subject.ts';

/** The minimum: three XMLHttpRequests at a time. */
export const plain: Subject =
  (address) =>
  async ({ files, report }) => {
    const left = [...files];
    const worker = async () => {
      for (let file = left.shift(); file; file = left.shift()) await send(file, address, report);
    };
    await Promise.all([worker(), worker(), worker()]);
  };

function send(file: File, address: string, report: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const form = new FormData();
    form.append('files', file, file.name);
    xhr.open('POST', address);
    xhr.upload.addEventListener('progress', report);
    xhr.addEventListener('load', () => {
      report();
      resolve();
    });
    xhr.addEventListener('error', () => reject(new Error(file.name)));
    xhr.send(form);
  });
}
