import { LinkShare, PaymentLinkList } from 'tillkit/parts';
import { ShopButton } from './ShopButton.tsx';

/** `PaymentLinkList` as a board of tickets: the kit's parts in the shop's own elements, order and style. */
export function LinkBoard() {
  return (
    <PaymentLinkList.Root limit={6} className="board">
      <PaymentLinkList.Toolbar className="board-head">
        <PaymentLinkList.Search />
        <PaymentLinkList.Refresh
          aria-label="Look again"
          title="Asks the service for new links"
          render={<ShopButton>Look again</ShopButton>}
        />
      </PaymentLinkList.Toolbar>
      <PaymentLinkList.Loading className="board-note" />
      <PaymentLinkList.Error />
      <PaymentLinkList.Empty>Nothing to collect. Enjoy the quiet.</PaymentLinkList.Empty>
      <PaymentLinkList.Body
        render={<ul className="tickets" aria-label="Payment links" />}
        skeleton={<li className="ticket ticket-to-come" aria-hidden="true" />}
      >
        {() => (
          <>
            <PaymentLinkList.Row render={<li className="ticket" />}>
              <PaymentLinkList.Cell column="amount" render={<strong className="ticket-amount" />} />
              <PaymentLinkList.Cell column="status" render={<span className="ticket-status" />} />
              <PaymentLinkList.Cell column="reference" render={<span className="ticket-reference" />} />
              <LinkShare.Copy
                render={(props, { copied }) => <ShopButton {...props} tone={copied ? 'good' : 'plain'} />}
              />
              <PaymentLinkList.Qr />
              <LinkShare.Open />
            </PaymentLinkList.Row>
            <PaymentLinkList.Refused render={<li className="ticket" />}>
              <LinkShare.Address />
              <LinkShare.Hint />
            </PaymentLinkList.Refused>
          </>
        )}
      </PaymentLinkList.Body>
      <PaymentLinkList.Note className="board-note" />
      <PaymentLinkList.Pages className="board-pages">
        <PaymentLinkList.Previous render={<ShopButton />} />
        <PaymentLinkList.Page />
        <PaymentLinkList.Next render={<ShopButton />} />
      </PaymentLinkList.Pages>
      <PaymentLinkList.Dialog />
    </PaymentLinkList.Root>
  );
}
