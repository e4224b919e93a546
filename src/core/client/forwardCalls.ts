/** The named calls of an object that is loaded with the first of them. */
export function forwardCalls<
  Name extends string,
  Target extends Record<Name, (...input: never[]) => unknown>,
>(names: readonly Name[], load: () => Promise<Target>): Pick<Target, Name> {
  const call =
    (name: Name) =>
    async (...input: never[]) =>
      (await load())[name](...input);
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Pick<Target, Name>;
}
