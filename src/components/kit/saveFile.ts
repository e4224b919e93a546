import type { Clock } from '../../core/time.ts';

/** How long the object URL is kept (ms): some browsers read it only some time after the click. */
const urlLifetimeMs = 10_000;

export function saveFile(name: string, file: Blob, clock: Clock): void {
  const url = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  clock.setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}
