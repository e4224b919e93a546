import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { AttachmentField, type AttachmentFieldProps, PaymentsProvider } from 'tillkit';
import type { Subject } from '../subject.ts';
import { createClient, isDone } from './tillkit.ts';

/** The kit's component on the page. A report is a change on the screen. */
export const field: Subject = (address) => {
  const client = createClient(address);
  const place = document.querySelector('#root')!;
  let onFiles: AttachmentFieldProps['onAttachmentsChange'];
  flushSync(() =>
    createRoot(place).render(
      <PaymentsProvider client={client} currency="USD">
        <AttachmentField onAttachmentsChange={(...change) => onFiles?.(...change)} />
      </PaymentsProvider>,
    ),
  );
  return async ({ files, report }) => {
    const observer = new MutationObserver(report);
    observer.observe(place, { subtree: true, childList: true, attributes: true, characterData: true });
    const done = new Promise<void>((resolve, reject) => {
      onFiles = (_, { files: shown }) => {
        try {
          if (isDone(shown)) resolve();
        } catch (error) {
          reject(error);
        }
      };
    });
    const transfer = new DataTransfer();
    files.forEach((file) => transfer.items.add(file));
    const input = place.querySelector<HTMLInputElement>('input[type=file]')!;
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await done.finally(() => observer.disconnect());
  };
};
