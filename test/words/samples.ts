import type { Count } from 'tillkit';
import type { Labels } from 'tillkit/locales/en';
import type { MoneyOperation } from '../../src/core/wire/routes.ts';
import type { MirroredKind } from '../../src/words/enPaymentMirror.ts';
import type { GiveBackWay } from '../../src/words/enTransactionActions.ts';
import { type Phase, resolutionBases } from '../../src/core/operations/terminalOperation.ts';

/** Arguments for every label that is a function: one that has none here does not compile. */
export type Samples = {
  [Section in keyof Labels]: {
    [
      Key in keyof Labels[Section] as Labels[Section][Key] extends string ? never : Key
    ]: Labels[Section][Key] extends (...values: infer Values) => string ? readonly Values[] : never;
  };
};

const kinds: MoneyOperation[] = ['pay', 'preAuth', 'capture', 'void', 'refund', 'closeBatch'];
const mirroredKinds: MirroredKind[] = ['pay', 'preAuth', 'capture', 'void', 'refund'];
const phases: (Phase | undefined)[] = [
  'complete',
  'partial',
  'rejected',
  'unknown',
  'resolved',
  'failed',
  undefined,
];
const both = [true, false];
const ways: GiveBackWay[] = ['release', 'cancel', 'try', 'part', 'refund'];
const amount = '$12.50';
const rest = '$7.50';
const max = '$20.00';
const terminal = 'Front counter';
const time = '9:30';
/** The last one is not known to the page. */
const sentBefore = [
  { terminal, time },
  { terminal, time: undefined },
  { terminal: '', time: undefined },
];
const file = 'bill.pdf';
const actor = 'Anna';
const field = 'customValues[0].key';

export function samplesFor(count: (value: number) => Count): Samples {
  const counts = [0, 1, 2, 3, 11, 100, 12_345].map(count);
  const limits = {
    maxFiles: count(10),
    maxSize: '10 MB',
    maxTotalSize: undefined,
    types: 'PDF, PNG',
  };
  const ofKind = kinds.map((kind) => [{ kind }] as [{ kind: MoneyOperation }]);
  const ofMirroredKind = mirroredKinds.map((kind) => [{ kind }] as [{ kind: MirroredKind }]);
  const ofKindOnTerminal = kinds.map(
    (kind) => [{ kind, terminal }] as [{ kind: MoneyOperation; terminal: string }],
  );
  const pairs = counts.flatMap((first) => counts.map((second) => [first, second] as [Count, Count]));
  return {
    amountField: {
      badGrouping: [[{ example: amount }]],
      tooManyDecimals: counts.map((digits) => [{ digits }]),
      tooSmall: [[{ min: amount }]],
      tooLarge: [[{ max }]],
      currencyMismatch: [[{ currency: 'USD' }]],
    },
    attachmentField: {
      limits: [
        ...counts.map((maxFiles) => [{ ...limits, maxFiles }] as [typeof limits]),
        [{ ...limits, maxTotalSize: '25 MB' }],
      ],
      status: [['checking'], ['waiting'], ['uploading'], ['done'], ['failed'], ['refused']],
      progress: [['35%']],
      progressOf: [[file]],
      retryFile: [[file]],
      removeFile: [[file]],
      problem: [
        ['folder', limits],
        ['empty', limits],
        ['wrong-type', limits],
        ['too-large', limits],
        ['too-many', limits],
        ['total-too-large', { ...limits, maxTotalSize: '25 MB' }],
        ['unreadable', limits],
        ['wrong-content', limits],
        ['duplicate', limits],
      ],
      failure: [['too-large'], ['wrong-type'], ['unanswered'], ['other']],
      started: counts.map((value) => [value]),
      step: [['50%']],
      ended: pairs.map(([done, failed]) => [{ done, failed }]),
      refused: counts.map((value) => [value]),
    },
    closeBatch: {
      settles: [[{ terminal }]],
      inTheWay: counts.map((value) => [{ count: value }]),
      confirmTitle: [[{ terminal }]],
      busyElsewhere: [[{ terminal }]],
      nothingSince: [[{ time }]],
      refused: [[{ code: 'invalid-request', field }], [{ code: 'invalid-request' }]],
    },
    closeDay: {
      payments: counts.map((value) => [{ count: value }]),
      lastClosed: [[{ time, number: '12' }], [{ time, number: undefined }]],
      number: [[{ number: '12' }]],
      closeTerminal: [[{ terminal }]],
      closeAll: counts.map((value) => [{ count: value }]),
      confirmTitle: counts.map((value) => [{ count: value }]),
      forgotten: [[{ day: time }]],
      closeLate: [[{ day: time }]],
      lateTitle: [[{ day: time, terminal }]],
    },
    dayReport: {
      number: [[{ number: '12' }]],
      soFar: [[{ time }]],
      from: [[{ time }]],
      closed: [[{ time, actor: 'Mila' }], [{ time, actor: undefined }]],
      partlyOf: [[{ approved: amount, asked: max }]],
      count: counts.map((value) => [{ count: value }]),
    },
    linkShare: {},
    openOperations: {
      kind: ofKind,
      since: [[{ time }]],
      busySince: [[{ time }]],
      shown: pairs.map(([shown, value]) => [{ shown, count: value }]),
    },
    paymentLinkForm: {
      create: [[{ amount }], [{ amount: undefined }]],
      discountHint: [[{ percent: '2.5%' }]],
      freeRow: counts.map((value) => [value]),
      moveUp: [['Table']],
      moveDown: [['Table']],
      moved: pairs.map(([position, value]) => [{ label: 'Table', position, count: value }]),
      removeCustomValue: [['Table']],
      removed: [['Table']],
      namelessFile: counts.map((value) => [value]),
      withPercent: [[{ label: 'City tax', percent: '5%' }]],
      discount: [[{ percent: '2.5%' }]],
      discountRounding: [[{ of: 'total' }], [{ of: 'amount' }]],
      serviceSays: [['is too long.']],
      rejectedReason: (
        ['invalid-input', 'configuration', 'http', 'rate-limited', 'unauthorized', 'too-large'] as const
      ).flatMap((code) => [
        [{ code, status: '400', field }],
        [{ code, status: undefined, field: undefined }],
      ]),
      foundLike: counts.map((value) => [{ count: value, amount }]),
      noneLike: [[{ amount }]],
      isThisOne: [['PL-1003']],
      amountSent: [[amount]],
      unconfirmedSeveral: counts.map((value) => [{ count: value }]),
    },
    paymentLinkList: {
      statusOf: [['PARTIALLY_REFUNDED'], ['Blocked by 2nd level']],
      open: counts.flatMap((value) => [
        [{ count: value, amount, isPart: false }],
        [{ count: value, amount: undefined, isPart: true }],
      ]),
      serviceSays: [['The amount is too large.']],
      found: pairs,
      tooMany: pairs,
      csvFile: [[1], [12]],
      page: pairs,
    },
    paymentStatus: {
      sendingNow: [[{ terminal }]],
      waitingNow: ofKindOnTerminal,
      processingNow: ofKindOnTerminal,
      lastAnswer: [[{ time }]],
      nextCheck: [[{ time }]],
      checkIn: counts.map((seconds) => [{ seconds }]),
      completeTitle: ofKind,
      partialTitle: kinds.flatMap((kind) =>
        [
          { kind, approved: amount, asked: max },
          { kind, approved: undefined, asked: undefined },
        ].map((values) => [values] as [typeof values]),
      ),
      partialDue: kinds.map((kind) => [{ kind, due: amount }]),
      withTip: [[{ tip: amount }]],
      moreThanAsked: [[{ over: amount }]],
      failedAdvice: ofKind,
      rejectedWait: counts.map((seconds) => [{ seconds }]),
      keptBack: [
        [{ code: 'terminal-busy' }],
        [{ code: 'needs-confirmation' }],
        [{ code: 'not-allowed' }],
        [{ code: 'not-allowed', field: 'amount' }],
      ],
      notSentReason: [[{ code: 'invalid-input', field }], [{ code: 'configuration', field: undefined }]],
      resolvedTitle: kinds.flatMap((kind) =>
        [
          { kind, charged: false },
          { kind, charged: true },
          { kind, charged: true, approved: amount, asked: max },
        ].map((values) => [values] as [typeof values]),
      ),
      resolvedSentence: [
        [{ basis: 'terminal-screen' }],
        [{ basis: 'receipt' }],
        [{ basis: 'back-office' }],
        [{ basis: 'other' }],
      ],
      unknownSentence: ofKind,
      unknownCaution: ofKindOnTerminal,
      findOnTerminal: [[{ terminal }]],
      findElsewhere: ofKind,
      stalled: ofKindOnTerminal,
      freshness: [...counts, undefined].flatMap((last) =>
        [...counts, undefined].map(
          (next) => [{ last, next }] as [{ last: Count | undefined; next: Count | undefined }],
        ),
      ),
      findInBackOffice: kinds.flatMap((kind) =>
        [
          { kind, orderNumber: 'A-1042', amount },
          { kind, orderNumber: undefined, amount },
          { kind, orderNumber: undefined, amount: undefined },
        ].map((values) => [values] as [typeof values]),
      ),
      charged: ofKind,
      notCharged: ofKind,
      confirmTitle: ofKind,
      confirmSentence: ofKind,
      confirmYes: ofKind,
      copy: [[{ what: 'Reference' }]],
    },
    paymentMirror: {
      asked: ofMirroredKind,
      present: ofMirroredKind,
      complete: ofMirroredKind,
      completeText: ofMirroredKind,
      withTip: [[{ tip: amount }]],
      partial: ofMirroredKind,
      partialDue: mirroredKinds.map((kind) => [{ kind, due: amount }]),
      failed: ofMirroredKind,
      nothingMoved: ofMirroredKind,
      checkingText: ofMirroredKind,
    },
    receipt: {
      notReceipt: [[{ state: 'Not known yet' }]],
      notReceiptText: ofKindOnTerminal,
      nothingMoved: ofKind,
    },
    terminalCheckout: {
      splitInto: counts.map((people) => [{ people }]),
      tooMuchSentence: [[{ due: amount }]],
      charge: [
        [{ amount, terminal }],
        [{ amount, terminal: undefined }],
        [{ amount: undefined, terminal }],
        [{ amount: undefined, terminal: undefined }],
      ],
      authorize: [
        [{ amount, terminal }],
        [{ amount, terminal: undefined }],
        [{ amount: undefined, terminal }],
        [{ amount: undefined, terminal: undefined }],
      ],
      confirmTitle: [[{ amount, terminal }]],
      confirmAuthorizeTitle: [[{ amount, terminal }]],
      confirmText: [[{ terminal }]],
      confirmYes: [[{ amount }]],
      confirmAuthorizeYes: [[{ amount }]],
      authorizeAgain: [[{ amount }]],
      terminalBusy: [[{ terminal }]],
      duplicateSentence: phases.flatMap((phase) =>
        sentBefore.flatMap((earlier) => both.map((charged) => [{ amount, ...earlier, phase, charged }])),
      ),
      chargeAgain: [[{ amount }]],
      busyNotice: [[{ terminal }]],
      busyElsewhere: [[{ terminal }]],
      refused: [[{ code: 'invalid-request', field }], [{ code: 'invalid-request' }]],
      unknown: counts.flatMap((some) => [
        [{ count: some, amount, terminal }],
        [{ count: some, amount, terminal: undefined }],
        [{ count: some, amount: undefined, terminal: undefined }],
      ]),
      decideLaterHint: [[{ terminal }]],
      tryAgain: [[{ amount }]],
      tryAgainIn: counts.map((seconds) => [{ seconds }]),
      takeRest: [[{ kind: 'pay', amount }], [{ kind: 'preAuth', amount }]],
    },
    terminalPicker: {
      noMatch: [[{ query: 'front' }]],
      resultCount: counts.map((value) => [{ count: value }]),
      moreResults: pairs.map(([shown, value]) => [{ shown, count: value }]),
      searching: pairs.map(([searched, pages]) => [{ searched, pages }]),
      searchPaused: pairs.map(([searched, pages]) => [{ searched, pages }]),
      searchFailed: pairs.map(([searched, pages]) => [{ searched, pages }]),
      chosenBusy: [[{ terminal }]],
      chosenUnresolved: [[{ terminal }]],
      chosenUnreachable: [[{ terminal }]],
      lastSeen: [[{ at: time }]],
    },
    transactionActions: {
      title: [[{ kind: 'pay' }], [{ kind: 'preAuth' }]],
      captureHint: [[{ max, rest }], [{ max, rest: undefined }]],
      captureTooMuch: [[{ max }]],
      captureButton: [[{ amount, terminal }], [{ amount: undefined, terminal }]],
      giveBack: both.map((isHold) => [{ isHold }]),
      giveBackText: ways.map((way) => [{ way }]),
      giveBackHint: [[{ max, rest }], [{ max, rest: undefined }]],
      giveBackTooMuch: [[{ max }]],
      giveBackButton: both.flatMap((isHold) => [[{ amount, isHold }], [{ amount: undefined, isHold }]]),
      confirmTitle: ways.map((way) => [{ amount, way }]),
      confirmText: ways.flatMap((way) =>
        [rest, undefined].map((left) => [{ amount, terminal, way, rest: way === 'try' ? undefined : left }]),
      ),
      confirmYes: ways.map((way) => [{ amount, way }]),
      instead: [[{ amount }]],
      terminalGone: [[{ terminal }]],
      duplicateText: phases.flatMap((phase) => sentBefore.map((earlier) => [{ amount, ...earlier, phase }])),
      duplicateYes: [[{ amount, operation: 'capture' }], [{ amount, operation: 'refund' }]],
      busy: [[{ terminal }]],
      busyElsewhere: [[{ terminal }]],
      refused: [
        [{ code: 'not-allowed', field: 'amount' }],
        [{ code: 'not-allowed' }],
        [{ code: 'invalid-request', field }],
        [{ code: 'invalid-request' }],
      ],
    },
    transactionList: {
      headline: counts.flatMap((payments) =>
        [rest, undefined].map((givenBack) => [{ taken: amount, givenBack, payments }]),
      ),
      onlyGivenBack: [[{ givenBack: rest }]],
      readAsAmount: [[{ amount }]],
      readAsNumber: [[{ text: 'A-1042' }]],
      searchAmountInstead: [[{ amount }]],
      searchNumberInstead: [[{ text: 'A-1042' }]],
      order: [[{ number: 'A-1042' }]],
      csvFile: [[{ day: '2026-11-26' }], [{ day: 'any' }]],
      startedBy: [[{ actor }], [{ actor: undefined }]],
      resolved: both.flatMap((charged) =>
        resolutionBases.flatMap((basis) =>
          [actor, undefined].map((name) => [{ charged, basis, actor: name }]),
        ),
      ),
      approvedBy: [[{ actor }], [{ actor: undefined }]],
      seenBy: [[{ actor }], [{ actor: undefined }]],
    },
  };
}

export interface Spoken {
  /** As `closeBatch.title`. */
  key: string;
  text: string;
  /** Every text among the values it was made of. */
  data: string[];
}

/** Everything a catalogue can say, each function with each of its samples. */
export function everythingSaid(labels: Labels, samples: Samples): Spoken[] {
  return Object.entries(labels).flatMap(([section, words]) =>
    Object.entries(words as Record<string, string | ((...values: unknown[]) => string)>).flatMap(
      ([name, word]) => {
        const key = `${section}.${name}`;
        if (typeof word === 'string') return [{ key, text: word, data: [] }];
        const ofSection = samples[section as keyof Labels] as Record<string, unknown[][]>;
        return (ofSection[name] ?? []).map((values) => ({
          key,
          text: word(...values),
          data: textsIn(values),
        }));
      },
    ),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
