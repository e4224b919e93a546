import { describe, expect, it } from 'vitest';
import { readAttachments } from '../../../src/core/wire/paymentLink.ts';
import { maskCardNumbers, readServiceMessage } from '../../../src/core/wire/errorBody.ts';
import { parseJsonWithLongIntegersAsText } from '../../../src/core/wire/read.ts';
import { readListPage } from '../../../src/core/wire/listPage.ts';
import { readPaymentLinkWithUncheckedAddress } from '../../../src/core/wire/paymentLink.ts';
import {
  readAcceptedMessage,
  readBatchClosed,
  readProcessedMessage,
} from '../../../src/core/wire/message.ts';
import { readTerminal } from '../../../src/core/wire/terminal.ts';
import { cpuTimeOf } from '../../cpuTime.ts';

const contract = (field: string) => expect.objectContaining({ code: 'contract', field });

describe('a terminal', () => {
  const whole = {
    terminalId: 'T1',
    id: 'other',
    name: 'Bar',
    label: 'other',
    serialNumber: 77,
    model: 'P400',
    provider: 'beta',
    status: 'online',
    lastSeenAt: '2026-01-15T09:30:00Z',
  };

  it('is read with everything that is known of it', () => {
    const { terminalId: _, id: __, label: ___, ...kept } = whole;
    expect(readTerminal(whole, 'items[0]')).toEqual({ ...kept, id: 'T1', serialNumber: '77', raw: whole });
  });

  it.each<[object, string, string]>([
    [{ id: 1 }, '1', '1'],
    [{ _id: 'x', label: 'Door' }, 'x', 'Door'],
    [{ terminalId: '', id: 'y', name: ' ', terminalName: 'Hall' }, 'y', 'Hall'],
    [{ terminalId: null, _id: 'z', name: 7 }, 'z', 'z'],
  ])('%j has an id and a name', (body, id, name) => {
    expect(readTerminal(body, '')).toMatchObject({ id, name });
  });

  it.each([{}, true, 1.5, 'a\nb'])('F33: is read without its serial number if that is %j', (serialNumber) => {
    expect(readTerminal({ id: 'T1', serialNumber }, '').serialNumber).toBeUndefined();
  });

  it('without an id is not read', () => {
    expect(() => readTerminal({ name: 'Bar' }, 'items[3]')).toThrow(contract('items[3].terminalId'));
    expect(() => readTerminal({ id: '..' }, 'items[3]')).toThrow(contract('items[3].id'));
    expect(() => readTerminal('T1', 'items[3]')).toThrow(contract('items[3]'));
  });
});

describe('a payment link', () => {
  it('is read with everything that is known of it', () => {
    const body = {
      id: 7,
      paymentLink: 'pay.test/l/7',
      paymentRequestId: 'req',
      reference: 'PL-7',
      status: 'unpaid',
      paid: false,
      amount: 1250,
      totalAmount: 1500,
      paidAmount: 0,
      createdAt: '2026-01-15',
      customValues: [{ key: 'table', label: 'Table', value: '7', valueLabel: 'Seven' }],
    };
    expect(readPaymentLinkWithUncheckedAddress(body, '')).toEqual({
      id: '7',
      paymentLink: 'pay.test/l/7',
      paymentRequestId: 'req',
      reference: 'PL-7',
      status: 'unpaid',
      paid: false,
      amountCents: 1250,
      totalAmountCents: 1500,
      paidAmountCents: 0,
      createdAt: '2026-01-15',
      customValues: body.customValues,
      raw: body,
    });
  });

  it.each<[object, string]>([
    [{ _id: 'a', paymentRequestId: 'b' }, 'a'],
    [{ paymentRequestId: 90, reference: 'c' }, '90'],
    [{ id: ' ', reference: 'c', paymentLink: 'd' }, 'c'],
    [{ id: {}, paymentLink: 'pay.test/d' }, 'pay.test/d'],
  ])('%j is named by what names it best', (body, id) => {
    expect(readPaymentLinkWithUncheckedAddress(body, '').id).toBe(id);
  });

  it('without any name is not read', () => {
    expect(() => readPaymentLinkWithUncheckedAddress({ amount: 1 }, 'items[2]')).toThrow(
      contract('items[2].id'),
    );
    expect(() => readPaymentLinkWithUncheckedAddress({ amount: 1 }, '')).toThrow(contract('id'));
    expect(() => readPaymentLinkWithUncheckedAddress(null, 'data')).toThrow(contract('data'));
  });

  it.each(['yes', 1, null, undefined])('F32: is not paid because the service says %j', (paid) => {
    expect(readPaymentLinkWithUncheckedAddress({ id: 1, paid }, '').paid).toBeUndefined();
    expect(readPaymentLinkWithUncheckedAddress({ id: 1, paid: true }, '').paid).toBe(true);
  });

  it('keeps the custom values that have a key', () => {
    const customValues = [null, 'x', { value: 'nameless' }, { key: 'a' }, { key: 'b', value: 7, label: 3 }];
    expect(readPaymentLinkWithUncheckedAddress({ id: 1, customValues }, '').customValues).toEqual([
      { key: 'a', value: '' },
      { key: 'b', value: '' },
    ]);
    expect(
      readPaymentLinkWithUncheckedAddress({ id: 1, customValues: { key: 'a' } }, '').customValues,
    ).toEqual([]);
  });
});

describe('a processed message', () => {
  it('is read with everything that is known of it, bare or in data', () => {
    const body = {
      msgIdentifier: 12,
      status: 'complete',
      pnRefNum: 34,
      amount: 1500,
      tip: 250,
      message: 'Approved.',
    };
    const read = {
      msgIdentifier: '12',
      status: 'complete',
      pnRefNum: '34',
      amount: 1500,
      tip: 250,
      serviceMessage: 'Approved.',
    };
    expect(readProcessedMessage(body)).toEqual({ ...read, raw: body });
    expect(readProcessedMessage({ data: body })).toEqual({ ...read, raw: { data: body } });
  });

  it.each<[unknown, string]>([
    [{ status: 'done' }, 'status'],
    [{ data: { status: 'done' } }, 'data.status'],
    [{ data: { status: 'complete', msgIdentifier: '..' } }, 'data.msgIdentifier'],
    [{ data: [] }, 'data'],
    ['complete', ''],
  ])('F24: %j is none', (body, field) => {
    expect(() => readProcessedMessage(body)).toThrow(contract(field));
  });
});

describe('a reference that is none', () => {
  it.each([{}, [[]], true, -1, 1.5, ' ', '..', 'a\nb', 'x'.repeat(257)])(
    'F33: %j is absent, and the payment is accepted and completed without it',
    (pnRefNum) => {
      const accepted = readAcceptedMessage({ data: { msgIdentifier: 'm', pnRefNum } });
      expect(accepted).toMatchObject({ msgIdentifier: 'm', pnRefNum: undefined });
      const message = readProcessedMessage({ data: { status: 'complete', amount: 1250, tip: {}, pnRefNum } });
      expect(message).toMatchObject({
        status: 'complete',
        amount: 1250,
        tip: undefined,
        pnRefNum: undefined,
      });
    },
  );

  it('closes the batch too, whatever names its message', () => {
    expect(readBatchClosed({ data: { msgIdentifier: {} } }).msgIdentifier).toBeUndefined();
    expect(readBatchClosed(null).msgIdentifier).toBeUndefined();
    expect(readBatchClosed({ msgIdentifier: 7 }).msgIdentifier).toBe('7');
  });
});

describe('the sentence of an error', () => {
  it.each<[unknown, string | undefined]>([
    [{ message: 'First.', error: 'Second.' }, 'First.'],
    [{ message: ' ', error: { message: 'Second.' } }, 'Second.'],
    [{ message: ['One.', 2, 'Three.'] }, 'One. Three.'],
    [{ message: [2], errors: ['A.', { message: 'B.' }, { code: 1 }, null] }, 'A. B.'],
    [{ errors: { amount: 'x', clientId: ['y', 'z'] } }, 'x y z'],
    [{ errors: { amount: { code: 'x' } } }, undefined],
    [{ error: { code: 'x' } }, undefined],
    [{ message: '\u0000\n' }, undefined],
    [{ message: 'a\r\n\tb' }, 'a b'],
    [{}, undefined],
    ['text', undefined],
    [null, undefined],
    [[{ message: 'x' }], undefined],
  ])('of %j', (body, sentence) => {
    expect(readServiceMessage(body)).toBe(sentence);
  });

  it.each([
    ['4111111111111111', '•••• 1111'],
    ['4111-1111-1111-1111.', '•••• 1111.'],
    ['3782 822463 10005', '•••• 0005'],
    ['6304000000000000000', '•••• 0000'],
    ['1234 5678 9012', '1234 5678 9012'],
    ['4111 1111 1111 1111 and 5500 0000 0000 0004', '•••• 1111 and •••• 0004'],
  ])('F102: %s is shown as %s', (text, shown) => {
    expect(maskCardNumbers(text)).toBe(shown);
  });

  it('F102: is masked before it is cut, so that no half of a card number is left', () => {
    const sentence = readServiceMessage({ message: `${'x'.repeat(290)} 4111 1111 1111 1111` });
    expect(sentence).toBe(`${'x'.repeat(290)} •••• 1111`);
  });
});

describe('JSON', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['1234567890123456.5', Number('1234567890123456.5')],
    ['12345678901234567e2', Number('12345678901234567e2')],
    ['"9007199254740993"', '9007199254740993'],
    [String.raw`"\"9007199254740993\\"`, '"9007199254740993\\'],
  ])('F28: %s keeps its digits', (text, value) => {
    expect(parseJsonWithLongIntegersAsText(text)).toBe(value);
  });

  it.each(['', '{', '[1,]', '9007199254740993x', 'undefined'])('%j is none', (text) => {
    expect(() => parseJsonWithLongIntegersAsText(text)).toThrow(SyntaxError);
  });

  it.each(['', '\\', '\\\n', '\n'])(
    'F36: a text that is never closed and ends in %j is refused at once',
    (end) => {
      const text = `"${String.raw`\"a`.repeat(20_000)}${end}`;
      const cpuMs = cpuTimeOf(() => expect(() => parseJsonWithLongIntegersAsText(text)).toThrow(SyntaxError));
      expect(cpuMs).toBeLessThan(1000);
    },
  );
});

describe('a page of a list', () => {
  const asked = { page: 3, limit: 10 };
  const read = (body: unknown) => {
    const { items, ...rest } = readListPage(body, (item) => item, asked);
    return [items.length, rest.total, rest.page, rest.limit];
  };

  it.each<[unknown, number[]]>([
    [{ items: [1, 2], total: 22, page: 3, limit: 10 }, [2, 22, 3, 10]],
    [{ items: [1, 2] }, [2, 22, 3, 10]],
    [
      [1, 2],
      [2, 22, 3, 10],
    ],
    [{ data: [1, 2], total: 40, page: 2, limit: 5 }, [2, 40, 2, 5]],
    [{ data: { items: [1], total: '31', page: '1', limit: '7' } }, [1, 31, 1, 1]],
    [{ items: [1, 2, 3], total: 9, page: 1, limit: 7 }, [3, 9, 1, 3]],
    [{ items: [1, 2, 3], page: 1, limit: 2 }, [3, 3, 1, 3]],
    [{ items: [1, 2], total: 8, page: 3, limit: 7 }, [2, 8, 3, 7]],
    [{ items: [1], total: -1, page: 0, limit: -3 }, [1, 21, 3, 10]],
    [{ items: [1], total: 'many', page: 1.5, limit: '1e3' }, [1, 21, 3, 10]],
    [{ items: [], total: 12 }, [0, 12, 3, 10]],
    [{ items: [] }, [0, 0, 3, 10]],
    [{ items: [], page: 1, total: 0 }, [0, 0, 1, 10]],
    [{ items: [1], total: 2 ** 53 }, [1, 21, 3, 10]],
  ])('F35: %j', (body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  it.each<[unknown, string]>([
    [{ data: { items: {} } }, 'data.items'],
    [{ items: 'none' }, 'items'],
    [{ data: null }, 'data.items'],
    [7, 'items'],
  ])('F35: %j is none', (body, field) => {
    expect(() => read(body)).toThrow(contract(field));
  });

  it('names the item that cannot be read', () => {
    const paths: string[] = [];
    readListPage({ data: [1, 2] }, (_, path) => paths.push(path), asked);
    readListPage({ data: { items: [1] } }, (_, path) => paths.push(path), asked);
    readListPage([1], (_, path) => paths.push(path), asked);
    expect(paths).toEqual(['data[0]', 'data[1]', 'data.items[0]', '[0]']);
  });
});

describe('what an upload hands out', () => {
  const handed = { path: '/f' };

  it.each<[unknown]>([
    [handed],
    [[handed]],
    [{ data: handed }],
    [{ data: [handed] }],
    [{ items: [handed] }],
    [{ files: [handed] }],
    [{ data: { attachments: [handed] } }],
  ])('in %j', (body) => {
    expect(readAttachments(body)).toEqual([handed]);
  });

  it.each<[unknown, string]>([
    [[], ''],
    [{ data: [] }, 'data'],
    [{ data: { files: ['/f'] } }, 'data.files[0]'],
    [[handed, null], '[1]'],
    [[handed, {}], '[1]'],
    [{}, '[0]'],
    [{ data: null }, '[0]'],
    [{ data: {} }, 'data[0]'],
    ['/f', ''],
    [undefined, ''],
  ])('is none in %j', (body, field) => {
    expect(() => readAttachments(body)).toThrow(contract(field));
  });
});
