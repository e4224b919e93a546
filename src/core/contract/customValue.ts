import * as z from 'zod/mini';

const text = () => z.string('must be a text.');

/** A custom value of a transaction or a payment link (contract: chosen, as seen in use). */
export const customValueSchema = z.strictObject(
  {
    key: text().check(z.minLength(1, 'must not be empty.')),
    label: z.optional(text()),
    value: text(),
    valueLabel: z.optional(text()),
  },
  'must be an object { key, value }.',
);
export type CustomValue = z.infer<typeof customValueSchema>;

export const customValuesSchema = z.array(customValueSchema, 'must be a list.');
