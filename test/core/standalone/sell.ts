import { onTestFinished } from 'vitest';
import {
  createMemoryJournal,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  type PaymentsClientOptions,
} from '../../../src/exports/core.ts';
import { json, recordingClient } from '../client/recordingClient.ts';

/** A sale whose request is answered like that, and whose polls are answered by `poll`. */
export async function sell(
  answer: () => Response | Promise<Response>,
  options: Partial<PaymentsClientOptions> & { poll?: () => Response; waitMs?: number } = {},
) {
  const {
    poll = () => json({ data: { status: 'processing' } }),
    waitMs = 600_000,
    ...clientOptions
  } = options;
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const { client, sent } = recordingClient((request) => (request.method === 'POST' ? answer() : poll()), {
    clock,
    pollBudget: createPollBudget({ clock }),
    ...clientOptions,
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  void operations.start('pay', { terminalId: 'T1', amount: 1250, receipt: false });
  await clock.advance(waitMs);
  onTestFinished(() => operations.dispose());
  return {
    operation: operations.list()[0]!,
    posts: sent.filter(({ request }) => request.method === 'POST').length,
    operations,
  };
}
