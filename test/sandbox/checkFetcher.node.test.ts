import { describe, expect, it } from 'vitest';
import { checkFetcher } from '../../src/exports/sandbox.ts';

describe('checkFetcher', () => {
  it('F22: lets a fetcher pass that sends once', async () => {
    await expect(checkFetcher((send) => (request) => send(request))).resolves.toBeUndefined();
  });

  it('F22: names what makes a fetcher send again', async () => {
    const onNoAnswer = checkFetcher((send) => (request) => send(request).catch(() => send(request)));
    await expect(onNoAnswer).rejects.toThrow('2 times after no answer');
    const onBusy = checkFetcher((send) => async (request) => {
      const answer = await send(request.clone());
      return answer.status === 503 ? send(request) : answer;
    });
    await expect(onBusy).rejects.toThrow('2 times after status 503');
  });
});
