const said = new Set<string>();

export function warnOnce(sentence: string): void {
  if (said.has(sentence)) return;
  said.add(sentence);
  console.warn(`tillkit: ${sentence}`);
}
