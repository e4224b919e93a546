export {
  PaymentMirrorAmount as Amount,
  PaymentMirrorBody as Body,
  PaymentMirrorIdle as Idle,
  PaymentMirrorQrCode as QrCode,
  PaymentMirrorRoot as Root,
  type PaymentMirrorRootProps as RootProps,
  PaymentMirrorSentences as Sentences,
  type PaymentMirrorState as State,
  PaymentMirrorTitle as Title,
} from '../../components/payment-mirror/PaymentMirror.tsx';
