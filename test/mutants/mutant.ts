export interface Mutant {
  /** What the broken kit would do. */
  name: string;
  file: string;
  find: string;
  replace: string;
  /** Where a test must turn red. */
  tests: string;
}
