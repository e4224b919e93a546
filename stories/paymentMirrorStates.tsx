import { PaymentMirror, type PaymentMirrorProps } from 'tillkit';
import type { Labels } from 'tillkit/locales/en';
import type { Harness } from '../test/harness.tsx';
import { begun, endings, followed, partlyDone, request, resolved } from './endings.ts';
import type { State } from './gallery.tsx';

export const welcome = (
  <div style={{ placeSelf: 'center', padding: '1.5rem' }}>
    <p style={{ margin: 0, fontSize: '1.75rem', fontWeight: 600 }}>Café Aurora</p>
    <p style={{ margin: 0 }}>Harbour Street 4</p>
  </div>
);

/** The page no longer reaches the service, while the terminal goes on. */
async function unreached(harness: Harness) {
  await begun({ scenario: 'slow', afterMs: 2000 })(harness);
  harness.answerWith(() => Promise.reject(new TypeError('It is away.')));
  await harness.advance(30_000);
}

/** The answer to the press does not come. */
async function unanswered({ operations, answerWith, advance }: Harness) {
  answerWith(() => new Promise(() => undefined));
  void operations.start('pay', request);
  await advance(100);
}

type Text = (words: Labels['paymentMirror']) => string;

const state = (
  name: string,
  prepare: State['prepare'],
  text: Text,
  props: Partial<PaymentMirrorProps> = {},
): State => ({
  name,
  ...(prepare && { prepare }),
  // In a gallery only some seconds pass, so with this `outcomeMs` an outcome stays.
  render: () => (
    <PaymentMirror terminalId={request.terminalId} outcomeMs={60_000} {...props}>
      {welcome}
    </PaymentMirror>
  ),
  shows: (cell, { paymentMirror }) => cell.getByText(text(paymentMirror)),
});

const link = { address: 'https://pay.example/l/7Q2m-checkout', amountCents: 4900 };

export const paymentMirrorStates: State[] = [
  state('Idle', undefined, () => 'Café Aurora'),
  state('Sending', unanswered, ({ sending }) => sending),
  state('Sale', begun({ scenario: 'slow', afterMs: 2000 }), ({ present }) => present({ kind: 'pay' })),
  state('Approved', begun({}), ({ complete }) => complete({ kind: 'pay' })),
  state('Approved with a tip', begun({ scenario: 'tip' }), ({ complete }) => complete({ kind: 'pay' })),
  state('Partly approved', begun({ scenario: 'partly-approved' }), ({ partial }) => partial({ kind: 'pay' })),
  state('Not completed', begun({ scenario: 'declined' }), ({ nothingMoved }) =>
    nothingMoved({ kind: 'pay' }),
  ),
  state('Never sent', endings['never-sent'], ({ nothingMoved }) => nothingMoved({ kind: 'pay' })),
  state('Not known yet', begun({ scenario: 'lost-answer', afterMs: 2000 }), ({ checkingText }) =>
    checkingText({ kind: 'pay' }),
  ),
  state('Contradicted', endings.contradicted, ({ checkingText }) => checkingText({ kind: 'pay' })),
  state('Recorded as charged', resolved(true), ({ complete }) => complete({ kind: 'pay' })),
  state('Recorded as not charged', resolved(false), ({ failed }) => failed({ kind: 'pay' })),
  state('Hold', begun({ kind: 'preAuth', scenario: 'slow', afterMs: 2000 }), ({ asked }) =>
    asked({ kind: 'preAuth' }),
  ),
  state('Held', begun({ kind: 'preAuth' }), ({ complete }) => complete({ kind: 'preAuth' })),
  state('Collection', followed('capture', 1000), ({ present }) => present({ kind: 'capture' })),
  state('Void', followed('void', 1000), ({ present }) => present({ kind: 'void' })),
  state('Voided', followed('void'), ({ complete }) => complete({ kind: 'void' })),
  state('Refund', followed('refund', 1000), ({ present }) => present({ kind: 'refund' })),
  state('Refunded', followed('refund'), ({ complete }) => complete({ kind: 'refund' })),
  state('Refunded in part', partlyDone('refund'), ({ partial }) => partial({ kind: 'refund' })),
  state('Connection lost', unreached, ({ followTerminal }) => followTerminal),
  state('Payment link', undefined, ({ scan }) => scan, { link }),
  state('Closing the day', begun({ kind: 'closeBatch', afterMs: 500 }), () => 'Café Aurora'),
];
