import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import type { CreatePaymentLinkRequest } from '../contract/createPaymentLinkRequest.ts';
import type { PaymentLink } from '../contract/paymentLink.ts';
import { PaymentsError } from '../errors/PaymentsError.ts';
import { outcomeOfError } from '../operations/outcomeOfError.ts';

/** How a creation ended. `created-unconfirmed`: accepted, but the service gave no data back. */
export interface LinkOutcome {
  phase: 'created' | 'created-unconfirmed' | 'rejected' | 'unknown';
  link?: PaymentLink | undefined;
  error?: PaymentsError | undefined;
}

/** Sends one creation and says what is known of it. Never rejects; what got no answer is `unknown` and not sent again. */
export async function createLinkOnce(
  client: Pick<PaymentsClient, 'createPaymentLink' | 'options'>,
  input: CreatePaymentLinkRequest,
): Promise<LinkOutcome> {
  try {
    const link = await client.createPaymentLink(input);
    return link === null ? { phase: 'created-unconfirmed' } : { phase: 'created', link };
  } catch (cause) {
    const error =
      cause instanceof PaymentsError
        ? cause
        : new PaymentsError('unanswered', 'The link got no answer.', { cause });
    const { type } = outcomeOfError(error, 'createPaymentLink', 0, client.options);
    return { phase: type === 'refused' ? 'rejected' : 'unknown', error };
  }
}
