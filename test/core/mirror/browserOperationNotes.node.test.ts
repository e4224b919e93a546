import { expect, test } from 'vitest';
import {
  createBrowserOperationNotes,
  type BrowserOperationNote,
} from '../../../src/core/mirror/browserOperationNotes.ts';
import { createNoteStorage } from './noteStorage.ts';

test('what another tab wrote of a press stays known to a tab that has read it, also if the storage is cleared', () => {
  const storage = createNoteStorage();
  const [sender, other] = [1, 2].map(() => createBrowserOperationNotes('till', () => 0, storage));
  const press: BrowserOperationNote = {
    id: 'op-1',
    kind: 'pay',
    terminalId: 'T1',
    amountCents: 1250,
    currency: 'USD',
    flowKey: 'default',
    phase: 'sending',
    at: 0,
  };
  const refused = { at: 1, error: { code: 'http', shortMessage: 'Nothing was sent.' } } as const;
  sender!.put(press);
  other!.put(press);
  sender!.put({ ...press, phase: 'rejected', refused });
  expect(other!.get('op-1')).toMatchObject({ refused });
  storage.clear();
  expect(other!.get('op-1')).toMatchObject({ phase: 'rejected', refused });
});
