// Of each element React keeps a stack trace and a task of the debugger, for its warnings only: a tenth of the time of a test.
// A setup file imports this before React.
Reflect.deleteProperty(console, 'createTask'); // React reads it while it is loaded

const { default: React } = await import('react');
const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
// It takes no more than ten thousand a second.
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => 10_000,
    set() {},
  });

export {};
