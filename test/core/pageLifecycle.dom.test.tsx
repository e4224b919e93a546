import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserPageLifecycle } from '../../src/core/pageLifecycle.ts';

const see = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
};
afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
  vi.restoreAllMocks();
});

describe("the signals of the browser's page", () => {
  it('F49: say whether it is seen', () => {
    see('hidden');
    expect(browserPageLifecycle.isVisible()).toBe(false);
    see('visible');
    expect(browserPageLifecycle.isVisible()).toBe(true);
  });

  it('F50: tell whenever it may have slept, not when it goes, and nothing to who left', () => {
    let woken = 0;
    const leave = browserPageLifecycle.onWake(() => (woken += 1));
    see('hidden');
    expect(woken).toBe(0);
    see('visible');
    expect(woken).toBe(1);
    document.dispatchEvent(new Event('resume'));
    window.dispatchEvent(new Event('pageshow'));
    window.dispatchEvent(new Event('online'));
    expect(woken).toBe(4);
    leave();
    see('visible');
    for (const type of ['pageshow', 'online']) window.dispatchEvent(new Event(type));
    document.dispatchEvent(new Event('resume'));
    expect(woken).toBe(4);
  });
});

describe('a page', () => {
  it('F50: is told when it is hidden, and when it is left', () => {
    const told: boolean[] = [];
    const leave = browserPageLifecycle.onHide?.((isLeft) => told.push(isLeft));
    see('hidden');
    see('visible');
    window.dispatchEvent(new Event('pagehide'));
    expect(told).toEqual([false, true]);
    leave?.();
    see('hidden');
    window.dispatchEvent(new Event('pagehide'));
    expect(told).toHaveLength(2);
  });
});
