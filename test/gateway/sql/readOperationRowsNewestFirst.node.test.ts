import { expect, test } from 'vitest';
import { removeSqliteFiles } from './sqliteFiles.ts';
import { wrongSearches } from './wrongSearches.ts';

removeSqliteFiles();

test('a search finds each operation once, newest first, also if more begin with the text than are read at once', async () => {
  expect(await wrongSearches(1200, ['A-', '45', 'R77'])).toEqual([]);
});
