// Of each element React keeps a stack trace and a task of the debugger, for its warnings only: a tenth of the time of a test.
Reflect.deleteProperty(console, 'createTask'); // React reads it while it is loaded

/** Keeps React from taking stack traces: it takes no more than ten thousand a second. */
async function keepNoOwnerStacks(): Promise<void> {
  const { default: React } = await import('react');
  const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
  if (internals)
    Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
      configurable: true,
      get: () => 10_000,
      set() {},
    });
}

export const noOwnerStacks = keepNoOwnerStacks();
await noOwnerStacks;
