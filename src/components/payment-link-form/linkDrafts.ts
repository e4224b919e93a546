import type { TerminalOperations } from '../../core/operations/createTerminalOperations.ts';
import type { LinkFormStart } from './linkFormValues.ts';

/** What somebody had filled in when the form went away. Files are not among it: their upload ends with the form. */
export interface LinkDraft extends LinkFormStart {
  hadFiles: boolean;
}

interface Drafts {
  byKey: Map<string, LinkDraft>;
  askToStay: (event: BeforeUnloadEvent) => void;
}

// By operations, and so by client and operator: in memory, and gone with the page.
const byOwner = new WeakMap<TerminalOperations, Drafts>();

export function draftOf(owner: TerminalOperations, formKey: string): LinkDraft | undefined {
  return byOwner.get(owner)?.byKey.get(formKey);
}

/** Keeps a draft, or forgets the one there is. While there are any, the browser asks before the page is left. */
export function storeDraft(owner: TerminalOperations, formKey: string, draft: LinkDraft | undefined): void {
  const drafts = byOwner.get(owner) ?? {
    byKey: new Map<string, LinkDraft>(),
    askToStay: (event: BeforeUnloadEvent) => event.preventDefault(),
  };
  byOwner.set(owner, drafts);
  if (draft) drafts.byKey.set(formKey, draft);
  else drafts.byKey.delete(formKey);
  if (drafts.byKey.size > 0) window.addEventListener('beforeunload', drafts.askToStay);
  else window.removeEventListener('beforeunload', drafts.askToStay);
}
