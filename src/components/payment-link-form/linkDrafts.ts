import type { TerminalOperations } from '../../core/operations/createTerminalOperations.ts';
import type { LinkFormStart } from './linkFormValues.ts';

/** What somebody had filled in when the form went away. Files are not among it: their upload ends with the form. */
export interface LinkDraft extends LinkFormStart {
  hadFiles: boolean;
}

interface Drafts {
  number: number;
  byKey: Map<string, LinkDraft>;
  askToStay: (event: BeforeUnloadEvent) => void;
}

// By operations, and so by client and operator: in memory, and gone with the page.
const byOwner = new WeakMap<TerminalOperations, Drafts>();
let owners = 0;

export function draftOf(owner: TerminalOperations, formKey: string): LinkDraft | undefined {
  return draftsOf(owner).byKey.get(formKey);
}

/** Names a form: what is filled in under another name, or by another operator, is no business of it. */
export function draftName(owner: TerminalOperations, formKey: string): string {
  return `${draftsOf(owner).number} ${formKey}`;
}

/** Keeps a draft, or forgets the one there is. While there are any, the browser asks before the page is left. */
export function storeDraft(owner: TerminalOperations, formKey: string, draft: LinkDraft | undefined): void {
  const drafts = draftsOf(owner);
  if (draft) drafts.byKey.set(formKey, draft);
  else drafts.byKey.delete(formKey);
  if (drafts.byKey.size > 0) window.addEventListener('beforeunload', drafts.askToStay);
  else window.removeEventListener('beforeunload', drafts.askToStay);
}

function draftsOf(owner: TerminalOperations): Drafts {
  const existing = byOwner.get(owner);
  if (existing) return existing;
  owners += 1;
  const drafts: Drafts = {
    number: owners,
    byKey: new Map(),
    askToStay: (event) => event.preventDefault(),
  };
  byOwner.set(owner, drafts);
  return drafts;
}
