import type { GatewayContext } from './gatewayContext.ts';

/** Closes the id of a request that is refused. Gives whether it is certain that nothing was or will be sent under it. */
export async function closeUnsent({ store }: GatewayContext, id: string, subject: string): Promise<boolean> {
  try {
    const holder = await store.claim({ id, state: 'closed', subject, answerBy: 0 });
    return holder === undefined || holder.state === 'closed';
  } catch {
    return false;
  }
}
