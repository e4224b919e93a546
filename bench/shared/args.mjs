/** With `--short` a bench runs its whole path as briefly as possible. Its figures are not meaningful. */
export const isShort = process.argv.includes('--short');

/** The other arguments. */
export const args = process.argv.slice(2).filter((arg) => arg !== '--short');
