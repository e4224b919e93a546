import { stripVTControlCharacters } from 'node:util';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {{ message?: string } | undefined} Problem */

const shownReds = 20;

/** The first lines of an error, without colours. @param {Problem} error */
const reasonOf = (error) =>
  stripVTControlCharacters(error?.message ?? 'It says no reason.')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 3)
    .map((line) => `\n     ${line.slice(0, 160)}`)
    .join('');

/**
 * At the end of a Vitest run, prints each failed test with its reason, then a line such as
 * `tests: 4 passed, 0 failed, 0 skipped`. scripts/test.mjs adds up the lines of several runs.
 */
export default class ClosingLineReporter {
  /** @type {string[]} */
  reds = [];
  /** Tests that passed at the second try. @type {string[]} */
  onceReds = [];
  line = '';

  onInit() {
    process.on('exit', () => {
      for (const red of this.onceReds) console.log(red);
      const more = this.reds.length - shownReds;
      for (const red of this.reds.slice(0, shownReds)) console.log(red);
      if (more > 0) console.log(`red: ${more} more`);
      console.log(this.line);
    });
  }

  /** @param {readonly TestModule[]} modules @param {readonly unknown[]} unhandledErrors */
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    /** @param {TestModule} module @param {string} name @param {Problem} error */
    const addRed = (module, name, error) => {
      const title = [module.relativeModuleId, name].filter((part) => part !== '').join(' > ');
      this.reds.push(`red: ${title}${reasonOf(error)}`);
    };
    for (const module of modules) {
      // If an import or a `beforeAll` throws, no test runs that could fail. So the error is counted as a failure.
      for (const parent of [module, ...module.children.allSuites()]) {
        const [error] = parent.errors();
        if (!error) continue;
        count.failed += 1;
        addRed(module, parent.type === 'suite' ? parent.fullName : '', error);
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        count[state] += 1;
        if (test.diagnostic()?.flaky)
          this.onceReds.push(`once red: ${module.relativeModuleId} > ${test.fullName}`);
        if (state === 'failed') addRed(module, test.fullName, errors[0]);
        if (state === 'pending') addRed(module, test.fullName, { message: 'It never ended.' });
      }
    }
    for (const error of unhandledErrors) {
      this.reds.push(`red: outside of the tests${reasonOf(/** @type {Problem} */ (error))}`);
    }
    this.line = `tests: ${count.passed} passed, ${count.failed + count.pending} failed, ${count.skipped} skipped`;
  }
}
