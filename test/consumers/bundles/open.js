import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const { exports } = createRequire(import.meta.url)('tillkit/package.json');
for (const entry of Object.keys(exports)) resolve(entry.replace('.', 'tillkit'));
