// A server of a test in a process of its own: fork(this, [the built serve.ts, what serve() is to be told, as JSON]).
const [, , built = '', plan = '{}'] = process.argv;
const { serve } = await import(built);
const url = await serve(JSON.parse(plan));
process.send?.({ url });
// What it used of the processor (ms), whenever it is asked.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1000 });
});
process.once('disconnect', () => process.exit());
