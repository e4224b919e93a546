import type { PaymentsError } from '../../core/errors/PaymentsError.ts';
import type { LinkContent } from './linkContent.ts';
import { controlOf, type LinkFormPath } from './linkFormPath.ts';
import type { CustomRow, LinkFormValues, LinkSetup } from './linkFormValues.ts';

export interface Refusals {
  onControls: { name: LinkFormPath; sentence: string }[];
  /** About no control on the screen. */
  atTop: string[];
}

/** What the service refused, each sentence on the control it is about, as `customValues[0].key` or `customValues.0.key`. */
export function refusalsOf(error: PaymentsError, { rows, values, content, setup }: RefusedForm): Refusals {
  const { field, fields = field === undefined ? [] : [{ field, message: undefined }] } = error;
  const refusals: Refusals = { onControls: [], atTop: [] };
  for (const refused of fields) {
    const path = refused.field.split(/[.[\]/]+/).filter(Boolean);
    const name = controlOf(path, rows, values, setup);
    const sentence = refused.message ?? sentenceOf(error);
    const isTaken = refusals.onControls.some((other) => other.name === name);
    if (name && !isTaken)
      refusals.onControls.push({ name, sentence: withTax(path, sentence, content, setup) });
    else if (!name) refusals.atTop.push(refused.message ? `${refused.field}: ${sentence}` : sentence);
  }
  if (fields.length === 0) refusals.atTop.push(sentenceOf(error));
  return { ...refusals, atTop: [...new Set(refusals.atTop)] };
}

export interface RefusedForm {
  rows: readonly CustomRow[];
  values: LinkFormValues;
  content: LinkContent;
  setup: LinkSetup;
}

function withTax(
  [field, index]: string[],
  sentence: string,
  { taxes }: LinkContent,
  setup: LinkSetup,
): string {
  const id = field === 'taxes' && typeof taxes === 'object' ? taxes[Number(index)] : undefined;
  const tax = setup.taxes.find((other) => other.id === id);
  return tax ? `${tax.label}: ${sentence}` : sentence;
}

/** The service's sentence, else ours; without the field's path, which says nothing to a shopkeeper. */
function sentenceOf({ serviceMessage, shortMessage, field }: PaymentsError): string {
  const sentence = serviceMessage ?? shortMessage;
  return field !== undefined && sentence.startsWith(`${field}: `)
    ? sentence.slice(field.length + 2)
    : sentence;
}
