import {
  LinkShareCopy,
  LinkShareHint,
  LinkShareAddress,
  LinkShareOpen,
  PaymentLinkListBody,
  PaymentLinkListCell,
  PaymentLinkListEmpty,
  PaymentLinkListError,
  PaymentLinkListLoading,
  PaymentLinkListNext,
  PaymentLinkListNote,
  PaymentLinkListPage,
  PaymentLinkListPages,
  PaymentLinkListPrevious,
  PaymentLinkListRefresh,
  PaymentLinkListRefused,
  PaymentLinkListRoot,
  PaymentLinkListRow,
  PaymentLinkListSearch,
  PaymentLinkListToolbar,
} from 'tillkit';
import { ShopButton } from './ShopButton.tsx';

/** `PaymentLinkList` as a board of tickets: the kit's parts in the shop's own elements, order and looks. */
export function LinkBoard() {
  return (
    <PaymentLinkListRoot limit={6} className="board">
      <PaymentLinkListToolbar className="board-head">
        <PaymentLinkListSearch />
        <PaymentLinkListRefresh
          aria-label="Look again"
          title="Asks the service for new links"
          render={<ShopButton>Look again</ShopButton>}
        />
      </PaymentLinkListToolbar>
      <PaymentLinkListLoading className="board-note" />
      <PaymentLinkListError />
      <PaymentLinkListEmpty>Nothing to collect. Enjoy the quiet.</PaymentLinkListEmpty>
      <PaymentLinkListBody
        render={<ul className="tickets" aria-label="Payment links" />}
        skeleton={<li className="ticket ticket-to-come" aria-hidden="true" />}
      >
        {() => (
          <>
            <PaymentLinkListRow render={<li className="ticket" />}>
              <PaymentLinkListCell column="amount" render={<strong className="ticket-amount" />} />
              <PaymentLinkListCell column="status" render={<span />} />
              <PaymentLinkListCell column="reference" render={<span className="ticket-reference" />} />
              <LinkShareCopy
                render={(props, { copied }) => <ShopButton {...props} tone={copied ? 'good' : 'plain'} />}
              />
              <LinkShareOpen />
            </PaymentLinkListRow>
            <PaymentLinkListRefused render={<li className="ticket" />}>
              <LinkShareAddress />
              <LinkShareHint />
            </PaymentLinkListRefused>
          </>
        )}
      </PaymentLinkListBody>
      <PaymentLinkListNote className="board-note" />
      <PaymentLinkListPages className="board-pages">
        <PaymentLinkListPrevious render={<ShopButton />} />
        <PaymentLinkListPage />
        <PaymentLinkListNext render={<ShopButton />} />
      </PaymentLinkListPages>
    </PaymentLinkListRoot>
  );
}
