import { operationFromNote } from '../../src/core/mirror/browserOperationNotes.ts';
import { isOpen, isUnseen } from '../../src/core/operations/terminalOperation.ts';
import { learn, mayRead, taking, withCopy, withNote, withPage } from './changes.ts';
import { endingOf, facts, sending, shownBy, wholeNote } from './operations.ts';
import { both, nothing, only, type Rule } from './rule.ts';

const mirror = 'src/core/mirror';

/** What a page does, and the person before it. */
export const pageRules: readonly Rule[] = [
  {
    name: 'a person presses',
    stands: [`${mirror}/startPress.ts`, 'createStartPress'],
    steps: (state) =>
      state.page.step === 'idle'
        ? only(withPage(state, { step: 'noted', press: sending, note: { phase: 'sending' } }))
        : nothing,
  },
  {
    name: 'the page sends its one request',
    stands: [`${mirror}/sendPress.ts`, 'createSendPress'],
    steps: (state, broken) => {
      const { step, note } = state.page;
      const isGivenUp = note?.lost !== undefined && !broken.has('frozen');
      if (step !== 'noted' || isGivenUp) return nothing;
      return only(withPage(withCopy(state, 0, 'net'), { step: 'sent', isWaiting: true }));
    },
  },
  {
    name: 'another tab takes a frozen page for gone',
    stands: [`${mirror}/pressReads.ts`, 'createPressReads'],
    fault: 'late',
    steps: (state) =>
      state.page.step === 'noted' ? only(withNote(state, { lost: facts.unanswered })) : nothing,
  },
  {
    name: 'the page gets the row',
    stands: [`${mirror}/mirrorRows.ts`, 'createMirrorRows'],
    steps: (state) => {
      if (state.page.step === 'idle' || state.row?.state !== 'sent') return nothing;
      const next = taking(state, { operation: state.row.operation, seq: state.row.seq });
      return next === state ? nothing : only(next);
    },
  },
  {
    name: 'the page gives up waiting for the answer to its request',
    stands: [`${mirror}/sendPress.ts`, 'createSendPress'],
    steps: ({ page, ...state }) =>
      (page.step === 'sent' || page.step === 'reloaded') &&
      !page.isWaiting &&
      !page.note?.lost &&
      shownBy(page)?.phase === 'sending' &&
      !page.row
        ? only(withNote({ ...state, page }, { lost: facts.unanswered }))
        : nothing,
  },
  {
    name: 'the page reads its press',
    stands: [`${mirror}/pressReads.ts`, 'createPressReads'],
    steps: (state, broken) => {
      const { row, instances } = state;
      if (!mayRead(state.page)) return nothing;
      if (row?.state === 'sent') return nothing; // it gets the row
      return both.flatMap((at) => {
        const here = instances[at];
        if (here && here.step !== 'closed' && here.step !== 'withdrawing') return nothing;
        const next = learn(
          state,
          { seq: 0, isClosed: row?.state === 'closed' || here?.step === 'closed' },
          broken,
        );
        return JSON.stringify(next) === JSON.stringify(state) ? nothing : only(next);
      });
    },
  },
  {
    name: 'a person resolves what is unknown, as far as can be seen at the terminal',
    stands: [`${mirror}/startedOperationActions.ts`, 'createStartedOperationActions'],
    steps: (state) => {
      const { page, service } = state;
      if (shownBy(page)?.phase !== 'unknown' || page.note?.resolution || page.note?.isResolutionRefused)
        return nothing;
      const charged = service === 'approved';
      return only(
        withNote(state, {
          resolution: { charged, basis: 'terminal-screen', seq: page.row ? page.seq : 0, at: 1 },
          isOver: undefined,
        }),
      );
    },
  },
  {
    name: 'a person takes note of an ending',
    stands: [`${mirror}/startedOperationActions.ts`, 'createStartedOperationActions'],
    steps: (state) => {
      const shown = shownBy(state.page);
      if (!shown || !isUnseen(shown) || state.page.note?.seen) return nothing;
      const saw = withPage(state, { sawEnding: endingOf(shown) });
      return only(
        withNote(saw, {
          seen: {
            seq: state.page.row ? state.page.seq : 0,
            at: 1,
            phase: shown.phase,
            anomalies: state.page.row?.anomalies.length ?? 0,
          },
          isResolutionRefused: undefined,
          isOver:
            (!state.page.row && shown.phase === 'rejected' && shown.error?.operationState !== 'refused') ||
            undefined,
        }),
      );
    },
  },
  {
    name: 'the page reads that the gateway lost its row',
    stands: [`${mirror}/mirrorRows.ts`, 'createMirrorRows'],
    steps: (state) =>
      state.page.row && isOpen(state.page.row) && state.row?.state !== 'sent' && !state.page.isGone
        ? only(withPage(state, { isGone: true }))
        : nothing,
  },
  {
    name: 'a late reading arrives',
    stands: [`${mirror}/pressReads.ts`, 'createPressReads'],
    steps: (state, broken) => {
      const { lateReading, ...rest } = state;
      return lateReading ? only(learn(rest, lateReading, broken)) : nothing;
    },
  },
  {
    name: 'the page is loaded anew',
    stands: [`${mirror}/browserOperationNotes.ts`, 'operationFromNote'],
    fault: 'reload',
    steps: (state) => {
      const { step, note } = state.page;
      if (step === 'idle' || !note) return nothing;
      const isEnding = note.isTaken && !isOpen(note);
      const press = note.isOver || isEnding ? undefined : operationFromNote(wholeNote(note), 's');
      return only({
        ...state,
        lateReading: undefined,
        page: {
          step: 'reloaded',
          seq: 0,
          note,
          press,
          sawEnding: state.page.sawEnding,
        },
      });
    },
  },
];
