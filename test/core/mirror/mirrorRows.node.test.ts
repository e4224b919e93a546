import { expect, test } from 'vitest';
import { createMirrorRows } from '../../../src/core/mirror/mirrorRows.ts';
import { createPressNotes, noteOf } from '../../../src/core/mirror/pressNotes.ts';
import { createVirtualClock } from '../../../src/exports/core.ts';
import { createNoteStorage } from './noteStorage.ts';
import { recorded } from './scriptedRecord.ts';

test('an operation that the gateway lost is shown as its row again as soon as the same row comes', () => {
  const clock = createVirtualClock(0);
  const notes = createPressNotes('test', clock.now, createNoteStorage());
  const rows = createMirrorRows({ clock, notes, scope: undefined });
  const row = recorded({ phase: 'waiting', seq: 2 });
  rows.take(row);
  notes.put(noteOf(rows.get(row.id)!));
  rows.lose(row.id);
  expect(rows.get(row.id)).toMatchObject({ phase: 'unknown', reason: 'gone' });
  rows.take(row);
  expect(rows.get(row.id)?.phase).toBe('waiting');
});
