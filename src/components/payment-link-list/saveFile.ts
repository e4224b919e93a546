import type { Clock } from '../../core/time.ts';

/** Some browsers read the address only a while after the press. */
const keptForMs = 10_000;

/** Saves a text as a file, in UTF-8 with the mark by which spreadsheets know it. */
export function saveFile(name: string, text: string, type: string, clock: Clock): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  clock.setTimeout(() => URL.revokeObjectURL(url), keptForMs);
}
