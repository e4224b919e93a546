import { act, createEvent, fireEvent, renderHook, screen, within } from '@testing-library/react';
import { createVirtualClock, type TerminalOperation } from 'tillkit/core';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { useTicking } from '../../../src/components/payment-status/usePaymentStatus.ts';
import { answer, answersAt } from '../answer.ts';
import { begin, showOperation } from '../shownOperation.tsx';

const heading = (name: string) => screen.getByRole('heading', { name });
const fact = (term: string) => screen.queryByText(term, { selector: 'dt' })?.nextElementSibling;
const ended = begin + 83_000;

describe('under way', () => {
  test('what is not sent yet cannot be waited for, checked or stopped', () => {
    const { region } = showOperation({ phase: 'sending' });
    expect(region).toHaveTextContent('Sending to terminal-1.');
    expect(screen.queryByRole('button')).toBeNull();
    const steps = screen.getAllByRole('listitem');
    expect(steps.map((step) => step.getAttribute('data-step'))).toEqual(['current', 'next', 'next']);
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual(['step', null, null]);
  });

  test('the steps that are behind are marked as done', () => {
    showOperation({ phase: 'waiting' });
    const steps = screen.getAllByRole('listitem');
    expect(steps.map((step) => step.getAttribute('data-step'))).toEqual(['done', 'current', 'next']);
    expect(steps.map((step) => step.querySelector('svg') !== null)).toEqual([true, false, false]);
  });

  test.each<[Partial<TerminalOperation>, string]>([
    [{ kind: 'pay' }, 'terminal-1 will ask for the card in a moment.'],
    [{ kind: 'refund' }, 'terminal-1 will start in a moment.'],
    [{ kind: 'pay', status: 'received' }, 'terminal-1 will ask for the card in a moment.'],
    [{ kind: 'pay', status: 'processing' }, 'The customer can now tap, insert or swipe on terminal-1.'],
    [{ kind: 'refund', status: 'processing' }, 'terminal-1 is working on it.'],
  ])('%j: %s', (patch, sentence) => {
    expect(showOperation(patch).region).toHaveTextContent(sentence);
  });

  test('has none of the parts of an outcome, nor of an operation that is not there', () => {
    showOperation({ anomalies: ['amount-mismatch'], pnRefNum: 'R-1' });
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByText(/another amount|There is no payment|Look at/)).toBeNull();
    expect(fact('Reference')).toBeUndefined();
  });

  test.each([
    [begin, {}, '0:00'],
    [begin - 59_000, {}, '0:59'],
    [begin - 61_000, {}, '1:01'],
    [begin - 3_600_000, {}, '60:00'],
    [begin + 5000, {}, '0:00'], // this page's clock is behind
    [begin - 61_000, { locale: 'ar-EG' }, '١:٠١'],
  ])('what began at %i is, %j, %s old', (createdAt, provider, time) => {
    const { region } = showOperation({ createdAt }, { provider });
    expect(region).toHaveTextContent(`Time so far ${time}`);
  });

  test('one of another operator’s, without an amount, shows none', () => {
    const { region } = showOperation({ amountCents: undefined });
    expect(region).not.toHaveTextContent('$');
    expect(region).toHaveTextContent('0:00');
  });

  test('an amount is told in the currency it was asked for in, whatever the provider’s is now', () => {
    const { region } = showOperation({ phase: 'unknown', reason: 'no-response', currency: 'JPY' });
    expect(region).not.toHaveTextContent('$');
    expect(region).toHaveTextContent('Look in the back office for a payment of ¥1,250.');
  });

  test('the currency is part of the amount that is read, before or after it', () => {
    const { region, unmount } = showOperation();
    expect(within(region).getByText('$', { selector: 'bdi' }).parentElement).toHaveTextContent(/^\$12\.50$/);
    unmount();
    const german = showOperation({}, { provider: { locale: 'de-DE', currency: 'EUR' } });
    const sign = within(german.region).getByText('€', { selector: 'bdi' });
    expect(sign.parentElement).toHaveTextContent(/^12,50\s€$/);
  });

  test('"Stop waiting" is about this operation', async () => {
    const { user, stopWaiting } = showOperation();
    await user.click(screen.getByRole('button', { name: 'Taking long?' }));
    await user.click(screen.getByRole('button', { name: /^Stop waiting/ }));
    expect(stopWaiting).toHaveBeenCalledExactlyOnceWith('operation-1');
  });
});

describe('asking for it', () => {
  test.each<[string, Partial<TerminalOperation>, string | undefined]>([
    [
      'both',
      { lastCheckedAt: begin - 3000, nextCheckAt: begin + 2000 },
      'Last checked 3 s ago, next in 2 s.',
    ],
    [
      'just now',
      { lastCheckedAt: begin - 400, nextCheckAt: begin + 2000 },
      'Last checked just now, next in 2 s.',
    ],
    ['not yet', { nextCheckAt: begin + 2000 }, 'Not checked yet, next in 2 s.'],
    ['no more', { lastCheckedAt: begin - 3000 }, 'Last checked 3 s ago.'],
    [
      'late',
      { lastCheckedAt: begin - 3000, nextCheckAt: begin - 9000 },
      'Last checked 3 s ago, checking now.',
    ],
    ['ahead of our clock', { lastCheckedAt: begin + 9000 }, 'Last checked just now.'],
    ['for two minutes', { lastCheckedAt: begin - 120_000 }, 'Last checked 120 s ago.'],
    ['for longer', { lastCheckedAt: begin - 121_000 }, 'Last answer at 9:27:59 AM.'],
    ['in a while', { nextCheckAt: begin + 121_000 }, 'Next check at 9:32:01 AM.'],
    [
      'long ago, and soon',
      { lastCheckedAt: begin - 121_000, nextCheckAt: begin + 2000 },
      'Last answer at 9:27:59 AM. Next check at 9:30:02 AM.',
    ],
    ['never', {}, undefined],
    ['badly', { lastCheckedAt: begin - 3000, connection: 'degraded' }, undefined],
  ])('%s', (_, patch, sentence) => {
    showOperation(patch);
    const line = screen.queryByText(/check|answer at/i, { selector: 'p.tillkit-hint' });
    expect(line?.textContent?.replaceAll('\u202f', ' ')).toBe(sentence);
  });

  test.each<[Partial<TerminalOperation>, string]>([
    [{ connection: 'degraded', lastCheckedAt: begin }, 'for the result. Last answer at 9:30:00 AM.'],
    [{ connection: 'degraded', nextCheckAt: begin }, 'for the result.'],
    [{ connection: 'slowed', nextCheckAt: begin }, 'is not slowed. Next check at 9:30:00 AM.'],
    [{ connection: 'slowed', lastCheckedAt: begin }, 'is not slowed.'],
    [{ connection: 'needs-auth', lastCheckedAt: begin, nextCheckAt: begin }, 'Sign in to see it.'],
  ])('%j says what can be said of the times', (patch, end) => {
    const { region } = showOperation(patch);
    const [notice] = [...region.querySelectorAll('.tillkit-notice p')];
    expect(notice?.textContent?.replaceAll('\u202f', ' ').endsWith(end)).toBe(true);
  });

  test('that it goes badly is said of a doubt too, and of nothing that is over', () => {
    const trouble = /Connection trouble/;
    const { region, learn } = showOperation({ phase: 'unknown', connection: 'degraded' });
    expect(within(region).getByText(trouble)).toBeVisible();
    learn({ phase: 'complete', endedAt: ended });
    expect(within(region).queryByText(trouble)).toBeNull();
    expect(region.querySelector('[data-connection]:not([data-phase])')).toBeNull();
  });

  test('"Check now" waits for an answer, and asks only once until then', async () => {
    const { user, checkNow, learn, pass, region } = showOperation({ lastCheckedAt: begin - 3000 });
    checkNow.mockReturnValue({ asked: false, nextAllowedAt: begin + 2500 });
    await user.click(screen.getByRole('button', { name: 'Taking long?' }));
    const button = screen.getByRole('button', { name: 'Check now' });
    expect(button).toHaveAttribute('aria-disabled', 'false');
    await user.click(button);
    await user.click(button);
    expect(checkNow).toHaveBeenCalledExactlyOnceWith('operation-1');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveFocus();
    expect(region).toHaveTextContent('Checks in 3 seconds.');
    await pass(2000);
    expect(region).toHaveTextContent('Checks in 1 second.');
    await pass(1000);
    expect(region).toHaveTextContent('Checking…');
    learn({ lastCheckedAt: begin + 3000 });
    expect(region).toHaveTextContent('Last checked just now.');
    await user.click(button);
    expect(checkNow).toHaveBeenCalledTimes(2);
  });

  test('where it is not known when it may go out, it says only that it is checked', async () => {
    const { user, checkNow, region } = showOperation();
    checkNow.mockReturnValue({ asked: false, nextAllowedAt: Infinity });
    await user.click(screen.getByRole('button', { name: 'Taking long?' }));
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    expect(region).toHaveTextContent('Checking…');
    expect(region).not.toHaveTextContent(/Checks in/);
  });

  test('is not offered where the service cannot be asked', () => {
    const { region } = showOperation({ phase: 'unknown' }, { operations: { canCheck: () => false } });
    expect(screen.queryByRole('button', { name: 'Check now' })).toBeNull();
    expect(region).not.toHaveTextContent(/We keep asking/);
  });

  test('that it goes on is said of a doubt only while it does', () => {
    const { region, learn } = showOperation({ phase: 'unknown', nextCheckAt: begin + 9000 });
    expect(region).toHaveTextContent('We keep asking the service.');
    learn({ nextCheckAt: undefined });
    expect(region).not.toHaveTextContent('We keep asking the service.');
    expect(screen.getByRole('button', { name: 'Check now' })).toBeVisible();
  });
});

describe('where to find out', () => {
  test.each<[string | undefined, string | undefined]>([
    ['A-1042', 'A-1042'],
    ['A\u202e-7', 'A-7'],
    ['bank', 'bank'], // a word of another place, too
    ['', undefined],
    [undefined, undefined],
  ])('the order number %j stands apart as %j, in a sentence that stays whole', (orderNumber, shown) => {
    const { region } = showOperation({ phase: 'unknown', orderNumber });
    const steps = within(region)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('p'));
    const what = shown === undefined ? 'a payment of $12.50' : `the payment of order ${shown}`;
    expect(steps.map((step) => step?.textContent)).toEqual([
      'Look at the screen of terminal-1.',
      'Look at the printed receipt.',
      `Look in the back office for ${what}.`,
      'Look somewhere else, such as the customer’s bank app.',
    ]);
    expect(steps[2]?.querySelector('bdi')?.textContent).toBe(shown);
  });
});

describe('an outcome', () => {
  test.each<[Partial<TerminalOperation>, string]>([
    [{ phase: 'complete', endedAt: ended }, 'Jan 15, 2026, 9:31 AM'],
    [{ phase: 'failed', endedAt: ended }, 'Jan 15, 2026, 9:31 AM'],
    [{ phase: 'complete' }, 'Jan 15, 2026, 9:30 AM'],
    [{ phase: 'unknown', endedAt: ended }, 'Jan 15, 2026, 9:30 AM'], // when it was sent: to find it elsewhere
  ])('%j has the time %s', (patch, time) => {
    showOperation(patch);
    expect(fact('Time')?.textContent?.replaceAll('\u202f', ' ')).toBe(time);
  });

  test('has the rows that something is known for', () => {
    showOperation({
      phase: 'complete',
      terminalId: 't\u202e-1',
      orderNumber: 'A\u200b-7',
      msgIdentifier: 'M-1',
    });
    expect(fact('Terminal')).toHaveTextContent(/^t-1$/);
    expect(fact('Order number')).toHaveTextContent(/^A-7$/);
    expect(fact('Message')).toHaveTextContent(/^M-1$/);
    expect(fact('Reference')).toBeUndefined();
    expect(fact('Code')).toBeUndefined();
  });

  test('has its reference in place of the number of the message', () => {
    showOperation({ phase: 'complete', msgIdentifier: 'M-1', pnRefNum: 'R-1' });
    expect(fact('Reference')).toHaveTextContent(/^R-1$/);
    expect(fact('Message')).toBeUndefined();
  });

  const error = { code: 'http', shortMessage: 'In English.', status: 422 } as const;
  test.each<[string, Partial<TerminalOperation>, string | undefined]>([
    ['of a refusal its status', { phase: 'rejected', error }, '422'],
    ['else its code', { phase: 'rejected', error: { ...error, status: undefined } }, 'http'],
    ['of a refusal without either', { phase: 'rejected' }, undefined],
    ['of anything else', { phase: 'failed', error }, undefined],
    ['of a doubt', { phase: 'unknown', error }, undefined],
  ])('the code is, %s', (_, patch, code) => {
    showOperation(patch);
    expect(fact('Code')?.textContent ?? undefined).toBe(code);
  });

  test.each<[Partial<TerminalOperation>, string[]]>([
    [{ phase: 'complete', anomalies: ['amount-mismatch'] }, ['another amount']],
    [{ phase: 'failed', anomalies: ['contradiction'] }, ['later said otherwise']],
    [
      { phase: 'complete', anomalies: ['duplicate-id', 'contradicts-operator'] },
      ['same reference', 'A person here'],
    ],
    [{ phase: 'complete', anomalies: ['something-new'] }, []],
    [{ phase: 'complete', anomalies: [] }, []],
    [{ phase: 'unknown', anomalies: ['contradiction'] }, []], // its reason says it
    [{ phase: 'unknown', anomalies: ['resolution-refused'] }, ['could not be recorded']],
  ])('%j is warned about', (patch, words) => {
    const { region } = showOperation(patch);
    const warnings = [...region.querySelectorAll('.tillkit-stack .tillkit-notice p')].map(
      ({ textContent }) => textContent,
    );
    expect(warnings).toEqual(words.map((part) => expect.stringContaining(part)));
  });

  test.each<[Partial<TerminalOperation>, string | null]>([
    [{ phase: 'unknown', status: 'failed' }, null],
    [{ phase: 'unknown', status: 'complete' }, null],
    [{ phase: 'unknown', status: 'timeout' }, 'timeout'],
    [{ phase: 'failed', status: 'failed' }, 'failed'],
    [{ phase: 'waiting', status: 'processing' }, 'processing'],
  ])('%j: the page’s own style sheets see the status %s', (patch, status) => {
    expect(showOperation(patch).region.getAttribute('data-status')).toBe(status);
  });

  test('has the amount once, and the buttons of the host after it', () => {
    const { region } = showOperation({ phase: 'complete' }, { props: { actions: <button>Next</button> } });
    expect(region.textContent?.match(/\$12\.50/g)).toHaveLength(1);
    const last = screen.getByRole('button', { name: 'Next' });
    expect(heading('Approved').compareDocumentPosition(last)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(region.querySelector('.tillkit-payment-status-outcome')).toHaveAttribute('data-tone', 'success');
  });
});

describe('a number to copy', () => {
  const id = 'R-1234567890-ABCDEF';
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['123456789012345', '123456789012345'],
    ['1234567890123456', '123456…123456'],
    [id, 'R-1234…ABCDEF'],
  ])('%s stands as %s, and can be read whole', (pnRefNum, shown) => {
    showOperation({ phase: 'complete', pnRefNum });
    expect(screen.getByTitle(pnRefNum)).toHaveTextContent(shown);
  });

  test('is copied whole where it is selected by hand', () => {
    showOperation({ phase: 'complete', pnRefNum: id });
    const setData = vi.fn();
    const event = createEvent.copy(screen.getByTitle(id), { clipboardData: { setData } });
    fireEvent(screen.getByTitle(id), event);
    expect(event.defaultPrevented).toBe(true);
    expect(setData).toHaveBeenCalledExactlyOnceWith('text/plain', id);
  });

  test('is shown whole where there is no clipboard, and is not said to be copied', async () => {
    const { user } = showOperation({ phase: 'complete', pnRefNum: id });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy reference' }));
    expect(await screen.findByText(id)).toBeVisible();
    expect(screen.getByRole('status')).not.toHaveTextContent('Copied');
  });

  test('of a message says what it is', () => {
    showOperation({ phase: 'unknown', msgIdentifier: 'M-1' });
    fireEvent.click(screen.getByText('More about it'));
    expect(screen.getByRole('button', { name: 'Copy message' })).toBeVisible();
  });
});

async function doubt(patch: Partial<TerminalOperation> = {}) {
  const shown = showOperation({ phase: 'unknown', reason: 'no-response', ...patch });
  await shown.pass(1000);
  return shown;
}
const button = (name: string) => screen.getByRole('button', { name });
const note = () => screen.queryByRole('textbox', { name: 'Where and how' });

describe('what a person saw', () => {
  test.each([
    ['screen', 'terminal-screen'],
    ['receipt', 'receipt'],
    ['back office', 'back-office'],
  ] as const)('at the %s is recorded as that, without a note', async (place, recorded) => {
    const { user, resolveUnknown } = await doubt();
    await user.click(answer(place, 'Charged'));
    expect(note()).toBeNull();
    expect(resolveUnknown).toHaveBeenCalledExactlyOnceWith('operation-1', {
      charged: true,
      basis: recorded,
      note: undefined,
    });
  });

  test('elsewhere needs words, and spaces are none', async () => {
    const { user, resolveUnknown } = await doubt();
    expect(note()).toBeNull();
    await user.click(answer('elsewhere', 'Not charged'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.type(note()!, '  ');
    await user.click(answer('elsewhere', 'Charged'));
    expect(note()).toBeInvalid();
    expect(note()).toHaveAccessibleDescription('Say where you saw it.');
    expect(note()).toHaveFocus();
    await user.type(note()!, 'Bank statement');
    expect(note()).toBeValid();
    expect(resolveUnknown).not.toHaveBeenCalled();
    await user.click(answer('elsewhere', 'Charged'));
    expect(resolveUnknown).toHaveBeenCalledExactlyOnceWith('operation-1', {
      charged: true,
      basis: 'other',
      note: '  Bank statement',
    });
  });

  test('words for another place are not sent with it', async () => {
    const { user, resolveUnknown } = await doubt();
    await user.click(answer('elsewhere', 'Charged'));
    await user.type(note()!, 'Bank statement');
    await user.click(answer('receipt', 'Charged'));
    expect(resolveUnknown.mock.lastCall?.[1]).toEqual({ charged: true, basis: 'receipt', note: undefined });
  });

  test('Enter in the words neither answers nor sends a form around them', async () => {
    const { user, resolveUnknown } = await doubt();
    await user.click(answer('elsewhere', 'Charged'));
    await user.type(note()!, 'Bank');
    expect(fireEvent.keyDown(note()!, { key: 'Enter' })).toBe(false);
    expect(resolveUnknown).not.toHaveBeenCalled();
  });
});

describe('"not charged"', () => {
  async function ask(patch: Partial<TerminalOperation> = {}, no = 'Not charged') {
    const shown = await doubt(patch);
    await shown.user.click(answer('receipt', no));
    return { ...shown, question: screen.getByRole('alertdialog') };
  }

  test('is recorded after a second yes only, once', async () => {
    const { user, resolveUnknown, question } = await ask();
    expect(question).toHaveAccessibleDescription('If it was, the customer pays twice when you charge again.');
    expect(screen.queryByRole('group', { name: /printed receipt/ })).toBeNull();
    expect(resolveUnknown).not.toHaveBeenCalled();
    await user.click(button('Yes, it was not charged'));
    expect(resolveUnknown).toHaveBeenCalledExactlyOnceWith('operation-1', {
      charged: false,
      basis: 'receipt',
      note: undefined,
    });
  });

  test('going back records nothing, and puts the focus where it was', async () => {
    const { user, resolveUnknown } = await ask();
    await user.click(button('Go back'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(answer('receipt', 'Not charged')).toHaveFocus();
    expect(resolveUnknown).not.toHaveBeenCalled();
  });

  test('is one question at a time', async () => {
    const { user } = await ask();
    await user.click(answer('screen', 'Not charged'));
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    expect(answersAt('receipt').getAllByRole('button')).toHaveLength(2);
    expect(button('Go back')).toHaveFocus();
  });

  test('is not recorded with words that were taken back meanwhile', async () => {
    const { user, resolveUnknown } = await doubt();
    await user.click(answer('elsewhere', 'Not charged'));
    await user.type(note()!, 'Bank');
    await user.click(answer('elsewhere', 'Not charged'));
    await user.clear(note()!);
    await user.click(button('Yes, it was not charged'));
    expect(note()).toHaveFocus();
    expect(note()).toHaveAccessibleDescription('Say where you saw it.');
    expect(resolveUnknown).not.toHaveBeenCalled();
  });

  test('a result that comes meanwhile ends the question', async () => {
    const { learn } = await ask();
    learn({ phase: 'complete' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Approved' })).toHaveFocus();
  });

  test.each(['capture', 'void', 'refund', 'closeBatch'] as const)(
    'of a %s has no word of a charge',
    async (kind) => {
      const { user, question, region, resolveUnknown } = await ask(
        { kind, amountCents: undefined },
        'It was not done',
      );
      expect(question).toHaveAccessibleName('Are you sure it was not done?');
      expect(question).toHaveAccessibleDescription('If it was, doing it again does it twice.');
      expect(region).not.toHaveTextContent(/charged/);
      await user.click(button('Yes, it was not done'));
      expect(resolveUnknown.mock.lastCall?.[1]).toMatchObject({ charged: false });
    },
  );
});

test('a second that ends while React looks twice is one look', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  let readings = 0;
  const ticking = { ...clock, now: () => clock.now() + 1000 * (readings += 1) };
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => complaints.mockRestore());
  const { result } = renderHook(() => useTicking(ticking, (now) => now));
  const first = result.current;
  await act(() => clock.advance(1000));
  expect(result.current).toBeGreaterThan(first);
  expect(complaints).not.toHaveBeenCalled();
});
