/** With `--short` a bench does the least that runs its whole path: its figures say nothing, but that they can be had. */
export const isShort = process.argv.includes('--short');

/** What else was asked for. */
export const args = process.argv.slice(2).filter((arg) => arg !== '--short');
