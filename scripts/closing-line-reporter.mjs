/** @typedef {import('vitest/node').TestModule} TestModule */

/**
 * Prints `tests: 4 passed, 0 failed, 0 skipped` as the last line of a Vitest run: for people, and for scripts/test.mjs,
 * which adds these lines up.
 */
export default class ClosingLineReporter {
  line = '';

  onInit() {
    process.on('exit', () => console.log(this.line));
  }

  /** @param {readonly TestModule[]} modules @param {readonly unknown[]} unhandledErrors */
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // An error outside a test (an import, a beforeAll) leaves its tests unrun: it must not vanish from the count.
      count.failed += [module, ...module.children.allSuites()].filter(
        (parent) => parent.errors().length > 0,
      ).length;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    // What is still pending at the end never finished.
    this.line = `tests: ${count.passed} passed, ${count.failed + count.pending} failed, ${count.skipped} skipped`;
  }
}
