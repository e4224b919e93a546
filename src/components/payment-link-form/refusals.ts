import type { PaymentsError } from '../../core/errors.ts';
import type { LinkContent } from './linkContent.ts';
import { controlOf, type LinkFormPath } from './linkFormPath.ts';
import type { CustomRow, LinkFormValues, LinkSetup } from './linkFormValues.ts';

export interface Refusals {
  /** In our words, or in words that say whose they are. */
  onControls: { name: LinkFormPath; sentence: string }[];
  /** About no control on the screen, or one that has a sentence already: the service's own, else ours. */
  atTop: string[];
}

/** What the service refused, each sentence on the control it is about, as `customValues[0].key` or `customValues.0.key`. */
export function refusalsOf(error: PaymentsError, { rows, values, content, setup }: RefusedForm): Refusals {
  const { field, fields = field === undefined ? [] : [{ field, message: undefined }] } = error;
  const refusals: Refusals = { onControls: [], atTop: [] };
  for (const refused of fields) {
    const path = refused.field.split(/[.[\]/]+/).filter(Boolean);
    const control = controlOf(path, rows, values, setup);
    // What is about the rows as a whole is shown only where there is none.
    const name = control === 'values.root' && rows.length > 0 ? undefined : control;
    const said = refused.message ?? serviceSentence(error);
    const isTaken = refusals.onControls.some((other) => other.name === name);
    if (name && !isTaken) {
      const sentence =
        said === undefined
          ? reasonOf(error, setup)
          : setup.labels.serviceSays(withTax(path, said, content, setup));
      refusals.onControls.push({ name, sentence });
    } else if (refused.message !== undefined) {
      const sentence = withTax(path, refused.message, content, setup);
      refusals.atTop.push(sentence === refused.message ? `${refused.field}: ${refused.message}` : sentence);
    } else if (!name) {
      refusals.atTop.push(said ?? reasonOf(error, setup));
    }
  }
  if (fields.length === 0) refusals.atTop.push(serviceSentence(error) ?? reasonOf(error, setup));
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

/** Without the field's path, which says nothing to a shopkeeper. */
function serviceSentence({ serviceMessage, field }: PaymentsError): string | undefined {
  return field !== undefined && serviceMessage?.startsWith(`${field}: `)
    ? serviceMessage.slice(field.length + 2)
    : serviceMessage;
}

function reasonOf({ code, status, field }: PaymentsError, { labels }: LinkSetup): string {
  return labels.rejectedReason({ code, status: status?.toString(), field });
}
