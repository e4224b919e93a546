import type { Call } from './call.ts';
import { tellMessage } from './messages.ts';
import { answered, refused, type Reply } from './replies.ts';
import type { World } from './world.ts';

export function handlePoll(world: World, { route, entry }: Call): Reply {
  const now = world.now();
  entry.msgIdentifier = route.messageId;
  const waitMs = world.pollLimiter(now);
  if (waitMs > 0) return refused(429, 'Too many questions in a minute.', world.retryAfter(waitMs));
  const message = world.messages.get(route.messageId ?? '');
  return message
    ? answered({ data: tellMessage(message, now) })
    : refused(404, 'There is no message with this identifier.');
}
