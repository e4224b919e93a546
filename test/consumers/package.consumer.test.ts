import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Consumer, installConsumer } from './consumer.ts';

let consumer: Consumer;
let files: string[];
const inPackage = (path: string) => join(consumer.folder, 'node_modules/tillkit', path);
const read = (path: string) => readFile(inPackage(path), 'utf8');

beforeAll(async () => {
  consumer = await installConsumer('bundles');
  files = await readdir(inPackage(''), { recursive: true });
});

/** The packages and the modules of ours that a page carries at once which has this one script. */
async function carriedBy(script: string) {
  const result = await build({
    root: consumer.folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: join(consumer.folder, script) } },
  });
  const [built] = [result].flat();
  const outputs = built && 'output' in built ? built.output : [];
  const chunks = outputs.flatMap((output) => (output.type === 'chunk' ? output : []));
  const atOnce = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of atOnce)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) atOnce.add(chunk);
  const modules = [...atOnce].flatMap((chunk) => Object.keys(chunk.modules));
  const paths = modules.flatMap((id) => /.*\/node_modules\/(.*)/.exec(id)?.[1] ?? []);
  const styles = outputs.filter(({ fileName }) => fileName.endsWith('.css'));
  return {
    packages: [...new Set(paths.map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''))],
    own: paths.filter((path) => path.startsWith('tillkit/')),
    styles: styles.length,
  };
}

describe('what a host does not use drops out', () => {
  it('a picker brings no forms, no rules, no files and no simulator', async () => {
    const { packages, own } = await carriedBy('picker.js');
    expect(own).toContain('tillkit/dist/components/terminal-picker/TerminalPicker.js');
    expect(packages).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(react-hook-form|zod|react-dropzone|uqr)$/)]),
    );
    expect(
      own.filter((path) => /sandbox|gateway|payment-link-form|checkout|words\/(?!en|plural)/.test(path)),
    ).toEqual([]);
  });

  it('a part brings its own family, and nothing of the others', async () => {
    const { own } = await carriedBy('part.js');
    expect(own).toContain('tillkit/dist/components/terminal-picker/TerminalPicker.js');
    expect(own.filter((path) => /components\/(?!kit|terminal-picker)/.test(path))).toEqual([]);
  });

  it('a page of links brings no payments: nothing that starts, records or follows one', async () => {
    const { own } = await carriedBy('links.js');
    expect(own).toContain('tillkit/dist/components/payment-link-list/PaymentLinkList.js');
    expect(
      own.filter((path) =>
        /createTerminalOperations|operations\/journal|messageWatcher|startGuard|core\/polling/.test(path),
      ),
    ).toEqual([]);
  });

  it('an amount brings no network', async () => {
    const { packages, own } = await carriedBy('money.js');
    expect(packages).toEqual(['tillkit']);
    expect(own.filter((path) => !path.startsWith('tillkit/dist/core/money/'))).toEqual([]);
  });

  it('an import for nothing brings nothing, and a style sheet stays', async () => {
    expect(await carriedBy('nothing.js')).toMatchObject({ own: [], styles: 0 });
    expect(await carriedBy('styles.js')).toMatchObject({ styles: 1 });
  });
});

describe('the published files', () => {
  it('F107: hold the build, its documentation, the examples and what npm adds, and run nothing on installation', async () => {
    const folders = new Set(files.map((path) => path.split('/')[0] ?? ''));
    const documents = ['ARCHITECTURE.md', 'LICENSE', 'README.md', 'SECURITY.md'];
    const forAssistants = ['llms.txt', 'skills'];
    const others = ['dist', 'docs', 'examples', 'package.json', 'registry.json'];
    expect([...folders].toSorted()).toEqual([...documents, ...others, ...forAssistants].toSorted());
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scripts).filter((name) => /install|prepare$/.test(name))).toEqual([]);
  });

  it('have the page of each error where its docsPath says', async () => {
    const pages = files.filter((path) => path.startsWith('docs/errors/'));
    expect(pages).toContain('docs/errors/unanswered.md');
    const { HttpError } = (await import(inPackage('dist/exports/core.js'))) as typeof import('tillkit/core');
    expect(files).toContain(new HttpError({ status: 500 }).docsPath);
  });

  it('are few and light: no maps, because the modules are readable, and no types that no entry leads to', async () => {
    const modules = files.filter((path) => path.endsWith('.js'));
    const types = files.filter((path) => path.endsWith('.d.ts'));
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([]);
    expect(await read('dist/core/money/parseCents.js')).toContain('/** Reads digits');
    expect(types.length).toBeLessThan(0.9 * modules.length);
    expect(files.filter((path) => /\.\w+$/.test(path)).length).toBeLessThanOrEqual(710);
    const built = new Set(modules.flatMap((path) => /^dist\/(\w+)\//.exec(path)?.[1] ?? []));
    const ofPages = ['components', 'core', 'hooks', 'words'];
    expect([...built].toSorted()).toEqual(['_virtual', ...ofPages, 'exports', 'node', 'shared'].toSorted());
    const { size } = await stat(inject('tarball'));
    expect(size).toBeLessThanOrEqual(1_200_000);
  });

  it('import nothing for nothing, of which a bundler would warn', async () => {
    // The command's templates have such imports as text.
    const modules = files.filter((path) => /^dist\/(?!node\/).*\.js$/.test(path));
    const bare: string[] = [];
    for (const path of modules) if (/^import ["']/m.test(await read(path))) bare.push(path);
    expect(bare).toEqual([]);
  });

  it("say 'use client' in each hook and component, and nowhere else", async () => {
    const marked: string[] = [];
    for (const path of files.filter((name) => name.endsWith('.js'))) {
      if (/^["']use client["']/.test(await read(path))) marked.push(path);
    }
    expect(marked).toContain('dist/hooks/useTerminalFlow.js');
    expect(marked).toContain('dist/components/terminal-checkout/TerminalCheckout.js');
    expect(marked.filter((path) => !/^dist\/(hooks|components)\//.test(path))).toEqual([]);
  });

  it('hold a command that says their version', async () => {
    const { version } = JSON.parse(await read('package.json')) as { version: string };
    expect((await consumer.run('npx tillkit --version')).trim()).toBe(version);
  });

  it('are closed but for the entries', async () => {
    await expect(consumer.run('node open.js')).resolves.toBe('');
    const inside = `node --input-type=module -e "import 'tillkit/dist/core/money/parseCents.js'"`;
    await expect(consumer.run(inside)).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});
