import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hookIn, propsIn, sentenceIn } from '../../.storybook/docProps.ts';
import { sectionsOf, tableIn } from './markdown.ts';
import { read, root } from './pages.ts';

let url = '';
let list = '';
let stop = () => undefined as void;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  const port = await freePort();
  const options = ['--host', '127.0.0.1', '--ci', '--no-version-updates', '--disable-telemetry'];
  const storybook = join(root, 'node_modules/storybook/dist/bin/dispatcher.js');
  const child = spawn(process.execPath, [storybook, 'dev', '-p', String(port), ...options], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
  });
  stop = () => void (child.pid !== undefined && process.kill(-child.pid));
  url = `http://127.0.0.1:${port}/mcp`;
  list = await vi.waitFor(() => ask('docs-list'), { timeout: 240_000, interval: 500 });
}, 300_000);
afterAll(() => stop());

/** What `@storybook/addon-mcp` answers an assistant. */
async function ask(tool: string, parameters: Record<string, unknown> = {}): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: parameters },
    }),
  });
  const [, line = '{}'] = /^data: (.*)$/m.exec(await response.text()) ?? [];
  const answer = JSON.parse(line) as { result?: { content: { text: string }[] } };
  return answer.result?.content.map(({ text }) => text).join('\n') ?? '';
}

/** The id under which the server lists a component or hook. */
const idOf = (name: string) => new RegExp(`^- ${name} \\(([^)]+)\\)`, 'm').exec(list)?.[1] ?? '';

const namesIn = (folder: string) => readdirSync(join(root, folder)).map((file) => file.replace('.md', ''));
const dropIns = namesIn('docs/components').filter((name) => name !== 'PaymentsProvider');

test.each(dropIns)('the Storybook server knows %s, with all its props', async (name) => {
  const markdown = read(`docs/components/${name}.md`);
  const answer = await ask('docs-show', { id: idOf(name) });
  expect(answer).toContain(sentenceIn(markdown));
  const props = propsIn(markdown);
  expect(props.length).toBeGreaterThan(0);
  const unknown = props.filter(
    ({ name: prop, type, words }) =>
      (!answer.includes(`  ${prop}: ${type}`) && !answer.includes(`  ${prop}?: ${type}`)) ||
      !answer.includes(words),
  );
  expect(unknown).toEqual([]);
});

test.each(namesIn('docs/hooks'))(
  'the Storybook server knows %s, its options and its result',
  async (name) => {
    const markdown = read(`docs/hooks/${name}.md`);
    const answer = await ask('docs-show', { id: idOf(name) });
    expect(answer).toContain(hookIn(markdown));
    const sections = sectionsOf(markdown);
    const rows = [
      ...tableIn(sections.get('Options') ?? '', 'option'),
      ...tableIn(sections.get('Returns') ?? '', 'name'),
    ];
    expect(rows.filter(([field = '']) => !answer.includes(`| \`${field}\` |`))).toEqual([]);
    expect(answer).toContain(`${name}(`);
  },
);
