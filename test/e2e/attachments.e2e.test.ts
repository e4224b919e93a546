import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { demoForFile } from './demo.ts';

const demo = demoForFile();
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillkit-'));
  await demo.page.getByRole('link', { name: 'Payment links' }).click();
  await demo.page.getByRole('button', { name: 'Files', exact: true }).click();
});
afterEach(() => rm(folder, { recursive: true }));

async function onDisk(name: string, text: string) {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

async function choose(...paths: string[]) {
  const chooser = demo.page.waitForEvent('filechooser');
  await demo.page.getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles(paths);
}

/** Drops what lies on the disk, as a file manager does. */
async function drop(...files: string[]) {
  const field = demo.page.locator('[data-tillkit="attachment-field"]');
  const { x, y, width, height } = (await field.boundingBox())!;
  const at = { x: x + width / 2, y: y + height / 2, data: { items: [], files, dragOperationsMask: 1 } };
  const session = await demo.page.context().newCDPSession(demo.page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at });
  }
}

const row = (name: string) => demo.page.getByRole('listitem').filter({ hasText: name });
const uploads = async () => (await demo.requests('uploadAttachments')).map(({ body }) => body);
const askAgain = 'It changed or cannot be read. Choose it again.';

describe('attachments, from a real disk over real HTTP', () => {
  it('F89: a file that changed on the disk after it was chosen is not sent, and asks to be chosen again', async () => {
    const path = await onDisk('fails-once.pdf', '%PDF-1.4 first');
    await choose(path);
    await row('fails-once').getByText('Not uploaded').waitFor();
    await writeFile(path, '%PDF-1.4 second, and longer');
    await row('fails-once').getByRole('button', { name: 'Retry' }).click();
    await row('fails-once').getByText(askAgain).waitFor();
    expect(await uploads()).toEqual([[{ name: 'fails-once.pdf', size: 14 }]]);

    await choose(path);
    await row('fails-once').getByText('Uploaded', { exact: true }).waitFor();
    expect(await row('fails-once').count()).toBe(1);
    expect((await uploads()).at(-1)).toEqual([{ name: 'fails-once.pdf', size: 27 }]);
  });

  const changes = [
    'changes',
    (path: string) => writeFile(path, '%PDF-1.4 no longer what was chosen'),
  ] as const;
  const disappears = ['disappears', (path: string) => rm(path)] as const;
  it.each(runs([disappears], [changes, disappears]))(
    'F89: a file that %s while it is sent is told from a network that fails',
    async (_, spoil) => {
      const [spoilt, whole] = [await onDisk('a.pdf', '%PDF-1.4 a'), await onDisk('b.pdf', '%PDF-1.4 b')];
      await demo.page.route('**/upload-attachments', async (route) => {
        if (route.request().postData()?.includes('a.pdf')) await spoil(spoilt);
        await route.abort();
      });
      await choose(spoilt, whole);
      await row('a.pdf').getByText(askAgain).waitFor();
      expect(await row('a.pdf').getByRole('button', { name: 'Retry' }).count()).toBe(0);
      await row('b.pdf').getByText('The service did not answer.').waitFor();
      expect(await row('b.pdf').getByRole('button', { name: 'Retry' }).count()).toBe(1);
    },
  );

  it('F93: a dropped folder is refused with words, and the file beside it is taken', async () => {
    await mkdir(join(folder, 'photos'));
    await onDisk('photos/inside.pdf', '%PDF-1.4 inside');
    const page = await onDisk('page.html', '<script>alert(1)</script>');
    await drop(join(folder, 'photos'), await onDisk('beside.pdf', '%PDF-1.4 beside'), page);
    await row('photos').getByText('You cannot attach a folder. Add the files in it.').waitFor();
    await row('page.html')
      .getByText(/^Accepted types: PDF/)
      .waitFor();
    await row('beside.pdf').getByText('Uploaded', { exact: true }).waitFor();
    expect(await uploads()).toEqual([[{ name: 'beside.pdf', size: 15 }]]);
    expect(await row('inside').count()).toBe(0);
  });
});
