import type { Harness } from '../../harness.tsx';

/** A sale as it stands some time after it was started. */
export const sale =
  (ms: number) =>
  async ({ operations: ours, advance }: Harness) => {
    await ours.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    await advance(ms);
  };
