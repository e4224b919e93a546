import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import * as tillkit from '../src/exports/index.ts';
import * as parts from '../src/exports/parts.ts';
import { createPaymentsClient } from '../src/exports/core.ts';
import { chargedSale } from './harness.tsx';

const { PaymentsProvider } = tillkit;
const { Root: TerminalPickerRoot } = parts.TerminalPicker;

const pickerParts: Record<string, ReactElement | undefined> = {
  TerminalPickerRoot: undefined,
  TerminalPickerAnchor: createElement(parts.TerminalPicker.Anchor),
  TerminalPickerChange: createElement(parts.TerminalPicker.Change),
  TerminalPickerChip: createElement(parts.TerminalPicker.Chip, { terminalId: 'terminal-1' }),
  TerminalPickerChips: createElement(parts.TerminalPicker.Chips),
  TerminalPickerControl: createElement(parts.TerminalPicker.Control),
  TerminalPickerError: createElement(parts.TerminalPicker.Error),
  TerminalPickerFact: createElement(parts.TerminalPicker.Fact),
  TerminalPickerHint: createElement(parts.TerminalPicker.Hint),
  TerminalPickerInput: createElement(parts.TerminalPicker.Input),
  TerminalPickerLabel: createElement(parts.TerminalPicker.Label),
  TerminalPickerLoadError: createElement(parts.TerminalPicker.LoadError),
  TerminalPickerMessage: createElement(parts.TerminalPicker.Message),
  TerminalPickerNotice: createElement(parts.TerminalPicker.Notice),
  TerminalPickerOption: createElement(parts.TerminalPicker.Option, { index: 0 }),
  TerminalPickerOptions: createElement(parts.TerminalPicker.Options),
  TerminalPickerPopup: createElement(parts.TerminalPicker.Popup),
  TerminalPickerProgress: createElement(parts.TerminalPicker.Progress),
  TerminalPickerToggle: createElement(parts.TerminalPicker.Toggle),
  TerminalPickerUnlisted: createElement(parts.TerminalPicker.Unlisted),
  TerminalPickerValue: createElement(parts.TerminalPicker.Value),
};

/** Every component of the public entry with the least props it needs. */
const elements: Record<string, ReactElement> = {
  TerminalPicker: createElement(tillkit.TerminalPicker),
  ...Object.fromEntries(
    Object.entries(pickerParts).map(([name, part]) => [name, createElement(TerminalPickerRoot, {}, part)]),
  ),
  AmountField: createElement(tillkit.AmountField, { value: 1250, onValueChange: () => undefined }),
  PaymentStatus: createElement(tillkit.PaymentStatus, { operationId: 'none' }),
  TerminalCheckout: createElement(tillkit.TerminalCheckout),
  AttachmentField: createElement(tillkit.AttachmentField),
  CloseDay: createElement(tillkit.CloseDay),
  DayReport: createElement(tillkit.DayReport),
  LinkShare: createElement(tillkit.LinkShare, { address: 'https://pay.test/l/1' }),
  PaymentLinkForm: createElement(tillkit.PaymentLinkForm),
  PaymentLinkList: createElement(tillkit.PaymentLinkList),
  TransactionActions: createElement(tillkit.TransactionActions, { transaction: chargedSale }),
  CloseBatch: createElement(tillkit.CloseBatch, { terminalId: 'terminal-1' }),
  OpenOperations: createElement(tillkit.OpenOperations),
  PaymentMirror: createElement(tillkit.PaymentMirror, { terminalId: 'terminal-1' }, 'Welcome'),
  Receipt: createElement(tillkit.Receipt, { operationId: 'none' }),
  TransactionList: createElement(tillkit.TransactionList),
};

/** Its drop-in renders it. */
const render = (element: ReactElement, authorization = 'secret-token') => {
  const client = createPaymentsClient({ baseUrl: '/api', headers: { authorization } });
  return renderToString(createElement(PaymentsProvider, { client, currency: 'USD' }, element));
};

describe('server render', () => {
  it('has no DOM to lean on', () => {
    expect(typeof window).toBe('undefined');
    expect(typeof document).toBe('undefined');
    expect(typeof indexedDB).toBe('undefined');
  });

  it('knows every component of the package', () => {
    const dropIns = Object.keys(tillkit).filter((name) => /^[A-Z]/.test(name) && name !== 'PaymentsProvider');
    const ofPicker = Object.keys(parts.TerminalPicker).map((name) => `TerminalPicker${name}`);
    const components = [...dropIns, ...ofPicker];
    expect(Object.keys(elements).toSorted()).toEqual(components.toSorted());
  });

  it.each(Object.entries(elements))('F58: renders %s without style attributes', (_, element) => {
    const html = render(element);
    expect(html).toContain('data-tillkit');
    expect(html).not.toMatch(/\sstyle=/);
  });

  it('F59: puts no token into the markup', () => {
    const html = Object.values(elements).map((element) => render(element, 'secret-token-7'));
    expect(html.join('')).not.toContain('secret-token-7');
  });
});
