import { act, renderHook } from '@testing-library/react';
import { useOperations } from 'tillkit';
import { describe, expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

const terminalId = 'terminal-1';
const sale = { terminalId, amount: 1250, receipt: false };

describe('useOperations', () => {
  const open = (options?: Parameters<typeof useOperations>[0]) => {
    const harness = createHarness({ scenario: 'slow' });
    const start = (terminal: string, amount = 1250) =>
      act(async () => {
        await harness.operations.start('pay', { ...sale, terminalId: terminal, amount });
      });
    const view = renderHook(({ filter }) => useOperations(filter), {
      wrapper: harness.wrapper,
      initialProps: { filter: options },
    });
    const terminals = () => view.result.current.map((operation) => operation.terminalId);
    return { ...harness, ...view, start, terminals };
  };

  test('has the newest first, and a new list where one has come', async () => {
    const { start, terminals, advance } = open();
    expect(terminals()).toEqual([]);
    await start('terminal-1');
    await act(() => advance(1000));
    await start('terminal-2');
    expect(terminals()).toEqual(['terminal-2', 'terminal-1']);
  });

  test('has those of one terminal, and of another when that is asked for', async () => {
    const { start, terminals, rerender } = open({ terminalId: 'terminal-1' });
    await start('terminal-1');
    await start('terminal-2');
    expect(terminals()).toEqual(['terminal-1']);
    rerender({ filter: { terminalId: 'terminal-2' } });
    expect(terminals()).toEqual(['terminal-2']);
    rerender({ filter: undefined });
    expect(terminals()).toHaveLength(2);
  });

  test('has what is open, or what is over', async () => {
    const { start, terminals, rerender, advance } = open({ open: true });
    await start('terminal-1');
    expect(terminals()).toEqual(['terminal-1']);
    await act(() => advance(90_000));
    expect(terminals()).toEqual([]);
    rerender({ filter: { open: false } });
    expect(terminals()).toEqual(['terminal-1']);
  });

  test('keeps a row as it is while another changes', async () => {
    const { start, result, sandbox, advance } = open();
    sandbox.setScenario('lost-request', { next: true });
    await start('terminal-1');
    await act(() => advance(1000));
    await start('terminal-2', 500);
    const [changing, kept] = result.current;
    expect([changing?.phase, kept?.phase]).toEqual(['sending', 'unknown']);
    await act(() => advance(1000));
    expect(result.current[0]?.phase).toBe('waiting');
    expect(result.current[1]).toBe(kept);
  });
});
