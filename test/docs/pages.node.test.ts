import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createPaymentsClient,
  defineService,
  type Fetcher,
  type OperationName,
  PaymentsError,
  type PaymentsErrorCode,
  processingStatuses,
  type Service,
} from 'tillkit/core';
import { createSandbox, createVirtualClock, scenarioNames } from 'tillkit/sandbox';
import manifest from '../../package.json' with { type: 'json' };
import { snippetsIn } from '../../scripts/snippets.mjs';
import { linkDecimalsIfMajorUnit } from '../../src/core/wire/dialect.ts';
import { contractOperationNames, routeWithOverrides, contractRoutes } from '../../src/core/wire/routes.ts';
import { scenarioOfAmount } from '../../src/sandbox/scenarios.ts';
import { anchorsOf, linksIn, tableIn } from './markdown.ts';
import { docs, importSnippet, pages, read, root, skills } from './pages.ts';
import { readPublicTypes } from './publicTypes.ts';

/** The relative links of a page that lead nowhere. */
function brokenLinks(page: string, markdown: string): string[] {
  return linksIn(markdown)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path ? posix.join(posix.dirname(page), decodeURIComponent(path)) : page;
      if (!existsSync(join(root, file))) return true;
      if (anchor === undefined) return false;
      return statSync(join(root, file)).isDirectory() || !anchorsOf(read(file)).has(anchor);
    });
}

describe('links', () => {
  test('are found broken where file or heading is missing', () => {
    const markdown = '[`a`](missing.md) [`b`](#no) [c](#a-b) [d](https://e.example/x)\n\n# A `b`\n';
    expect(brokenLinks('docs/contract.md', markdown)).toEqual(['missing.md', '#no', '#a-b']);
    expect([...anchorsOf('# A `b`: c\n\n## A\n\n## A\n')]).toEqual(['a-b-c', 'a', 'a-1']);
  });

  test.each(pages)('of %s lead somewhere', (page) => {
    expect(brokenLinks(page, read(page))).toEqual([]);
  });
});

describe('in the package', () => {
  const shipped = ['README.md', 'LICENSE', 'package.json', ...manifest.files];
  const isShipped = (path: string) =>
    shipped.some((entry) => path === entry || path.startsWith(`${entry}/`)) && existsSync(join(root, path));
  const isLeftOut = (path: string) => !isShipped(path) && existsSync(join(root, path));

  test.each(pages.filter(isShipped))('%s leads to what is there', (page) => {
    const text = read(page);
    const linked = linksIn(text)
      .filter((target) => !/^([a-z]+:|#)/i.test(target))
      .map((target) => posix.join(posix.dirname(page), decodeURIComponent(target.split('#')[0] ?? '')));
    expect(linked.filter((path) => !isShipped(path.replace(/\/$/, '')))).toEqual([]);
    // What is named for who works on the source is said to be in the repository, or in a clone of it.
    const named = text
      .split(/^#{2,3} /m)
      .filter((section) => !/\b(repository|clone)\b/.test(section))
      .flatMap((section) => [...section.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[A-Z]+\.md)`/g)])
      .map(([, path = '']) => path);
    expect(named.filter(isLeftOut)).toEqual([]);
  });
});

describe('docs/contract.md', () => {
  const contract = read('docs/contract.md');

  test('has the routes that are sent', () => {
    const written = tableIn(contract, 'operation').map(([operation, method, path]) => ({
      operation,
      method,
      path,
    }));
    const sent = contractOperationNames.map((operation) => {
      const { method, path } = contractRoutes[operation];
      return { operation, method, path };
    });
    expect(written).toEqual(sent);
  });

  test('has the routes of the deprecated version', () => {
    const written = tableIn(contract, 'operation in `v1`');
    expect(written.length).toBeGreaterThan(0);
    for (const [operation, method, path] of written) {
      const name = contractOperationNames.find((known) => known === operation);
      expect(name && routeWithOverrides(name, 'v1')).toMatchObject({ method, path });
    }
  });
});

describe('docs/contract.md, known and chosen', () => {
  const service = defineService({});
  const types = readPublicTypes(root, 'src/exports/core.ts');
  afterAll(types.close);
  const asked = (operation: OperationName) => service.route(operation).path;
  const statuses = Array.from({ length: 500 }, (_, index) => index + 100);
  /** What a description without a word does, seen from outside. */
  const defaults: Record<string, string | undefined> = {
    'pages.limit': `${service.pages.limit}`,
    'pages.most': `${service.pages.most}`,
    'paymentLinks.version': /\d{6}/.exec(String(asked('createPaymentLink')))?.[0],
    refusals: statuses.filter((status) => service.isRefusal(status, 'pay')).join(', '),
    statuses: processingStatuses.join(', '),
    amountScale: service.amountScale ?? 'none',
    credentials: service.credentials.join(', '),
    providers: service.needsProvider ? undefined : 'none',
    currency: service.description.currency ?? 'none',
    'paymentLinks.amountUnit': linkDecimalsIfMajorUnit({}) === undefined ? 'minor' : 'major',
    terminalPathPrefix: asked('pay') === contractRoutes.pay.path ? 'none' : undefined,
  };
  const rows = tableIn(read('docs/contract.md'), 'what').map(([, , byDefault = '', fields = '']) => ({
    byDefault,
    fields: fields.replaceAll('`', '').split(', '),
  }));

  test('has every field of a description', () => {
    const named = new Set(rows.flatMap(({ fields }) => fields.map((field) => field.split('.')[0])));
    const known = types.membersOf('ServiceDescription').map(({ name }) => name);
    expect(named).toEqual(new Set(known));
  });

  test.each(Object.entries(defaults))('says the default of %s', (field, byDefault) => {
    expect(byDefault).toBeDefined();
    expect(rows.find(({ fields }) => fields.includes(field))?.byDefault).toBe(byDefault);
  });
});

describe('pages of errors', () => {
  const source = read('src/core/errors.ts');
  const union = /type PaymentsErrorCode =([^;]+);/.exec(source)?.[1] ?? '';
  const codes = [...union.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code as PaymentsErrorCode);

  test('are one for each code', () => {
    expect(codes).toContain('unanswered');
    const written = docs.filter((path) => path.startsWith('docs/errors/'));
    expect(written).toEqual(codes.map((code) => `docs/errors/${code}.md`).toSorted());
  });

  test.each(codes)('%s is where its error says, with its paragraphs', (code) => {
    const page = read(new PaymentsError(code, 'It went wrong.').docsPath);
    expect(page).toMatch(new RegExp(`^# ${code}\n`));
    for (const lead of ['What happened', 'Why it matters', 'What to do', 'What the merchant sees', 'Fields'])
      expect(page).toContain(`\n**${lead}.** `);
  });

  test('are there wherever the source names one', () => {
    const named = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => read(join('src', path)).match(/docs\/[\w/-]+\.md/g) ?? []);
    expect(named.filter((path) => !docs.includes(path))).toEqual([]);
  });
});

test('docs/sandbox.md has every scenario, with the amounts that choose it', () => {
  const table = tableIn(read('docs/sandbox.md'), 'scenario');
  expect(new Set(table.map(([name]) => name))).toEqual(new Set(scenarioNames));
  expect(table).toHaveLength(scenarioNames.length);
  for (const [name, digits = ''] of table.filter(([, cell = '']) => /^\d\d$/.test(cell))) {
    expect(scenarioOfAmount(Number(`12${digits}`))).toBe(name);
  }
});

test.each([
  ['docs/core.md', 'core'],
  ['docs/sandbox.md', 'sandbox'],
  ['docs/gateway.md', 'gateway'],
  ['docs/gateway.md', 'gateway-node'],
  ['docs/run-the-gateway.md', 'gateway-sql'],
])('%s names whatever can be imported of its entry, %s', (page, entry) => {
  const names = read(`test/__snapshots__/exports-${entry}.txt`).match(/^\w+$/gm) ?? [];
  const text = read(page);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test('docs/performance.md has the till of docs/start.md, measured as that imports it', () => {
  const till = snippetsIn('docs/start.md', read('docs/start.md')).find(({ source }) =>
    source.includes('createPaymentsClient'),
  );
  const imported = [...(till?.source ?? '').matchAll(/^import (\{.*\}) from '(.*)';$/gm)].map(
    ([, names, from]) => [`dist/exports/${from === 'tillkit' ? 'index' : 'core'}.js`, names],
  );
  const sizes = JSON.parse(read('scripts/size-limits.json')) as { import?: unknown; limit?: string }[];
  const measured = sizes.find(({ import: names }) => typeof names === 'object');
  expect(measured?.import).toEqual(Object.fromEntries(imported));
  const row = tableIn(read('docs/performance.md'), 'what').find(([what]) => what?.includes('start.md'));
  expect(row?.[2]).toBe(measured?.limit);
});

describe('docs/faults.md', () => {
  const rows = [...read('docs/faults.md').matchAll(/^\| (F\d+) +\|/gm)].map(([, row = '']) => row);

  test('says of every row which engine it is about', () => {
    const said = read('docs/faults.md').matchAll(/^\| F\d+ +\| .*? \| (?:alone|gateway|both) +\| /gm);
    expect([...said]).toHaveLength(rows.length);
  });

  test('has the rows F1 to F120, in order', () => {
    expect(rows).toEqual(Array.from({ length: 120 }, (_, index) => `F${index + 1}`));
  });

  test('knows every row that a test or a story names', () => {
    const named = ['test', 'stories']
      .filter((folder) => existsSync(join(root, folder)))
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.(test|stories)\.tsx?$/.test(path) && !path.includes('node_modules'))
          .flatMap((path) => read(join(folder, path)).match(/(?<=['"`( ])F[1-9]\d{0,2}(?=[:,) ])/g) ?? []),
      );
    expect(named.length).toBeGreaterThan(0);
    expect([...new Set(named)].filter((row) => !rows.includes(row))).toEqual([]);
  });
});

test.each(pages)('%s names no registry and no path of the machine it was written on', (page) => {
  const text = read(page);
  const folders = [join(root, '.'), join(root, '..'), join(homedir(), '/')].map(
    (path) => `${path.replace(/\/+$/, '')}/`,
  );
  expect(folders.filter((path) => path !== '/' && text.includes(path))).toEqual([]);
  expect(text).not.toMatch(/(^|[\s"'`(])\/(home|root|Users|tmp|var|mnt)\//m);
  expect(text).not.toMatch(/\b(registry|npm|artifactory|nexus|verdaccio)\.[a-z0-9.-]+\.[a-z]{2,}|:4873\b/i);
});

describe('snippets', () => {
  // Inside node_modules, so that snippets find the packages a host has.
  const folder = join(root, 'node_modules/.cache/docs-snippets');

  /** What the compiler says about the modules themselves; the sources they import have their own check. */
  function compilerOn(snippets: { path: string; source: string }[]): string[] {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const { path, source } of snippets) writeFileSync(join(folder, path.replaceAll('/', '~')), source);
    const tsconfig = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { moduleDetection: 'force' },
      include: ['*.ts', '*.tsx'],
      exclude: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    try {
      execFileSync(
        process.execPath,
        [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--checkers', '1'],
        {
          cwd: folder,
          encoding: 'utf8',
        },
      );
      return [];
    } catch (error) {
      const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
      const lines = said.split('\n').filter((line) => /^\S+\(\d+,\d+\): error/.test(line));
      if (lines.length === 0) return [said];
      return lines.filter((line) => !line.startsWith('../'));
    }
  }

  test(
    'all compile; one that does not would be reported with its line in the page',
    { timeout: 120_000 },
    () => {
      const wrong =
        'Text\n\n```ts\nimport { createSandbox } from "tillkit/sandbox";\ncreateSandbox(1);\n```\n';
      const snippets = ['README.md', ...docs, ...skills].map((path) => snippetsIn(path, read(path)));
      expect(docs.filter((path) => /^[ \t]+```tsx?\b/m.test(read(path)))).toEqual([]); // would not be found
      expect(snippets[0]).not.toEqual([]);
      expect(compilerOn([...snippetsIn('docs/x.md', wrong), ...snippets.flat()])).toEqual([
        expect.stringMatching(/^docs~x\.md\.4\.ts\(5,15\): error TS/),
      ]);
    },
  );

  const printing = ['README.md', ...docs]
    .flatMap((page) => snippetsIn(page, read(page)).map((snippet) => ({ page, ...snippet })))
    .map(({ page, path, source }) => ({
      page,
      path,
      source,
      beside: [...source.matchAll(/^console\.log\(.*\/\/ (.*)$/gm)].map(([, words]) => words),
    }))
    .filter(({ beside }) => beside.length > 0);

  test('the decimals of docs/connect.md are sent for every amount, and read as cents', async () => {
    const { service } = (await importSnippet('docs/connect.md', 'toDecimal')) as { service: Service };
    const clock = createVirtualClock(0);
    const sandbox = createSandbox({ service, clock, latencyMs: 0 });
    const sent: unknown[] = [];
    const client = createPaymentsClient({
      baseUrl: sandbox.baseUrl,
      headers: { authorization: 'sandbox' },
      service,
      clock,
      fetcher: async (request) => {
        if (request.method === 'POST')
          sent.push(((await request.clone().json()) as { amount: unknown }).amount);
        return sandbox.fetch(request);
      },
    });
    const sale = { terminalId: 'terminal-1', amount: 1205, receipt: false };
    const { msgIdentifier } = await client.pay({ ...sale, amount: 1250 });
    await clock.advance(10_000);
    expect(await client.getProcessedMessage({ msgIdentifier })).toMatchObject({ amount: 1250 });
    await client.preAuth(sale);
    const reference = { terminalId: 'terminal-1', pnRefNum: 'r' };
    await client.capture({ ...reference, amount: 435 }).catch(() => undefined);
    await client.refund({ ...reference, amount: 1 }).catch(() => undefined);
    expect(sent).toEqual(['12.50', '12.05', '4.35', '0.01']);
    expect(sandbox.ledger.charges).toMatchObject([{ kind: 'pay', amount: 1250 }]);
    for (const amount of [undefined, null, '']) {
      const told = new Response(JSON.stringify({ data: { status: 'complete', amount } }));
      const unsaid = createPaymentsClient({ baseUrl: sandbox.baseUrl, service, fetcher: async () => told });
      const message = await unsaid.getProcessedMessage({ msgIdentifier });
      expect(message.amount, `0 for ${amount} would say that nothing was approved`).toBeUndefined();
    }
  });

  test('with the fetcher of docs/connect.md a refusal with status 200 is one, also of a batch', async () => {
    const { fetcher } = (await importSnippet('docs/connect.md', '"success":')) as { fetcher: Fetcher };
    const answers = ['{"success": false, "message": "The till is open."}', '{"success": true}'];
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(answers.shift()));
    onTestFinished(() => fetch.mockRestore());
    const client = createPaymentsClient({ baseUrl: 'https://service.example', fetcher });
    await expect(client.closeBatch({ terminalId: 'T1' })).rejects.toMatchObject({
      status: 422,
      serviceMessage: 'The till is open.',
    });
    await expect(client.closeBatch({ terminalId: 'T1' })).resolves.toMatchObject({});
  });

  test('F23: the description in docs/connect.md does not take another message for the one that was asked for', async () => {
    const { service } = (await importSnippet('docs/connect.md', 'messageId')) as { service: Service };
    const answer = { result: { messageId: '1001', state: 'complete' } };
    const fetcher = () => Promise.resolve(Response.json(answer));
    const client = createPaymentsClient({ baseUrl: 'https://service.example', fetcher, service });
    const message = await client.getProcessedMessage({ msgIdentifier: '1001' });
    expect(message).toMatchObject({ msgIdentifier: '1001', status: 'complete' });
    await expect(client.getProcessedMessage({ msgIdentifier: '1002' })).rejects.toMatchObject({
      code: 'contract',
      field: 'msgIdentifier',
    });
  });

  test.each(printing)('$path prints what stands beside it', async ({ page, source, beside }) => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    onTestFinished(() => log.mockRestore());
    await importSnippet(page, source.trim());
    const printed = log.mock.calls.map((words) => words.join(' ').replaceAll(/\s/g, ' '));
    expect(printed).toEqual(beside.map((words) => words?.replaceAll("'", '')));
  });
});

test('the README is read at once, with light pictures for light and dark', () => {
  const text = read('README.md');
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  const pictures = [...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path);
  expect(pictures).toEqual(
    ['approved', 'unknown'].flatMap((name) =>
      ['dark', 'light'].map((look) => `docs/pictures/${name}.${look}.webp`),
    ),
  );
  expect(pictures.filter((path) => statSync(join(root, path)).size > 80_000)).toEqual([]);
});

const page = read('docs/what-happens-when.md');

/** The English catalogue's source, with values as `{name}`. */
const english =
  `${read('src/words/en.ts')}${read('src/words/enTitles.ts')}${read('src/words/enOutcomes.ts')}${read('src/words/enTransactionActions.ts')}`.replaceAll(
    /\$\{([^{}]*)\}/g,
    (_, value: string) => `{${value.split('.').at(-1)}}`,
  );

test('docs/what-happens-when.md quotes what the English catalogue says', () => {
  const quotes = [...page.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words);
  expect(quotes.length).toBeGreaterThan(40);
  const introduced = ['these quotes'];
  expect(quotes.filter((words) => !english.includes(words) && !introduced.includes(words))).toEqual([]);
});

test('docs/what-happens-when.md has every reason why something is not known', () => {
  const source = read('src/core/operations/terminalOperation.ts');
  const union = /type UnknownReason =([^;]+);/.exec(source)?.[1] ?? '';
  const reasons = [...union.matchAll(/'([a-z-]+)'/g)].map(([, reason = '']) => reason);
  expect(tableIn(page, 'reason').map(([reason]) => reason)).toEqual(reasons);
});

test('docs/connect.md has every option of the client', () => {
  const [, source = ''] =
    /export interface PaymentsClientOptions \{([\s\S]*?)\n\}/.exec(
      read('src/core/client/clientContext.ts'),
    ) ?? [];
  const options = [...source.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name = '']) => name);
  expect(options).toContain('baseUrl');
  expect(tableIn(read('docs/connect.md'), 'option').map(([name]) => name)).toEqual(options);
});
