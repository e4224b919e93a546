import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';

/** What shadcn asks ui.shadcn.com for at every `add`, whatever is added. */
const baseColor = {
  inlineColors: { light: {}, dark: {} },
  cssVars: { light: {}, dark: {} },
  inlineColorsTemplate: '',
  cssVarsTemplate: '',
};

/** The one that npm asks on this machine. */
const npmRegistry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();

const unpack = (...options: string[]) => spawnSync('tar', ['-xzf', inject('tarball'), ...options]);

/**
 * A registry of packages that has the packed one, and sends for all others to the usual one. Under `/r/` it serves `folder`,
 * in place of ui.shadcn.com too.
 */
export async function servePackage(folder: string): Promise<string> {
  const manifest = JSON.parse(String(unpack('-O', 'package/package.json').stdout)) as { version: string };
  const { version } = manifest;
  const json = (response: ServerResponse, body: string | object) =>
    response
      .setHeader('content-type', 'application/json')
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  const server = createServer(({ url = '', headers }, response) => {
    const tarball = `http://${headers.host}/tillkit.tgz`;
    const item = join(folder, url.replace('/r/', ''));
    if (url === '/tillkit') {
      const versions = { [version]: { ...manifest, dist: { tarball } } };
      json(response, { name: 'tillkit', 'dist-tags': { latest: version }, versions });
    } else if (url === '/tillkit.tgz') response.end(readFileSync(inject('tarball')));
    else if (url.startsWith('/r/colors/')) json(response, baseColor);
    else if (!url.startsWith('/r/'))
      response.writeHead(302, { location: new URL(url, npmRegistry).href }).end();
    else if (existsSync(item)) json(response, readFileSync(item, 'utf8'));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Unpacks the package into `package`, a folder of this one. */
export function unpackPackage(folder: string): void {
  const { status, stderr } = unpack('-C', folder);
  if (status !== 0) throw new Error(`The package cannot be unpacked: ${String(stderr)}`);
}
