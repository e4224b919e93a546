import type { AsyncLocalStorage } from 'node:async_hooks';
import React from 'react';
import { afterEach, aroundEach, vi } from 'vitest';

// A test that ran out of time is still running. Waiting inside `act`, it would keep React from rendering anything for the tests
// after it; later it would press their buttons. So what is red is told that it is over, wherever it waits or acts next.

interface Running {
  isOver: boolean;
  over: Promise<never>;
  end: () => void;
}

const createRunning = (): Running => {
  let reject: (reason: Error) => void = () => {};
  const over = new Promise<never>((_, stop) => (reject = stop));
  over.catch(() => {});
  const running: Running = {
    isOver: false,
    over,
    end() {
      running.isOver = true;
      reject(new Error('The test is over.'));
    },
  };
  return running;
};

// In a browser nothing tells who calls: there it is the test that runs now.
const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks');
const caller: AsyncLocalStorage<Running> | undefined = hooks && new hooks.AsyncLocalStorage();
let latest = createRunning();

function callingTest(): Running {
  const running = caller?.getStore() ?? latest;
  if (running.isOver) throw new Error('The test is over.');
  return running;
}

/** Waits no longer than the calling test runs. */
export function whileItRuns<T>(wait: () => PromiseLike<T>): Promise<T> {
  const { over } = callingTest();
  return Promise.race([wait(), over]);
}

// Testing Library takes `act` from here when it is loaded. React 18.2, the oldest, has it elsewhere.
const { act } = React as { act?: (run: () => unknown) => PromiseLike<unknown> };
if (act) {
  const actInTime: typeof act = (run) => {
    const { over } = callingTest();
    return act(() => {
      const result = run();
      return result instanceof Promise ? Promise.race([result, over]) : result;
    });
  };
  Object.assign(React, { act: actInTime });
}

/** To be called in a setup file. Runs `cleanUp` after each test; what a red one left running and changed is ended before. */
export function afterEachTest(cleanUp: () => void): void {
  aroundEach(async (runTest) => {
    latest = createRunning();
    await (caller ? caller.run(latest, runTest) : runTest());
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return cleanUp();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    latest.end();
    latest = createRunning();
    await new Promise((resolve) => setTimeout(resolve, 50)); // until React knows, too
    if (caller) caller.exit(cleanUp);
    else cleanUp();
  });
}
