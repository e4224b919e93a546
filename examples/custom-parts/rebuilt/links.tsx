import type { LinkShareProps, PaymentLinkFormProps, PaymentLinkListProps } from 'tillkit';
import { LinkShare, PaymentLinkForm, PaymentLinkList } from 'tillkit/parts';

/** `LinkShare`, part by part. */
export function OwnLinkShare({ qrCode = 'button', ...props }: LinkShareProps) {
  return (
    <LinkShare.Root {...props}>
      {qrCode === 'shown' && <LinkShare.QrCode />}
      <LinkShare.Line>
        <LinkShare.Field>
          <LinkShare.Address />
          <LinkShare.Hint />
        </LinkShare.Field>
        <LinkShare.Open />
      </LinkShare.Line>
      <LinkShare.Actions>
        <LinkShare.Copy data-variant="primary" />
        <LinkShare.Native />
        {qrCode === 'button' && <LinkShare.QrToggle />}
      </LinkShare.Actions>
      {qrCode === 'button' && (
        <LinkShare.QrPanel>
          <LinkShare.QrCode />
        </LinkShare.QrPanel>
      )}
    </LinkShare.Root>
  );
}

/** `PaymentLinkForm`, part by part. */
export function OwnPaymentLinkForm(props: PaymentLinkFormProps) {
  return (
    <PaymentLinkForm.Root {...props}>
      <PaymentLinkForm.Entry>
        <PaymentLinkForm.Restored />
        <PaymentLinkForm.Rejected />
        <PaymentLinkForm.Unknown />
        <PaymentLinkForm.Fields>
          <PaymentLinkForm.Amount />
          <PaymentLinkForm.Add>
            <PaymentLinkForm.CustomValues />
            <PaymentLinkForm.Taxes />
            <PaymentLinkForm.Flags />
            <PaymentLinkForm.Files />
          </PaymentLinkForm.Add>
          <PaymentLinkForm.Estimate />
        </PaymentLinkForm.Fields>
        <PaymentLinkForm.Actions>
          <PaymentLinkForm.Submit />
        </PaymentLinkForm.Actions>
      </PaymentLinkForm.Entry>
      <PaymentLinkForm.Created>
        <PaymentLinkForm.Outcome />
        <PaymentLinkForm.Share />
        <PaymentLinkForm.Details />
        <PaymentLinkForm.Actions>
          <PaymentLinkForm.Look />
          <PaymentLinkForm.Again />
        </PaymentLinkForm.Actions>
      </PaymentLinkForm.Created>
    </PaymentLinkForm.Root>
  );
}

/** `PaymentLinkList`, part by part; `LinkBoard` shows the inside of a row. */
export function OwnPaymentLinkList(props: PaymentLinkListProps) {
  return (
    <PaymentLinkList.Root {...props}>
      <PaymentLinkList.Loading />
      <PaymentLinkList.Error />
      <PaymentLinkList.Toolbar>
        <PaymentLinkList.Summary />
        <PaymentLinkList.Refresh />
        <PaymentLinkList.Download />
        <PaymentLinkList.Search />
        <PaymentLinkList.Statuses />
        <PaymentLinkList.Found />
      </PaymentLinkList.Toolbar>
      <PaymentLinkList.Empty />
      <PaymentLinkList.Table>
        <PaymentLinkList.Head />
        <PaymentLinkList.Body skeleton={<PaymentLinkList.Skeleton />}>
          {() => (
            <>
              <PaymentLinkList.Row />
              <PaymentLinkList.Refused />
            </>
          )}
        </PaymentLinkList.Body>
      </PaymentLinkList.Table>
      <PaymentLinkList.Note />
      <PaymentLinkList.Pages>
        <PaymentLinkList.Previous />
        <PaymentLinkList.Page />
        <PaymentLinkList.Next />
      </PaymentLinkList.Pages>
      <PaymentLinkList.Dialog />
    </PaymentLinkList.Root>
  );
}
