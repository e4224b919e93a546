import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { PaymentStatus } from 'tillkit';
import type { TerminalOperation } from 'tillkit/core';
import { ar } from 'tillkit/locales/ar';
import { ja } from 'tillkit/locales/ja';
import { describe, expect, test } from 'vitest';
import { begin, showOperation } from '../shownOperation.tsx';

const polite = () => screen.getByRole('status');
const assertive = () => screen.getByRole('alert');

/** What is newly said by doing something, the same words again too. */
function newlySaid(action: () => void) {
  const regions = [polite(), assertive()];
  const before = regions.flatMap(({ children }) => [...children]);
  action();
  const [politely, loudly] = regions.map(
    ({ children }) =>
      [...children].find((sentence) => sentence.textContent && !before.includes(sentence))?.textContent,
  );
  return { politely, loudly };
}
const silence = { politely: undefined, loudly: undefined };

describe('each phase is said once', () => {
  test.each<[Partial<TerminalOperation>, string]>([
    [{ phase: 'sending' }, 'Sending to terminal-1.'],
    [{ phase: 'waiting' }, 'terminal-1 will ask for the card in a moment.'],
    [{ phase: 'waiting', kind: 'void' }, 'terminal-1 will start in a moment.'],
    [{ phase: 'waiting', status: 'processing' }, 'The customer can now tap, insert or swipe on terminal-1.'],
    [
      { phase: 'complete', amountCents: 1250, confirmedCents: 1500, tipCents: 250 },
      'Approved. $15.00. With a tip of $2.50',
    ],
    [{ phase: 'complete' }, 'Approved. $12.50'],
    [
      { phase: 'complete', kind: 'closeBatch', amountCents: undefined },
      'Day closed. Payout has started. You will not see here when it is done',
    ],
    [
      { phase: 'resolved', resolution: { charged: false, basis: 'receipt' } },
      'Recorded as not charged. $12.50. A person here saw it on the receipt. The service has not confirmed it',
    ],
  ])('%j: %s', (patch, words) => {
    showOperation(patch);
    expect(polite()).toHaveTextContent(words);
    expect(assertive()).toHaveTextContent('');
  });

  test.each<[Partial<TerminalOperation>, RegExp]>([
    [{ phase: 'failed', message: 'Refused.' }, /^Not completed\. \$12\.50\. Refused\. Ask for another card/],
    [{ phase: 'rejected' }, /^Not accepted\. \$12\.50\. The payment service refused it\. Nothing happened\./],
    [{ phase: 'partial', confirmedCents: 800 }, /^\$8\.00 of \$12\.50 approved\. \$4\.50 is still due$/],
    [
      { phase: 'unknown', reason: 'no-response' },
      /^We don't know yet .*\. \$12\.50\. It was sent.*\. If terminal-1 asks for a card, wait\. Do not start another payment\. Look at one of these, then press what you saw$/,
    ],
  ])('%j at once, whatever else is being said', (patch, words) => {
    showOperation(patch);
    expect(assertive()).toHaveTextContent(words);
    expect(polite()).toHaveTextContent('');
  });

  test('in Japanese with one full stop after each sentence', () => {
    const { rejectedSentence, rejectedAdvice } = ja.paymentStatus;
    showOperation({ phase: 'rejected' }, { props: { labels: { rejectedSentence, rejectedAdvice } } });
    expect(assertive()).toHaveTextContent(/[^。]\. \S/);
    expect(assertive()).not.toHaveTextContent('。.');
  });

  test('in Arabic with one full stop after an amount whose currency ends in one', () => {
    const labels = { ...ar, paymentStatus: { ...ar.paymentStatus, region: 'Payment status' } };
    const provider = { labels, locale: 'ar-EG', currency: 'EGP' };
    showOperation({ phase: 'partial', confirmedCents: 500 }, { provider });
    expect(assertive()).toHaveTextContent(/ج\.م\./);
    expect(assertive()).not.toHaveTextContent(/\.[\u200f\u2069]*\./);
  });

  test('on the way from one to the next, and nothing in between', () => {
    const { learn } = showOperation({ phase: 'sending' });
    const waiting = newlySaid(() => learn({ phase: 'waiting', acceptedAt: begin }));
    expect(waiting.politely).toBe('terminal-1 will ask for the card in a moment.');
    expect(newlySaid(() => learn({ status: 'received', lastCheckedAt: begin }))).toEqual(silence);
    const begun = newlySaid(() => learn({ status: 'processing', seenProcessing: true }));
    expect(begun.politely).toBe('The customer can now tap, insert or swipe on terminal-1.');
    expect(newlySaid(() => learn({ lastCheckedAt: begin + 2000 }))).toEqual(silence);
    const over = newlySaid(() => learn({ phase: 'complete', status: 'complete', endedAt: begin + 9000 }));
    expect(over).toEqual({ politely: 'Approved. $12.50', loudly: undefined });
    expect(newlySaid(() => learn({ pnRefNum: 'R-1', anomalies: ['amount-mismatch'] }))).toEqual(silence);
  });

  test('a doubt that is over is said, and one that comes back', () => {
    const { learn } = showOperation({ phase: 'unknown', reason: 'max-wait' });
    expect(newlySaid(() => learn({ phase: 'complete' })).politely).toBe('Approved. $12.50');
    expect(newlySaid(() => learn({ phase: 'unknown', reason: 'contradiction' })).loudly).toContain(
      'contradict',
    );
  });

  test('an ending that was taken note of is said again where it stands anew', () => {
    const { learn } = showOperation({ phase: 'complete' });
    learn({ acknowledgedAt: begin });
    expect(polite()).toHaveTextContent('');
    const anew = newlySaid(() => learn({ acknowledgedAt: undefined, anomalies: ['contradiction'] }));
    expect(anew.politely).toBe('Approved. $12.50');
  });

  test('nothing is said of an unknown operation', () => {
    showOperation({}, { props: { operationId: 'unknown-id' } });
    expect(polite()).toHaveTextContent('');
    expect(assertive()).toHaveTextContent('');
  });
});

describe('the connection', () => {
  test.each<[TerminalOperation['connection'], string]>([
    ['degraded', 'Connection trouble. The terminal goes on without us, and we keep asking for the result.'],
    ['slowed', 'The service asked us to check less often. The payment itself is not slowed.'],
    [
      'needs-auth',
      'You are signed out, so we cannot read the result. The payment goes on. Sign in to see it.',
    ],
  ])('%s is said once, and again when it comes back', (connection, sentence) => {
    const { learn } = showOperation();
    expect(newlySaid(() => learn({ connection })).politely).toBe(sentence);
    expect(newlySaid(() => learn({ status: 'received' }))).toEqual(silence);
    expect(newlySaid(() => learn({ connection: 'ok' }))).toEqual(silence);
    expect(newlySaid(() => learn({ connection })).politely).toBe(sentence);
  });

  test('is no news of what is not being waited for', () => {
    const { learn } = showOperation({ phase: 'unknown' });
    expect(newlySaid(() => learn({ connection: 'degraded' }))).toEqual(silence);
  });

  test('does not swallow an outcome that comes with it', () => {
    const { learn } = showOperation();
    const { politely } = newlySaid(() => learn({ connection: 'degraded', phase: 'complete' }));
    expect(politely).toBe('Approved. $12.50');
  });
});

describe('one whose start the page did not see', () => {
  const stalled = /^We have not seen it start yet\. Check that terminal-1 is switched on/;

  test('is said to after 20 seconds, counted from when it was accepted', async () => {
    const { region, pass } = showOperation({ acceptedAt: begin + 1000 });
    await pass(20_999);
    expect(region).not.toHaveTextContent('not seen it start');
    await pass(1);
    expect(region).toHaveTextContent('We have not seen it start yet.');
    expect(polite()).toHaveTextContent(stalled);
  });

  test('at once where that was before this page', async () => {
    const { pass } = showOperation({ createdAt: begin - 60_000 });
    await pass(0);
    expect(polite()).toHaveTextContent(stalled);
  });

  test('and its start is said too', async () => {
    const { pass, learn } = showOperation();
    await pass(20_000);
    expect(newlySaid(() => learn({ status: 'processing', seenProcessing: true })).politely).toBe(
      'The customer can now tap, insert or swipe on terminal-1.',
    );
  });

  test('does not keep its outcome from being said', async () => {
    const { pass, learn } = showOperation();
    await pass(20_000);
    expect(newlySaid(() => learn({ phase: 'complete', status: 'complete' })).politely).toBe(
      'Approved. $12.50',
    );
  });

  test('is not said again where only the connection came between', async () => {
    const { pass, learn, region } = showOperation();
    await pass(20_000);
    learn({ connection: 'degraded' });
    expect(region).not.toHaveTextContent('not seen it start');
    expect(newlySaid(() => learn({ connection: 'ok' }))).toEqual(silence);
    expect(region).toHaveTextContent('not seen it start');
  });

  test.each<[string, Partial<TerminalOperation>]>([
    ['was seen to be worked on', { seenProcessing: true }],
    ['is being worked on', { status: 'processing' }],
    ['is not accepted yet', { phase: 'sending' }],
    ['is over', { phase: 'complete' }],
    ['cannot be asked about at the moment', { connection: 'degraded' }],
  ])('is none that %s', async (_, patch) => {
    const { region, pass } = showOperation({ createdAt: begin - 60_000, ...patch });
    await pass(30_000);
    expect(region).not.toHaveTextContent('not seen it start');
  });
});

describe('the focus', () => {
  const heading = (name: string) => screen.getByRole('heading', { name });

  test('goes to the outcome where the button that had it went', () => {
    const { learn } = showOperation();
    fireEvent.click(screen.getByRole('button', { name: 'Taking long?' }));
    act(() => screen.getByRole('button', { name: /^Stop waiting/ }).focus());
    learn({ phase: 'complete' });
    expect(heading('Approved')).toHaveFocus();
  });

  test('goes on to the outcome from the status, which has it once a button is gone', async () => {
    const { learn } = showOperation();
    fireEvent.click(screen.getByRole('button', { name: 'Taking long?' }));
    act(() => screen.getByRole('button', { name: /^Stop waiting/ }).focus());
    learn({ phase: 'sending' });
    const status = screen.getByRole('region', { name: 'Payment status' });
    await waitFor(() => expect(status).toHaveFocus());
    learn({ phase: 'complete' });
    expect(heading('Approved')).toHaveFocus();
  });

  test('stays where another element has it', () => {
    const { learn } = showOperation();
    render(<input aria-label="Note" />);
    fireEvent.click(screen.getByRole('button', { name: 'Taking long?' }));
    act(() => screen.getByRole('button', { name: /^Stop waiting/ }).focus());
    act(() => screen.getByRole('textbox', { name: 'Note' }).focus());
    learn({ phase: 'complete' });
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus();
  });

  test('is not drawn to an outcome by a page where nothing had it', () => {
    const { learn } = showOperation();
    learn({ phase: 'unknown', reason: 'no-response' });
    expect(document.body).toHaveFocus();
  });

  test('is not taken back by an outcome once a person has left the status', () => {
    const { learn } = showOperation();
    fireEvent.click(screen.getByRole('button', { name: 'Taking long?' }));
    const stop = screen.getByRole('button', { name: /^Stop waiting/ });
    act(() => stop.focus());
    act(() => stop.blur());
    learn({ phase: 'complete' });
    expect(document.body).toHaveFocus();
  });

  test('is not drawn to a doubt that no reload left', () => {
    showOperation({ phase: 'unknown', reason: 'max-wait' });
    expect(document.body).toHaveFocus();
  });

  test('stays on a button of the status that is still there', () => {
    const { learn } = showOperation({ phase: 'unknown', reason: 'max-wait' });
    const check = screen.getByRole('button', { name: 'Check now' });
    act(() => check.focus());
    learn({ reason: 'contradiction' });
    expect(check).toHaveFocus();
  });

  test('is drawn once to a doubt that a reload left, not by every look at it', () => {
    const { rerender } = showOperation({ phase: 'unknown', reason: 'reloaded' });
    expect(heading("We don't know yet if the card was charged")).toHaveFocus();
    rerender(<p>Elsewhere</p>);
    expect(screen.queryByRole('heading')).toBeNull();
    rerender(<PaymentStatus operationId="operation-1" />);
    expect(heading("We don't know yet if the card was charged")).not.toHaveFocus();
  });
});
