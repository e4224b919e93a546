/** What a host decides about one field. A hidden or read-only one has the host's value, always the current one. */
export interface FieldRule<Value> {
  /** Not shown; its value is sent all the same. */
  hidden?: boolean | undefined;
  /** Shown, and not to be changed. */
  readOnly?: boolean | undefined;
  /** Not to be left empty; a checkbox has to be ticked. */
  required?: boolean | undefined;
  /** What stands in it at first. */
  value?: Value | undefined;
}

/** Whether the person cannot change a field, so that its value is the host's. */
export function isLocked(rule: FieldRule<unknown> | undefined): boolean {
  return Boolean(rule?.hidden || rule?.readOnly);
}

/** Whether an empty field is to be complained about: of a hidden one nobody could do anything. */
export function isRequired(rule: FieldRule<unknown> | undefined): boolean {
  return Boolean(rule?.required && !rule.hidden);
}
