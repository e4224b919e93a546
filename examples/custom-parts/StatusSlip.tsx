import { PaymentStatus } from 'tillkit/parts';

/** `PaymentStatus` as a slip: one line while it is under way, then the outcome, or how to find it out. */
export function StatusSlip({ operationId }: { operationId: string }) {
  return (
    <PaymentStatus.Root operationId={operationId} className="slip">
      <PaymentStatus.Progress>
        <PaymentStatus.Now />
        <PaymentStatus.Connection />
        <PaymentStatus.Stop />
      </PaymentStatus.Progress>
      <PaymentStatus.Outcome>
        <PaymentStatus.Title />
        <PaymentStatus.Amount />
        <PaymentStatus.Figures />
      </PaymentStatus.Outcome>
      <PaymentStatus.Sentences />
      <PaymentStatus.Anomalies />
      <PaymentStatus.Unknown>
        <PaymentStatus.Check />
        <PaymentStatus.Connection />
        <PaymentStatus.Caution />
        <PaymentStatus.Resolve />
        <PaymentStatus.More />
      </PaymentStatus.Unknown>
    </PaymentStatus.Root>
  );
}
