export {
  ReceiptDetails as Details,
  ReceiptFigures as Figures,
  type ReceiptFiguresState as FiguresState,
  ReceiptFooter as Footer,
  ReceiptPrint as Print,
  ReceiptReprint as Reprint,
  ReceiptRoot as Root,
  type ReceiptRootProps as RootProps,
  ReceiptSentences as Sentences,
  ReceiptShop as Shop,
  type ReceiptState as State,
  ReceiptTitle as Title,
} from '../../components/receipt/Receipt.tsx';
