import * as z from 'zod/mini';
import { isLocked, isRequired } from '../field/fieldRule.ts';
import type { LinkFieldRule } from './linkFields.ts';
import type { LinkContent } from './linkContent.ts';
import type { CustomValueOption, LinkSetup } from './linkFormValues.ts';

/** What must hold before anything is sent. An amount that is none gets its sentence from `AmountField`. */
export function linkRules({ options, fields, labels }: Pick<LinkSetup, 'options' | 'fields' | 'labels'>) {
  const flag = (rule: LinkFieldRule<boolean> | undefined) =>
    z.optional(z.boolean()).check(z.refine((value) => value || !isRequired(rule), labels.flagMissing));
  return z.object({
    amountCents: z.nullable(z.int()).check(z.refine((cents) => cents !== null)),
    taxes: z
      .optional(z.union([z.int(), z.array(z.string())]))
      .check(z.refine((taxes) => taxes !== undefined || !isRequired(fields.taxes), labels.taxesMissing)),
    showBilling: flag(fields.showBilling),
    showShipping: flag(fields.showShipping),
    applyDiscount: flag(fields.applyDiscount),
    customValues: z.array(z.object({ key: z.string(), value: z.string() })).check(
      z.refine((rows) => rows.length > 0 || !isRequired(fields.customValues), labels.customValuesMissing),
      z.check(({ value: rows, issues }) => {
        if (isLocked(fields.customValues)) return;
        const seen = new Set<string>();
        rows.forEach(({ key, value }, index) => {
          const option = options.find((other) => other.key === key);
          const keyProblem = !key ? labels.keyMissing : seen.has(key) ? labels.keyRepeated : undefined;
          const valueProblem = problemOf(value, option, labels);
          seen.add(key);
          if (keyProblem) issues.push(issueAt([index, 'key'], keyProblem, key));
          if (valueProblem) issues.push(issueAt([index, 'value'], valueProblem, value));
        });
      }),
    ),
    attachments: z
      .array(z.unknown())
      .check(
        z.refine((list) => list.length > 0 || !isRequired(fields.attachments), labels.attachmentsMissing),
      ),
    uploading: z.int().check(z.refine((count) => count === 0, labels.stillUploading)),
    failed: z.int().check(z.refine((count) => count === 0, labels.notUploaded)),
  } satisfies Record<keyof LinkContent, z.ZodMiniType>);
}

const issueAt = (path: (string | number)[], message: string, input: unknown) => ({
  code: 'custom' as const,
  path,
  message,
  input,
});

function problemOf(
  value: string,
  { type = 'text', choices = [] }: Partial<CustomValueOption> = {},
  labels: LinkSetup['labels'],
): string | undefined {
  if (value.trim() === '') return type === 'choice' ? labels.choiceMissing : labels.valueMissing;
  if (type === 'number' && !/^-?\d+(\.\d+)?$/.test(value.trim())) return labels.numberWanted;
  if (type === 'date' && Number.isNaN(Date.parse(value))) return labels.dateWanted;
  if (type === 'choice' && !choices.some((choice) => choice.value === value)) return labels.choiceMissing;
  return undefined;
}
