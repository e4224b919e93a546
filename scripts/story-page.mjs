const doneMs = 60_000;

/** Shows another story on a page that has shown one before. @param {import('playwright').Page} page @param {string} storyId */
export const showStory = (page, storyId) =>
  page.evaluate((id) => {
    const { channel } = Reflect.get(window, '__STORYBOOK_PREVIEW__');
    Reflect.set(window, 'thrownBefore', channel.last('playFunctionThrewException'));
    channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' });
  }, storyId);

/**
 * Waits until a story's play function has ended; returns 'finished', or what it threw.
 * @param {import('playwright').Page} page @param {string} storyId
 */
export async function played(page, storyId) {
  const phase = (/** @type {string} */ id) => {
    const { currentRender } = Reflect.get(window, '__STORYBOOK_PREVIEW__') ?? {};
    const isEnded = ['finished', 'errored', 'aborted'].includes(currentRender?.phase);
    return currentRender?.id === id && isEnded ? currentRender.phase : undefined;
  };
  const handle = await page.waitForFunction(phase, storyId, { timeout: doneMs });
  // Storybook can report the phase `finished` although the play function threw an error. So the error is read, too.
  const thrown = await page.evaluate(() => {
    const last = Reflect.get(window, '__STORYBOOK_PREVIEW__').channel.last('playFunctionThrewException');
    return last !== Reflect.get(window, 'thrownBefore') && String(last?.[0]?.message).split('\n')[0];
  });
  return thrown || String(await handle.jsonValue());
}
