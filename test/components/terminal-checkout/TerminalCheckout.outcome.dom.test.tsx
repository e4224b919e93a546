import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { TerminalCheckoutProps } from 'tillkit';
import { describe, expect, test, vi } from 'vitest';
import { showTill } from '../checkoutTill.tsx';
import { runs } from '../../runs.ts';

const amountField = () => screen.getByRole('textbox', { name: 'Amount' });
const region = () => screen.getByRole('region', { name: 'Payment status' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const last = () => screen.queryByRole('group', { name: 'Last payment' });

interface Key {
  repeat?: boolean;
  /** Its release is heard too. */
  up?: boolean;
}

/** A key as a browser has it: what is not prevented presses the button, or sends the form, that has the focus. */
function key(name: string, { repeat = false, up = true }: Key = {}) {
  const code = /\d/.test(name) ? `Digit${name}` : name;
  const place = document.activeElement ?? document.body;
  if (fireEvent.keyDown(place, { key: name, code, repeat })) {
    if (name === 'Enter' && place instanceof HTMLButtonElement) fireEvent.click(place);
    if (name === 'Enter' && place instanceof HTMLInputElement && place.form) fireEvent.submit(place.form);
  }
  if (up) fireEvent.keyUp(document.activeElement ?? document.body, { key: name, code });
}

/** A sale of this amount whose ending has stood for a while. */
async function sell(amount: number, props: TerminalCheckoutProps = {}) {
  const till = await showTill({ defaultAmountCents: amount, ...props });
  await till.press();
  await endingStands(till);
  await waitFor(() => expect(region()).toBeVisible());
  return till;
}

/** React 18 draws what comes in a while at its end. */
async function endingStands(till: Awaited<ReturnType<typeof showTill>>) {
  await till.pass(30_000);
  await till.pass(1000);
}

const endings = [
  ['complete', 1250],
  ['failed', 1201],
  ['partial', 1031],
  ['rejected', 1204],
] as const;

describe('Enter that was meant for what stood there before', () => {
  // What has the focus: the outcome itself, and every button of it that a person could have walked to.
  const places = endings.flatMap((ending) => [
    [...ending, 'outcome'] as const,
    [...ending, 'buttons'] as const,
  ]);
  test.each(places.filter((_, at) => at % runs(3, 1) === 0))(
    '%s (%i): nothing is sent and nothing acknowledged from 50 ms before to 800 ms after',
    async (phase, amount, place) => {
      const dry = await sell(amount);
      const { createdAt, endedAt = 0 } = dry.operations.list()[0]!;
      expect(dry.operations.list()).toMatchObject([{ phase }]);
      dry.unmount();

      const till = await showTill({ defaultAmountCents: amount });
      await till.press();
      await till.pass(endedAt - createdAt - 50);
      const pressAll = () => {
        if (place === 'outcome') return key('Enter');
        // No query by role: hundreds of them take seconds.
        const buttons = [...document.querySelectorAll('button')];
        for (const at of buttons.filter(({ textContent }) => /Next|Try again/.test(textContent))) {
          at.focus();
          key('Enter');
        }
      };
      let stoodFor = -1;
      let step = 1;
      for (let ms = 0; ms < 2000 && stoodFor < 800; ms += step) {
        pressAll();
        if (stoodFor >= 0 || till.operations.list()[0]?.phase === phase) stoodFor += step;
        step = stoodFor < 10 || stoodFor >= 790 ? 1 : 20; // each millisecond where something begins or ends
        if (stoodFor < 800) await till.pass(step);
      }
      expect(stoodFor).toBe(800);
      expect(till.sent()).toHaveLength(1);
      expect(till.operations.list()).toMatchObject([{ phase }]);
      expect(till.operations.list()[0]).not.toHaveProperty('acknowledgedAt', expect.anything());
      expect(region()).toHaveAttribute('data-phase', phase);

      // The same press does it a moment later: it is not dead.
      await till.pass(100);
      if (place === 'buttons') button('Next customer').focus();
      key('Enter');
      await till.pass(1);
      const isOver = place === 'buttons' || phase === 'complete';
      expect(till.operations.list({ standing: true })).toHaveLength(isOver ? 0 : 1);
      expect(till.sent()).toHaveLength(1);
    },
  );

  test('a key that is held down never counts, nor one that repeats itself', async () => {
    const till = await showTill({ defaultAmountCents: 1250 });
    key('Enter', { up: false }); // the page does not hear of its release
    await till.press();
    await till.pass(30_000);
    for (let times = 0; times < 20; times += 1) {
      key('Enter', { repeat: true, up: false });
      key('Enter', { up: false }); // of a system that does not say so
      await till.pass(100);
    }
    expect(till.operations.list({ standing: true })).toHaveLength(1);
    fireEvent.keyUp(document.body, { key: 'Enter', code: 'Enter' });
    key('Enter');
    expect(till.operations.list({ standing: true })).toEqual([]);
  });

  test.each(['4006381333931', '12', 'A-7'])('the Enter of a scanner that reads %s', async (code) => {
    const till = await sell(1250);
    for (const character of code) {
      key(character);
      await till.pass(8);
    }
    key('Enter');
    await till.pass(2000);
    expect(till.operations.list({ standing: true })).toHaveLength(1);
    expect(region()).toHaveAttribute('data-phase', 'complete');
    expect(till.sent()).toHaveLength(1);
  });

  test('the Enter that led to the next customer charges no amount that the host filled in', async () => {
    const till = await sell(1250, { fields: { amount: { readOnly: true, value: 500 } } });
    key('Enter', { up: false });
    expect(amountField()).toHaveFocus();
    for (let ms = 0; ms < 2000; ms += 50) {
      key('Enter', { repeat: true, up: false });
      await till.pass(50);
    }
    expect(till.sent()).toHaveLength(1);
  });

  test('a page that was not seen when it ended is painted when it is', async () => {
    const till = await sell(1250);
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    key('Enter');
    expect(till.operations.list({ standing: true })).toHaveLength(1);
    seen.mockRestore();
  });
});

describe('an outcome', () => {
  test.each(endings)('%s has the focus itself', async (phase, amount) => {
    await sell(amount);
    expect(region()).toHaveAttribute('data-phase', phase);
    expect(region()).toHaveFocus();
  });

  test.each(endings)('%s: a key in it sends nothing', async (_, amount) => {
    const till = await sell(amount);
    for (const name of ['Enter', ' ', 'a', 'Escape']) {
      key(name);
      await till.pass(1000);
    }
    expect(till.sent()).toHaveLength(1);
  });
});

describe('the next sale by a digit', () => {
  test('begins with it, and the outcome stays as a line until the cashier takes note of it', async () => {
    const onNextCustomer = vi.fn();
    const till = await sell(1250, { onNextCustomer });
    key('7');
    await till.pass(100);
    expect(amountField()).toHaveValue('7');
    expect(amountField()).toHaveFocus();
    expect(onNextCustomer).toHaveBeenCalledOnce();
    expect(last()).toHaveTextContent('Approved $12.50');
    expect(last()).toHaveAttribute('data-tone', 'success');
    expect(till.operations.list({ standing: true })).toHaveLength(1);
    await till.user.click(within(last()!).getByRole('button', { name: 'OK' }));
    expect(last()).toBeNull();
    expect(amountField()).toHaveFocus();
    expect(amountField()).toHaveValue('7.00');
    expect(till.operations.list({ standing: true })).toEqual([]);
  });

  test('is a sale of its own, and what is sent next takes note of the one before', async () => {
    const till = await sell(1250);
    key('7');
    await till.pass(100);
    await till.user.keyboard('{Enter}');
    await till.pass(30_000);
    expect(till.sent()).toMatchObject([{ amount: 1250 }, { amount: 700 }]);
    expect(new Set(till.operations.list().map(({ id }) => id)).size).toBe(2);
    expect(till.operations.list({ standing: true })).toMatchObject([{ amountCents: 700 }]);
  });

  test('asks before the same amount goes out while the outcome was not taken note of', async () => {
    const till = await sell(700);
    key('7');
    await till.pass(100);
    await till.user.keyboard('{Enter}');
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expect(till.sent()).toHaveLength(1);
  });

  test('keeps digits that come before the form is there', async () => {
    const till = await sell(1250);
    key('7');
    await till.pass(30);
    key('5');
    await till.pass(100);
    expect(amountField()).toHaveValue('75');
  });

  test.each(['4006381333931', '40063813'])('is not begun by a scanner that reads %s', async (code) => {
    const till = await sell(1250);
    for (const character of code) {
      key(character);
      await till.pass(10);
    }
    await till.pass(1000);
    expect(region()).toHaveAttribute('data-phase', 'complete');
  });

  test('is not begun by the end of what was typed while it was on its way', async () => {
    const till = await showTill({ defaultAmountCents: 1250 });
    await till.press();
    for (let ms = 0; ms < 12_000; ms += 200) {
      key('5');
      await till.pass(200);
    }
    expect(region()).toHaveAttribute('data-phase', 'complete');
    await till.pass(1000);
    key('5');
    await till.pass(100);
    expect(amountField()).toHaveValue('5');
  });

  test.each([
    ['failed', 1201, {}],
    ['partial', 1031, {}],
    ['locked', 1250, { fields: { amount: { readOnly: true, value: 1250 } } }],
  ] as const)('is not begun where it is %s', async (_, amount, props) => {
    const till = await sell(amount, props);
    key('7');
    await till.pass(1000);
    expect(region()).toBeVisible();
    expect(till.operations.list({ standing: true })).toHaveLength(1);
  });

  test('comes by itself after a while, and takes no note', async () => {
    const till = await showTill({ defaultAmountCents: 1250, returnAfterSeconds: 10 });
    await till.press();
    await till.pass(9000);
    expect(region()).toHaveAttribute('data-phase', 'complete');
    await till.pass(10_000);
    expect(amountField()).toHaveValue('');
    expect(last()).toHaveTextContent('Approved $12.50');
    expect(till.operations.list({ standing: true })).toHaveLength(1);
  });

  test.each([
    [1201, 10],
    [1031, 10],
    [1203, 10],
    [1250, Infinity],
    [1250, undefined],
  ])('does not come by itself after %i and %s s', async (amount, returnAfterSeconds) => {
    await sell(amount, { returnAfterSeconds });
    expect(region()).toBeVisible();
  });
});

describe('when the host changes the currency', () => {
  const tillIn = async (props: TerminalCheckoutProps) => {
    const provider = { currency: 'USD' };
    const till = await showTill(props, { provider });
    const changeTo = (currency: string) => {
      provider.currency = currency;
      till.rerender({});
    };
    return { ...till, changeTo };
  };

  test('a question about an amount in dollars is not one about as many euros', async () => {
    const { press, changeTo, sent } = await tillIn({ defaultAmountCents: 1250, confirm: 'always' });
    await press();
    expect(screen.getByRole('button', { name: 'Yes, charge $12.50' })).toBeVisible();
    changeTo('EUR');
    expect(screen.queryByRole('button', { name: /^Yes/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Charge €12.50/ })).toBeVisible();
    expect(sent()).toEqual([]);
  });

  test('a sale that failed in dollars is not tried again in euros', async () => {
    const { press, pass, changeTo } = await tillIn({ defaultAmountCents: 1201 });
    await press();
    await pass(30_000);
    expect(screen.getByRole('button', { name: 'Try again, $12.01' })).toBeVisible();
    changeTo('EUR');
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
  });
});

describe('"Try again"', () => {
  test('sends the same, as an operation of its own', async () => {
    const till = await showTill({ defaultAmountCents: 1201 });
    await till.user.click(screen.getByRole('button', { name: 'Order number' }));
    await till.user.type(screen.getByRole('textbox', { name: 'Order number' }), 'A-7');
    await till.user.click(screen.getByRole('button', { name: 'Receipt' }));
    await till.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await till.press();
    await endingStands(till);
    const names = within(region())
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(expect.arrayContaining(['Try again, $12.01', 'Next customer']));
    expect(button('Try again, $12.01')).toHaveAttribute('data-variant', 'primary');
    expect(button('Next customer')).not.toHaveAttribute('data-variant');
    await till.user.dblClick(button('Try again, $12.01'));
    await till.pass(30_000);
    const [first, second, ...more] = till.sent() as object[];
    expect(second).toEqual(first);
    expect(second).toMatchObject({ orderNumber: 'A-7', email: 'ann@example.com', receipt: true });
    expect(more).toEqual([]);
    const ids = till.operations.list().map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(till.operations.list({ standing: true })).toMatchObject([{ phase: 'failed', id: ids[0] }]);
    expect(region()).toHaveFocus();
  });

  test('is no press of what stood there before', async () => {
    const till = await showTill({ defaultAmountCents: 1201 });
    await till.press();
    while (till.operations.list()[0]?.phase !== 'failed') await till.pass(20);
    fireEvent.click(button(/^Try again/), { detail: 2 });
    await till.pass(1000);
    expect(till.sent()).toHaveLength(1);
    fireEvent.click(button(/^Try again/), { detail: 1 });
    await till.pass(1000);
    expect(till.sent()).toHaveLength(2);
  });

  test.each([
    ['approved', 1250],
    ['approved in part', 1031],
    ['not known', 1203],
    // Another copy of it may have been taken before this one was refused.
    ['refused without proof', 1204],
  ])('is not there for what is %s', async (_, amount) => {
    await sell(amount);
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  });

  test('is not there for what a person called not charged', async () => {
    const till = await sell(1203);
    act(() =>
      till.operations.resolveUnknown(till.operations.list()[0]!.id, { charged: false, basis: 'receipt' }),
    );
    expect(region()).toHaveAttribute('data-phase', 'resolved');
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  });

  test('is not there after a reload, and the way back brings what is known', async () => {
    const till = await showTill({ defaultTerminalId: null });
    await act(() =>
      till.operations.start('pay', {
        terminalId: 'terminal-1',
        amount: 1201,
        receipt: false,
        orderNumber: 'A-7',
      }),
    );
    await till.pass(30_000);
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
    await till.user.click(button('Back to this sale'));
    expect(amountField()).toHaveValue('12.01');
    expect(screen.getByRole('textbox', { name: 'Order number' })).toHaveValue('A-7');
  });

  test('asks first where the host wants that', async () => {
    const till = await showTill({ defaultAmountCents: 1201, confirm: 'always' });
    await till.press();
    await till.user.click(button('Yes, charge $12.01'));
    await endingStands(till);
    await till.user.click(button('Try again, $12.01'));
    await till.pass(1000);
    expect(till.sent()).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await till.user.click(button('Yes, charge $12.01'));
    await till.pass(1000);
    expect(till.sent()).toHaveLength(2);
  });

  test('that is refused brings the form back, with all of it and why', async () => {
    const till = await showTill({ defaultAmountCents: 1201 });
    await till.user.click(screen.getByRole('button', { name: 'Order number' }));
    await till.user.type(screen.getByRole('textbox', { name: 'Order number' }), 'A-7');
    await till.press();
    await endingStands(till);
    await act(() =>
      till.operations.start(
        'pay',
        { terminalId: 'terminal-1', amount: 9900, receipt: false },
        { flowKey: 'other' },
      ),
    );
    await till.user.click(button('Try again, $12.01'));
    expect(
      await screen.findByText(/^Nothing was sent: Front counter is busy/, { selector: 'p' }),
    ).toBeVisible();
    expect(amountField()).toHaveValue('12.01');
    expect(screen.getByRole('textbox', { name: 'Order number' })).toHaveValue('A-7');
    expect(till.sent()).toHaveLength(2);
  });
});
