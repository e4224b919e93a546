import { hasPendingCommand } from '../../src/core/mirror/browserOperationNotes.ts';
import { isUndecided, isUnseen } from '../../src/core/operations/terminalOperation.ts';
import { answered, claimed, notSent, taking, withCopy, withInstance, withNote, withPage } from './changes.ts';
import { endingOf, facts, wholeNote, withFact } from './operations.ts';
import type { Answer, PaymentState } from './paymentState.ts';
import { both, type Broken, nothing, only, type Rule, type Step } from './rule.ts';

const gateway = 'src/gateway';

/** The answer that an instance has for a copy; undefined while the copy waits. */
function answerAt({ row, instances }: PaymentState, at: 0 | 1): Answer | undefined {
  const here = instances[at];
  if (here?.step === 'done' || here?.step === 'unrecorded') return here.answer;
  if (here?.step === 'closed') return row?.state === 'sent' ? row.answer : 'not-sent';
  if (here) return undefined;
  if (!row) return 'unanswered';
  if (row.state === 'closed') return 'not-sent';
  if (row.answer || row.operation?.phase === 'sending') return row.answer;
  if (row.operation?.phase === 'rejected')
    return row.operation.error?.operationState === 'refused' ? 'refused' : 'not-sent';
  return row.operation?.msgIdentifier === undefined ? 'unanswered' : 'accepted';
}

/** One copy arrives at an instance, which claims the id if it is free. */
function arrive(state: PaymentState, copy: 0 | 1, at: 0 | 1, broken: Broken): Step[] {
  const { row, instances } = state;
  const waiting = withCopy(state, copy, at);
  const isHeld = row && !broken.has('claim');
  if ((instances[at] && instances[at].step !== 'closed') || isHeld || (instances[at] && row))
    return only(waiting);
  if (instances[at]) return only(waiting);
  const claim = { ...withInstance(waiting, at, { step: 'claimed' }), row: claimed(at) };
  const refused: Step = { only: 'busy', next: { ...waiting, row: { state: 'closed', seq: 0 } } };
  if (broken.has('guard')) return only(claim);
  return [{ only: 'free', next: claim }, refused];
}

/** A claim whose commit the database did not confirm. */
function arriveInVain(state: PaymentState, copy: 0 | 1, at: 0 | 1): Step[] {
  if (state.row || state.instances[at]) return nothing;
  const failed = withInstance(answered(state, copy, 'store-failed'), at, { step: 'withdrawing' });
  return [
    { only: 'free', next: { ...failed, row: claimed(at) } },
    { only: 'free', next: { ...failed, lateCommit: at } },
    { next: failed },
  ];
}

const answerFacts = {
  accepted: facts.accepted,
  refused: facts.refused,
  unanswered: facts.unanswered,
  'not-sent': facts.notSent,
};

/** An instance records the answer of the service. If the store has lost the claim, the id is claimed again. */
function recording(state: PaymentState, at: 0 | 1, answer: Answer): PaymentState {
  const { row } = state;
  // Known limit: after a restore a row may have the `seq` of a forgotten one. Here it never has: its numbers lie between.
  const firstSeq = state.isStoreYoung ? 0.5 : 1;
  const held = row?.state === 'sent' ? row : { ...claimed(at), seq: (row?.seq ?? 0) + firstSeq };
  const done = withInstance(state, at, { step: 'done', answer });
  if (held.answer) {
    const isContradicted =
      answer === 'accepted' && held.answer !== 'accepted' && held.operation?.phase === 'rejected';
    return isContradicted
      ? { ...done, row: withFact(held, { type: 'anomaly', kind: 'contradiction' }) }
      : done;
  }
  return { ...done, row: { ...withFact(held, answerFacts[answer]), answer } };
}

const unrecorded = ({ instances }: PaymentState) =>
  both.filter((at) => instances[at]?.step === 'answered' || instances[at]?.step === 'unrecorded');

/** What a gateway instance does. */
export const gatewayRules: readonly Rule[] = [
  {
    name: 'a copy arrives at an instance',
    stands: [`${gateway}/claimIdOrReadHolder.ts`, 'claimIdOrReadHolder'],
    steps: (state, broken) =>
      both.flatMap((copy) =>
        state.copies[copy] === 'net' ? both.flatMap((at) => arrive(state, copy, at, broken)) : nothing,
      ),
  },
  {
    name: 'the claiming instance asks the service',
    stands: [`${gateway}/createOperationSender.ts`, 'createOperationSender'],
    steps: (state) =>
      both.flatMap((at) =>
        state.instances[at]?.step === 'claimed' && !state.isPosted
          ? only({ ...withInstance(state, at, { step: 'asking' }), isPosted: true })
          : nothing,
      ),
  },
  {
    name: 'the service answers',
    stands: [`${gateway}/sendWithAnswerOnFailure.ts`, 'sendWithAnswerOnFailure'],
    steps: (state) =>
      both.flatMap((at) => {
        if (state.instances[at]?.step !== 'asking' || !state.service) return nothing;
        const answer = state.service === 'refused' ? 'refused' : 'accepted';
        return only(withInstance(state, at, { step: 'answered', answer }));
      }),
  },
  {
    name: 'an instance records the answer',
    stands: [`${gateway}/recordAnswerOrReplacement.ts`, 'recordAnswerOrReplacement'],
    steps: (state) =>
      unrecorded(state).flatMap((at) =>
        only(recording(state, at, state.instances[at]?.answer ?? 'unanswered')),
      ),
  },
  {
    name: 'an instance withdraws a claim',
    stands: [`${gateway}/claimIdToSend.ts`, 'claimIdToSend'],
    steps: (state, broken) =>
      both.flatMap((at) => {
        if (state.instances[at]?.step !== 'withdrawing' || state.lateCommit !== undefined) return nothing;
        const { row } = state;
        const isOwn = row?.state === 'sent' && (row.claimedBy === at || broken.has('withdraw'));
        const left = withInstance(state, at, null);
        if (!isOwn || row.answer) return only(left);
        return only({ ...left, row: { ...withFact(row, facts.notSent), answer: 'not-sent' } });
      }),
  },
  {
    name: 'a copy is answered',
    stands: [`${gateway}/createOperationSender.ts`, 'createOperationSender'],
    steps: (state) =>
      both.flatMap((copy) => {
        const at = state.copies[copy];
        const answer = typeof at === 'number' ? answerAt(state, at) : undefined;
        return answer ? only(answered(state, copy, answer)) : nothing;
      }),
  },
  {
    name: 'an overdue claim is lost',
    stands: [`${gateway}/record.ts`, 'markLostIfOverdue'],
    steps: (state, broken) => {
      const { row } = state;
      if (row?.operation?.phase !== 'sending') return nothing;
      return only({ ...state, row: withFact(row, broken.has('overdue') ? facts.notSent : facts.overdue) });
    },
  },
  {
    name: 'the gateway polls the result',
    stands: [`${gateway}/recordPollOutcome.ts`, 'recordPollOutcome'],
    steps: (state) => {
      const { row, service } = state;
      if (row?.operation?.msgIdentifier === undefined || (service !== 'approved' && service !== 'declined'))
        return nothing;
      const after = withFact(row, facts[service]);
      return after === row ? nothing : only({ ...state, row: after });
    },
  },
  {
    name: 'the gateway gives up waiting',
    stands: [`${gateway}/recordPollOutcome.ts`, 'recordPollOutcome'],
    fault: 'late',
    steps: (state) =>
      state.row?.operation?.phase === 'waiting'
        ? only({ ...state, row: withFact(state.row, facts.gaveUp) })
        : nothing,
  },
  {
    name: 'the gateway closes the id',
    stands: [`${gateway}/claimIdOrReadHolder.ts`, 'closeUnsentOperationId'],
    steps: (state, broken) => {
      if (!state.page.isClosing) return nothing;
      const heard = withPage(state, { isClosing: undefined });
      const { row } = state;
      return both.flatMap((at) => {
        const here = state.instances[at];
        if (here && here.step !== 'closed' && here.step !== 'withdrawing') return only(heard);
        if (row?.state === 'sent' && !broken.has('holder'))
          return only(taking(heard, { operation: row.operation, seq: row.seq }));
        const closed = row
          ? heard
          : { ...withInstance(heard, at, { step: 'closed' }), row: { state: 'closed', seq: 0 } as const };
        return only(state.isStoreYoung && !broken.has('young') ? closed : notSent(closed));
      });
    },
  },
  {
    name: 'the gateway takes a resolution',
    stands: [`${gateway}/createRecordedOperationEndpoints.ts`, 'createRecordedOperationEndpoints'],
    steps: (state, broken) => {
      const { page, row } = state;
      const said = page.note?.resolution;
      if (!said || !page.note || !hasPendingCommand(wholeNote(page.note))) return nothing;
      if (!page.row && said.seq === 0) return nothing;
      const dropped = withNote(state, { resolution: undefined, seen: undefined, isResolutionRefused: true });
      if (said.seq === 0 && page.row?.phase === 'waiting') return only(dropped);
      if (row?.state !== 'sent' || !row.operation)
        return only(withNote(state, { isOver: true, isResolutionRefused: true }));
      const seq = said.seq || page.seq;
      if (row.seq !== seq && isUndecided(row.operation)) return only(dropped);
      const fact = said.charged ? facts.charged : facts.notCharged;
      const left = withFact(row, row.operation.phase === 'sending' ? facts.overdue : facts.stopped);
      const after = broken.has('word') ? left : withFact(left, fact);
      const taken = taking(
        { ...state, row: after, said: { charged: said.charged } },
        { operation: after.operation, seq: after.seq },
      );
      return only(
        withNote(taken, { resolution: undefined, isResolutionRefused: undefined, seen: undefined }),
      );
    },
  },
  {
    name: 'the gateway takes an acknowledgement',
    stands: [`${gateway}/createRecordedOperationEndpoints.ts`, 'createRecordedOperationEndpoints'],
    steps: (state, broken) => {
      const { page, row } = state;
      const seen = page.note?.seen;
      if (!seen || !page.note || page.note.resolution || !hasPendingCommand(wholeNote(page.note)))
        return nothing;
      if (!page.row) return nothing;
      const settled = withNote(withPage(state, { sawEnding: undefined }), { seen: undefined });
      const isThis = page.row.phase === seen.phase && page.row.anomalies.length === seen.anomalies;
      const seq = seen.seq || (isThis ? page.seq : undefined);
      if (!row?.operation) return only(withNote(state, { isOver: true }));
      if (seq === undefined || page.row.acknowledgedAt !== undefined) return only(settled);
      const { operation } = row;
      const isMoved = row.seq !== seq && isUnseen(operation) && !broken.has('acknowledged');
      if (operation.endedAt === undefined || isMoved)
        return only(taking(settled, { operation, seq: row.seq }));
      const after = withFact(row, { type: 'acknowledged', at: 1, seen: operation });
      const isOfAnother = after !== row && endingOf(operation) !== page.sawEnding;
      const taken = taking({ ...settled, row: after }, { operation: after.operation, seq: after.seq });
      return only(
        isOfAnother
          ? { ...taken, broken: `${endingOf(operation)} counts as seen, and ${page.sawEnding} was seen` }
          : taken,
      );
    },
  },
  {
    name: 'a claim’s commit is not confirmed',
    stands: [`${gateway}/claimIdToSend.ts`, 'claimIdToSend'],
    fault: 'commit',
    steps: (state) =>
      both.flatMap((copy) =>
        state.copies[copy] === 'net' ? both.flatMap((at) => arriveInVain(state, copy, at)) : nothing,
      ),
  },
  {
    name: 'the store fails when an answer is recorded',
    stands: [`${gateway}/createAnswerRecorder.ts`, 'createAnswerRecorder'],
    fault: 'commit',
    steps: (state) =>
      both.flatMap((at) => {
        const here = state.instances[at];
        return here?.step === 'answered'
          ? only(withInstance(state, at, { ...here, step: 'unrecorded' }))
          : nothing;
      }),
  },
];
