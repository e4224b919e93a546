import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { type Consumer, openConsumer } from './consumer.ts';
import { servePackage, unpackPackage } from './packageRegistry.ts';
import { useTheTill } from './useTheTill.ts';
import { openWatchedPage } from './watchedPage.ts';

const shadcn = 'npm exec --yes --prefer-offline --package shadcn@4.23.0 -- shadcn';

const page = `'use client';
import { PaymentsProvider } from 'tillkit';
import { createSandboxPayments } from 'tillkit/sandbox';
import { PaymentLinkForm } from '@/components/payment-link-form';
import { TerminalCheckout } from '@/components/terminal-checkout';

const { client, operations } = createSandboxPayments();

export default function Till() {
  return (
    <PaymentsProvider client={client} operations={operations} currency="USD" locale="en-US">
      <TerminalCheckout className="rounded-none" />
      <PaymentLinkForm />
    </PaymentsProvider>
  );
}
`;

/** What `shadcn init` writes into an app of Tailwind 4. */
const components = (css: string, rsc: boolean) => ({
  style: 'new-york',
  rsc,
  tsx: true,
  tailwind: { config: '', css, baseColor: 'neutral', cssVariables: true },
  aliases: { components: '@/components', utils: '@/lib/utils', ui: '@/components/ui', lib: '@/lib' },
  iconLibrary: 'lucide',
});

const apps = {
  vite: {
    create: 'npm exec --yes --prefer-offline create-vite@9.3.0 -- vite --template react-ts --no-interactive',
    install: 'npm install --no-audit --no-fund --prefer-offline tailwindcss @tailwindcss/vite',
    css: 'src/index.css',
    // The steps of shadcn's own page for Vite.
    files: {
      'src/index.css': '@import "tailwindcss";\n',
      'src/App.tsx': page,
      'vite.config.ts': `import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
});
`,
    },
    serve: 'vite preview --port 0',
  },
  next: {
    create:
      'npm exec --yes --prefer-offline create-next-app@16.4.3 -- next --yes --ts --tailwind --app --no-eslint --no-src-dir --skip-install --disable-git',
    install: 'npm install --no-audit --no-fund --prefer-offline',
    css: 'app/globals.css',
    files: {
      'app/page.tsx': page,
      // Without the fonts, which it would fetch.
      'app/layout.tsx': `import './globals.css';

export default function RootLayout({ children }: LayoutProps<'/'>) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
    },
    serve: 'next start --port 0',
  },
};

async function write({ folder }: Consumer, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
}

/** Adds the alias `@/` to the options of the compiler, in both files that shadcn's page names. */
async function aliasSources({ folder }: Consumer) {
  for (const name of ['tsconfig.json', 'tsconfig.app.json']) {
    const text = await readFile(join(folder, name), 'utf8');
    const paths = '"paths": { "@/*": ["./src/*"] }';
    const changed = text.includes('"compilerOptions": {')
      ? text.replace('"compilerOptions": {', `"compilerOptions": {\n    ${paths},`)
      : text.replace('{', `{\n  "compilerOptions": { ${paths} },`);
    await writeFile(join(folder, name), changed);
  }
}

it.each(['vite', 'next'] as const)(
  'a fresh app of %s gets the till by shadcn add, and sells',
  { timeout: 600_000 },
  async (name) => {
    const app = apps[name];
    const folder = `shadcn-${name}`;
    const workshop = join(inject('workshop'), folder);
    const items = join(workshop, 'items');
    await mkdir(items, { recursive: true });
    const address = await servePackage(items);
    const environment = { npm_config_registry: address, REGISTRY_URL: `${address}/r` };
    unpackPackage(workshop);
    await openConsumer(`${folder}/package`, environment).run(`${shadcn} build --output ${items}`);

    await openConsumer(folder, environment).run(app.create);
    const host = openConsumer(`${folder}/${name}`, environment);
    await host.run(app.install);
    await write(host, app.files);
    if (name === 'vite') await aliasSources(host);
    await write(host, { 'components.json': JSON.stringify(components(app.css, name === 'next')) });
    await host.run(
      `${shadcn} add --yes ${address}/r/terminal-checkout.json ${address}/r/payment-link-form.json`,
    );

    const css = await readFile(join(host.folder, app.css), 'utf8');
    expect(css.match(/@import "tillkit.*/g)).toEqual([
      '@import "tillkit/styles.css" layer(components);',
      '@import "tillkit/styles/shadcn.css" layer(components);',
    ]);
    await host.run('npm run build');
    const { page: till, complaints } = await openWatchedPage(await host.serve(app.serve));
    await useTheTill(till);
    const radius = await till
      .locator('[data-tillkit="terminal-checkout"]')
      .evaluate((element) => getComputedStyle(element).borderRadius);
    expect(radius).toBe('0px');
    expect(await complaints()).toEqual([]);
  },
);
