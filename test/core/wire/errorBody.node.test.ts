import { describe, expect, it } from 'vitest';
import { readRefusedFields } from '../../../src/core/wire/errorBody.ts';
import { PaymentsError } from '../../../src/exports/core.ts';
import { errorOf, json, recordingClient } from '../client/recordingClient.ts';

describe('the fields a refusal names', () => {
  it.each<[unknown, ReturnType<typeof readRefusedFields>]>([
    [
      { errors: [{ field: 'amount', message: 'is too large.' }, { path: 'taxes[1]' }] },
      [
        { field: 'amount', message: 'is too large.' },
        { field: 'taxes[1]', message: undefined },
      ],
    ],
    [
      { errors: [{ path: ['customValues', 1, 'key'], message: ['is', 'not known.'] }] },
      [{ field: 'customValues.1.key', message: 'is not known.' }],
    ],
    [{ errors: { amount: ['is too large.'] } }, [{ field: 'amount', message: 'is too large.' }]],
    [{ field: 'amount', errors: ['Bad'] }, [{ field: 'amount', message: undefined }]],
    [{ errors: [{ message: 'Bad' }, null, 'amount', { field: 7 }] }, []],
    [{ errors: 'amount' }, []],
    [undefined, []],
    [['amount'], []],
  ])('in %j', (body, fields) => {
    expect(readRefusedFields(body)).toEqual(fields);
  });

  it('F84: under names that objects inherit are fields like others', () => {
    const body: unknown = JSON.parse('{"errors":{"__proto__":"no.","constructor":"no."}}');
    expect(readRefusedFields(body).map(({ field }) => field)).toEqual(['__proto__', 'constructor']);
    expect(readRefusedFields({})).toEqual([]);
  });

  it('are one line of text each, without card numbers, and a hundred at most', () => {
    const [first, ...rest] = readRefusedFields({
      errors: Array.from({ length: 500 }, () => ({
        field: 'a\nb',
        message: 'Card 4111 1111 1111 1111\u0000',
      })),
    });
    expect(first).toEqual({ field: 'a b', message: 'Card •••• 1111' });
    expect(rest).toHaveLength(99);
  });

  it('stand on the error, the first of them as its field too', async () => {
    const errors = [
      { field: 'amount', message: 'is too large.' },
      { field: 'taxes', message: 'are not known.' },
    ];
    const { client } = recordingClient(() => json({ message: 'Bad', errors }, { status: 422 }));
    const error = await errorOf(client.createPaymentLink({ amount: 100 }));
    expect(error).toBeInstanceOf(PaymentsError);
    expect(error).toMatchObject({ field: 'amount', fields: errors, serviceMessage: 'Bad' });
  });
});
