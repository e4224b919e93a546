import type { Clock } from '../../core/time.ts';

/** Some browsers read the object URL only some time after the click (ms). */
const urlLifetimeMs = 10_000;

export function saveFile(name: string, file: Blob, clock: Clock): void {
  const url = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  clock.setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}
