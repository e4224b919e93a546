import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fetcher } from '../core/client/clientContext.ts';
import type { Service } from '../core/wire/service.ts';

/** The service that a file exports: as `default`, as `service`, or as its only service. Otherwise rejects. */
export async function loadService(path: string): Promise<Service> {
  const file = resolve(path);
  const exported = await load(file);
  const found = [exported['default'], exported['service'], ...Object.values(exported)].filter(isService);
  const [service, ...others] = new Set(found);
  if (!service)
    throw new Error(`${path} exports no service. Export what defineService of tillkit/core gives.`);
  const isNamed = isService(exported['default']) || isService(exported['service']);
  if (others.length > 0 && !isNamed)
    throw new Error(`${path} exports several services. Export the one that is meant as default.`);
  return service;
}

/** What a file exports as `fetcher`, beside its service; undefined if it exports none. */
export async function loadFetcher(path: string): Promise<Fetcher | undefined> {
  const { fetcher } = await load(resolve(path));
  return typeof fetcher === 'function' ? (fetcher as Fetcher) : undefined;
}

function isService(value: unknown): value is Service {
  return typeof value === 'object' && value !== null && 'description' in value && 'isRefusal' in value;
}

async function load(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION') return loadTypeScript(file);
    throw notLoaded(file, cause);
  }
}

function notLoaded(file: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Error(`${file} cannot be loaded: ${message}`, { cause });
}

/** Loads a TypeScript file with jiti: Node before 22.18 does not read TypeScript itself. */
async function loadTypeScript(file: string): Promise<Record<string, unknown>> {
  const jiti = await import('jiti').catch(() => undefined);
  if (!jiti) {
    throw new Error(
      `${file} is TypeScript, which this Node (${process.version}) does not read. Use Node 22.18 or later, install jiti beside tillkit, or give a .mjs file.`,
    );
  }
  try {
    return await jiti.createJiti(file).import(file);
  } catch (cause) {
    throw notLoaded(file, cause);
  }
}
