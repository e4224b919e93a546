import { expect, within } from 'storybook/test';
import type { Harness } from '../../test/harness.tsx';

interface Played {
  canvas: ReturnType<typeof within>;
  loaded: Record<string, unknown>;
  userEvent: { click: (element: Element) => Promise<void> };
}

const harnessOf = ({ loaded }: Pick<Played, 'loaded'>) => (loaded as { harness: Harness }).harness;

/** Makes a sale of 12.50, which is approved before the story begins. Returns its reference. */
export async function sell({ operations, advance }: Harness, kind: 'pay' | 'preAuth' = 'pay') {
  await operations.start(kind, {
    terminalId: 'terminal-1',
    amount: 1250,
    receipt: false,
    orderNumber: 'A-1042',
  });
  await advance(10_000);
  return operations.list()[0]?.pnRefNum ?? '';
}

/** Presses a button of the story, lets time pass, and expects these words in what the hook returns. */
export const pressed =
  (name: string | undefined, afterMs: number, words: string | RegExp) => async (context: Played) => {
    const { canvas, userEvent } = context;
    await harnessOf(context).advance(300);
    if (name !== undefined) await userEvent.click(await canvas.findByRole('button', { name }));
    await harnessOf(context).advance(afterMs);
    await expect((await canvas.findAllByText(words)).length).toBeGreaterThan(0);
  };

/** Prepares the story's sandbox before the story begins. The story finds what `prepare` returns in `loaded`. */
export const prepared =
  (prepare: (harness: Harness) => Promise<Record<string, unknown> | void>) =>
  async (context: Pick<Played, 'loaded'>) =>
    void Object.assign(context.loaded, await prepare(harnessOf(context)));

/** The reference of the sale that `prepared` made. */
export const pnRefNumOf = ({ loaded }: { loaded: Record<string, unknown> }) =>
  (loaded as { pnRefNum: string }).pnRefNum;
