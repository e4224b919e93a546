import type { PaymentsError } from '../../core/errors/PaymentsError.ts';
import type { LinkFormValues } from './linkFormValues.ts';

export type LinkFormPath = 'amountCents' | 'files' | `customValues.${number}.${'key' | 'value'}`;

/** The control that stands for the field a refusal names, as `customValues[0].key`; undefined where none does. */
export function refusedField(
  { field = '' }: PaymentsError,
  { customValues }: LinkFormValues,
): LinkFormPath | undefined {
  if (field === 'amount') return 'amountCents';
  if (/^attachments\b/.test(field)) return 'files';
  const row = /^customValues(?:\[(\d+)\]|\.(\d+))(?:\.(\w+))?/.exec(field);
  const index = Number(row?.[1] ?? row?.[2] ?? NaN);
  if (!(index < customValues.length)) return undefined;
  return `customValues.${index}.${row?.[3] === 'value' ? 'value' : 'key'}`;
}

/** The service's sentence, else ours; without the field's path, which says nothing to a shopkeeper. */
export function refusalSentence({ serviceMessage, shortMessage, field }: PaymentsError): string {
  const sentence = serviceMessage ?? shortMessage;
  return field !== undefined && sentence.startsWith(`${field}: `)
    ? sentence.slice(field.length + 2)
    : sentence;
}
