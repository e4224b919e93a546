import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations, sendAnything, wholeRequests } from './requestShapes.ts';

const junk = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withUnicodeString: true,
});
const nearly = fc.oneof(
  junk,
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.integer(),
  fc.array(fc.dictionary(fc.constantFrom('key', 'value', 'label', 'odd', '__proto__'), junk)),
);

/** The object with a field of its own, whatever its name. */
function withField(request: object, name: string, value: unknown): object {
  return Object.defineProperty({ ...request }, name, { value, enumerable: true, configurable: true });
}

describe.each(operations)('%s', (operation) => {
  const whole: object = wholeRequests[operation];
  const names = Object.keys(whole);

  it('is sent once or is invalid input that names a field, whatever it is given', async () => {
    const inputs = fc.oneof(junk, fc.dictionary(fc.constantFrom(...names), nearly));
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const { error, sent } = await sendAnything(operation, input);
        if (error) expect(error).toMatchObject({ code: 'invalid-input', field: expect.stringMatching(/./) });
        expect(sent).toHaveLength(error ? 0 : 1);
      }),
    );
  });

  it('blames the one field that is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), nearly, async (name, value) => {
        const { error, sent } = await sendAnything(operation, withField(whole, name, value));
        if (error) {
          expect(error.code).toBe('invalid-input');
          expect(error.field?.split(/[.[]/)[0]).toBe(name);
        }
        expect(sent).toHaveLength(error ? 0 : 1);
      }),
    );
  });

  it('takes no field that it does not have', async () => {
    const strange = fc
      .oneof(fc.string({ minLength: 1 }), fc.constantFrom('__proto__', 'toString', '0', 'Amount', 'amount '))
      .filter((name) => !names.includes(name));
    await fc.assert(
      fc.asyncProperty(strange, junk, async (name, value) => {
        const { error, sent } = await sendAnything(operation, withField(whole, name, value));
        expect(error).toMatchObject({ code: 'invalid-input', field: name });
        expect(sent).toHaveLength(0);
      }),
    );
  });
});
