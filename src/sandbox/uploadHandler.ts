import type { Call } from './call.ts';
import { answered, refused, refusedFields, type Reply } from './replies.ts';
import type { World } from './world.ts';

// contract: 10 MB, a chosen limit.
const largestFile = 10 * 1024 * 1024;

/** Takes files. One whose name contains "fail" is refused with 500 the first time, so that a retry can be tried. */
export function handleUpload(world: World, { files }: Call): Reply {
  const stray = files.find(({ part }) => part !== 'files');
  if (stray) return refusedFields([{ field: stray.part, message: 'is not a field of this request.' }]);
  if (files.length === 0) return refusedFields([{ field: 'files', message: 'is required.' }]);
  const tooLarge = files.find(({ size }) => size > largestFile);
  if (tooLarge) return refused(413, `${tooLarge.name} is larger than 10 MB.`);

  const { failedOnce, handedOut } = world.attachments;
  const failing = files.find(({ name }) => /fail/i.test(name) && !failedOnce.has(name));
  if (failing) {
    failedOnce.add(failing.name);
    return refused(500, `${failing.name} could not be stored.`);
  }
  const stored = files.map(({ name, size, type }) => ({
    path: `attachments/${world.ids.word()}/${name}`,
    name,
    size,
    type,
  }));
  for (const { path } of stored) handedOut.add(path);
  return answered({ data: stored });
}
