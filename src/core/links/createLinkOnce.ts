import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { type LinkCallOptions, linkCents } from '../client/linkAmounts.ts';
import type { CreatePaymentLinkRequest } from '../contract/createPaymentLinkRequest.ts';
import type { PaymentLink } from '../contract/paymentLink.ts';
import { PaymentsError } from '../errors/PaymentsError.ts';
import { outcomeOfError } from '../operations/outcomeOfError.ts';

/** How a creation ended. `created-unconfirmed`: accepted, but the service gave no data back. */
export interface LinkOutcome {
  phase: 'created' | 'created-unconfirmed' | 'rejected' | 'unknown';
  link?: PaymentLink | undefined;
  /** What was asked for, without taxes, in cents: the link itself may not tell. Absent where nothing was made, or nobody can say. */
  sentAmountCents?: number | undefined;
  error?: PaymentsError | undefined;
}

/** Sends one creation and says what is known of it. Never rejects; what got no answer is `unknown` and not sent again. */
export async function createLinkOnce(
  client: Pick<PaymentsClient, 'createPaymentLink' | 'options'>,
  input: CreatePaymentLinkRequest,
  call: Pick<LinkCallOptions, 'currency'> = {},
): Promise<LinkOutcome> {
  const { amount } = { ...input }; // what is no request is refused by the client
  const sent = { sentAmountCents: linkCents(client.options, amount, call.currency) };
  try {
    const link = await client.createPaymentLink(input, call);
    return link === null ? { phase: 'created-unconfirmed', ...sent } : { phase: 'created', link, ...sent };
  } catch (cause) {
    const error =
      cause instanceof PaymentsError
        ? cause
        : new PaymentsError('unanswered', 'The link got no answer.', { cause });
    const { type } = outcomeOfError(error, 'createPaymentLink', 0, client.options);
    return type === 'refused' ? { phase: 'rejected', error } : { phase: 'unknown', error, ...sent };
  }
}
