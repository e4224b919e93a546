import { afterEach, describe, expect, it } from 'vitest';
import { createTabChannel } from '../../src/core/pageLifecycle.ts';
import { createMemoryJournal, createTerminalOperations, createVirtualClock } from '../../src/exports/core.ts';
import { createSandboxPayments } from '../../src/exports/sandbox.ts';
import { installChannels } from './fakeChannel.ts';

let installed: ReturnType<typeof installChannels> | undefined;
afterEach(() => installed?.uninstall());

function channels(options?: { isForbidden?: boolean }) {
  return (installed = installChannels(options));
}

describe('the channel between tabs', () => {
  it('is none outside a page', () => {
    expect(createTabChannel('tabs')).toBeUndefined();
  });

  it('is open while a listener is there, once for all of them', () => {
    const { open, names } = channels();
    const channel = createTabChannel('tabs')!;
    expect(open.size).toBe(0);
    const leaves = [channel.listen(() => undefined), channel.listen(() => undefined)];
    expect([open.size, names, channel.isOpen?.()]).toEqual([1, ['tabs'], true]);
    leaves[0]!();
    expect(open.size).toBe(1);
    leaves[1]!();
    expect(open.size).toBe(0);
    channel.listen(() => undefined)();
    expect([open.size, names]).toEqual([0, ['tabs', 'tabs']]);
  });

  it('says what it is told to all who listen elsewhere, and to no listener that left', () => {
    channels();
    const [here, there, other] = ['tabs', 'tabs', 'others'].map((name) => createTabChannel(name)!);
    const heard: string[] = [];
    const hear = (name: string) => (message: unknown) => heard.push(`${name} ${String(message)}`);
    here!.listen(hear('here'));
    other!.listen(hear('other'));
    const leave = there!.listen(hear('first'));
    there!.listen(hear('second'));
    here!.post('one');
    leave();
    here!.post('two');
    expect(heard).toEqual(['first one', 'second one', 'second two']);
  });

  it('says nothing while no listener is here', () => {
    channels();
    const [here, there] = [createTabChannel('tabs')!, createTabChannel('tabs')!];
    const heard: unknown[] = [];
    there.listen((message) => heard.push(message));
    here.post('one');
    expect(heard).toEqual([]);
  });
});

describe('F78: a browser that forbids channels, where cookies are blocked', () => {
  it('breaks neither who speaks nor who listens', () => {
    channels({ isForbidden: true });
    const channel = createTabChannel('tabs')!;
    const leave = channel.listen(() => undefined);
    expect(channel.isOpen?.()).toBe(false);
    channel.post('one');
    leave();
    expect(() => channel.post('two')).not.toThrow();
  });

  it('lets a page take payments like one that is alone', async () => {
    channels({ isForbidden: true });
    const clock = createVirtualClock(0);
    const { client, sandbox } = createSandboxPayments({ clock, latencyMs: 50 });
    const page = { isVisible: () => true, onWake: () => () => undefined };
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock, page });
    void operations.start('pay', { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false });
    await clock.advance(20_000);
    operations.dispose();
    expect(operations.list()).toMatchObject([{ phase: 'complete' }]);
  });
});
