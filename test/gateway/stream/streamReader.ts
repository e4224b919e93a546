interface Block {
  event?: string;
  id?: string;
  data?: string;
}

/** What a client reads, block by block. */
export function readerOf(response: Response) {
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const reader = {
    /** Nothing where the stream has ended. A comment is an empty block. */
    async next(): Promise<Block | undefined> {
      while (!text.includes('\n\n')) {
        const { done, value } = (await body?.read()) ?? { done: true };
        if (done) return undefined;
        text += value;
      }
      const end = text.indexOf('\n\n');
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const fields = lines.filter((line) => !line.startsWith(':'));
      return Object.fromEntries(fields.map((line) => line.split(/: (.*)/s)));
    },
    /** The next change, as operation and phase; its cursor is kept. */
    async nextChange(): Promise<string | undefined> {
      const block = await reader.next();
      if (block?.event !== 'operation') return block?.event;
      reader.cursor = block.id;
      const { operation } = JSON.parse(block.data ?? '') as { operation: { id: string; phase: string } };
      return `${Number(operation.id)} ${operation.phase}`;
    },
    async changes(number: number): Promise<(string | undefined)[]> {
      const found: (string | undefined)[] = [];
      while (found.length < number) found.push(await reader.nextChange());
      return found;
    },
    cursor: undefined as string | undefined,
    cancel: async () => body?.cancel(),
  };
  return reader;
}
