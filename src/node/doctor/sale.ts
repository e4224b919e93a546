import { listAllTerminals } from '../../core/client/paymentsClient.ts';
import { createOperationId } from '../../core/operations/operationId.ts';
import { PaymentsError } from '../../core/errors.ts';
import { sleep, systemClock } from '../../core/time.ts';
import { valueAtPath } from '../../core/wire/dialect.ts';
import { payloadPath } from '../../core/wire/names.ts';
import { type AcceptedMessage, type ProcessedMessageWithOptionalId } from '../../core/wire/message.ts';
import { isObject, unwrapData } from '../../core/wire/read.ts';
import type { OperationName } from '../../core/wire/routes.ts';
import type { Terminal } from '../../core/wire/terminal.ts';
import { readAnswerAs } from '../../sandbox/replayAnswers.ts';
import { namesOf } from './fields.ts';
import { envelopeNames, fieldsIn, likeliestField, likelyMeaning, type FieldLikeness } from './proposals.ts';
import {
  type Exchange,
  isOk,
  jsonOf,
  joinWithAnd,
  type DoctorRun,
  statusAndErrorMessage,
  failureSentence,
} from './run.ts';

export interface SaleQuestion {
  terminalId: string;
  /** The amount in the wire's unit. */
  amount: number;
  /** Asks a person; resolves to whether that person said yes. */
  confirm: (question: string) => Promise<boolean>;
  pollEveryMs?: number | undefined;
  longestMs?: number | undefined;
}

const area = 'sale';

/** If a person says yes, sends one sale and polls it until it ends. Sends none if an option that it needs is wrong. */
export async function checkSale(run: DoctorRun, question: SaleQuestion): Promise<void> {
  const { terminalId, amount, confirm } = question;
  const guessed = run.findings.find(
    ({ verdict, option = '' }) =>
      verdict === 'differs' &&
      /^(routes|terminalPathPrefix|providers|credentials|fields\.terminal\.(id|provider))/.test(option) &&
      option !== 'routes.listPaymentLinks.path', // no part of a sale
  );
  if (guessed) {
    const how = 'Correct that first: a sale is only sent as described.';
    return run.unseen(area, 'not started', `${guessed.option} differs.`, how);
  }
  const { value: listed } = await run.ask('listTerminals', (client) => listAllTerminals(client));
  const terminal = ((listed ?? []) as Terminal[]).find(({ id }) => id === terminalId);
  if (!terminal) {
    const how = 'Give --terminal an id of the list.';
    return run.unseen(area, 'not started', `There is no terminal ${terminalId} in the list.`, how);
  }
  const { provider, name } = terminal;
  const isSure = await confirm(
    `This charges a card: amount ${amount} on the terminal "${name}" (${terminalId}) of ${run.baseUrl}.`,
  );
  if (!isSure) return run.unseen(area, 'not started', 'The answer was not yes.', 'Type yes when it asks.');

  const operationId = createOperationId();
  const request = { terminalId, provider, amount, receipt: false };
  const asked = await run.ask('pay', (client) => client.pay(request, { operationId }));
  const { answer } = asked;
  const isProof = answer && run.service.isRefusal(answer.status, 'pay');
  if (!answer || !(isOk(answer) || isProof)) {
    const how =
      'The sale may have been charged: look at the terminal and in the back office before another try.';
    return run.unseen(area, 'answer', failureSentence(asked), how);
  }
  if (!isOk(answer)) return explainRefusal(run, answer);
  const accepted = readAccepted(run, answer);
  if (accepted) await follow(run, accepted, provider, question);
}

function explainRefusal(run: DoctorRun, answer: Exchange): void {
  const seen = `It was refused with ${statusAndErrorMessage(answer)}.`;
  const isPath = answer.status === 404 || answer.status === 405;
  const fields = ['routes', 'pay', answer.status === 405 ? 'method' : 'path'];
  run.differs(area, 'answer', seen, {
    option: isPath ? fields : ['fields', 'request'],
    how: isPath ? undefined : 'Look at what it names: a field, the terminal, or the amount.',
  });
}

const idLike = (value: unknown) => (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);

interface NeededField extends FieldLikeness {
  check: string;
  record: 'accepted' | 'message';
  field: string;
}

const messageIdField: NeededField = {
  check: 'accepted',
  record: 'accepted',
  field: 'msgIdentifier',
  names: [/^(msg|message)_?(id|identifier)$/i, /msg|message/i, /identifier$|_?id$/i],
  is: idLike,
};
const statusField: NeededField = {
  check: 'status',
  record: 'message',
  field: 'status',
  names: [/^status$/i, /status|state/i, /result|outcome|phase/i],
  is: (value) => typeof value === 'string',
};
const referenceLike: FieldLikeness = { names: [/^pn_?ref/i, /ref/i, /transaction_?id|rrn/i], is: idLike };

/** Finds the likeliest place of a field, in the payload or outside. Returns whether the description was changed. */
function proposeField(run: DoctorRun, answer: Exchange, needed: NeededField, seen: string): boolean {
  const { check, record, field, ...like } = needed;
  const { operation } = answer;
  const before = run.service;
  const body = jsonOf(answer);
  const payload = payloadIn(run, operation, body);
  const option = ['fields', record, field];
  const inside = likeliestField([payload], like);
  const anywhere = inside ?? likeliestField([body], like);
  const cut = anywhere?.lastIndexOf('.') ?? -1;
  const head = anywhere?.slice(0, Math.max(cut, 0)) ?? '';
  const isOutside = inside === undefined || (payload === body && envelopeNames.test(head));
  if (anywhere !== undefined && isOutside) {
    run.differs(area, 'payload', `The payload lies ${head === '' ? 'bare' : `in ${head}`}.`, {
      option: ['payload', operation],
      value: head,
    });
    const name = anywhere.slice(cut + 1);
    if (name !== field) run.differs(area, check, seen, { option, value: name });
  } else run.differs(area, check, seen, { option, value: inside });
  return run.service !== before;
}

function payloadIn({ service }: DoctorRun, operation: OperationName, body: unknown): unknown {
  const path = payloadPath(service.description, operation);
  return path === undefined ? unwrapData(body).value : (valueAtPath(body, path) ?? body);
}

function readAccepted(run: DoctorRun, answer: Exchange): AcceptedMessage | undefined {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      const accepted = readAnswerAs(run.service, 'pay', answer.text) as AcceptedMessage;
      run.fits(area, 'accepted', `${answer.status}, with the message ${accepted.msgIdentifier}.`);
      return accepted;
    } catch (error) {
      const seen = `The id of the message is not read: ${sentenceOf(error)}`;
      if (!proposeField(run, answer, messageIdField, seen)) return undefined;
    }
  }
  return undefined;
}

const sentenceOf = (error: unknown) =>
  error instanceof PaymentsError
    ? error.shortMessage.replace(/^The service's answer cannot be read: /, '')
    : String(error);

async function follow(
  run: DoctorRun,
  accepted: AcceptedMessage,
  provider: string | undefined,
  { amount, pollEveryMs = 1500, longestMs = 300_000 }: SaleQuestion,
): Promise<void> {
  const { msgIdentifier } = accepted;
  const words = new Set<string>();
  const began = performance.now();
  for (let polls = 1, missed = 0; performance.now() - began < longestMs; polls += 1) {
    await sleep(systemClock, pollEveryMs);
    const query = { msgIdentifier, provider };
    const asked = await run.ask('getProcessedMessage', (client) => client.getProcessedMessage(query));
    const { answer } = asked;
    if (answer) answer.messageId = msgIdentifier;
    missed = isOk(answer) ? 0 : missed + 1;
    if (missed === 6) {
      return run.differs(area, 'result', `No poll is answered. ${failureSentence(asked)}`, {
        option: ['routes', 'getProcessedMessage', 'path'],
        how: 'Look at the terminal and in the back office for the outcome of the sale.',
      });
    }
    if (!isOk(answer)) continue;
    const message = readMessage(run, answer, words);
    if (!message) return;
    if (message.status === 'received' || message.status === 'processing') continue;
    run.fits(area, 'status words', `${joinWithAnd([...words])}.`);
    checkEnding(run, answer, message, accepted, amount);
    const how = message.status === 'complete' ? ' The sale stands: void it where it was a test.' : '';
    run.fits(area, 'ending', `${message.status} after ${polls} ${polls === 1 ? 'poll' : 'polls'}.${how}`);
    return;
  }
  const how = 'Look at the terminal and in the back office.';
  run.unseen(area, 'ending', `No ending came within ${longestMs / 1000} s.`, how);
}

/** Reads the answer to a poll. If that fails, changes the description and reads again. */
function readMessage(
  run: DoctorRun,
  answer: Exchange,
  words: Set<string>,
): ProcessedMessageWithOptionalId | undefined {
  for (let tries = 0; tries < 6; tries += 1) {
    const [name = 'status'] = namesOf(run.service.description.fields?.message?.status);
    const word = valueAtPath(payloadIn(run, answer.operation, jsonOf(answer)), name);
    try {
      const message = readAnswerAs(run.service, 'getProcessedMessage', answer.text);
      if (typeof word === 'string') words.add(word);
      return message as ProcessedMessageWithOptionalId;
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      if (/amount|tip/.test(error.field ?? '')) {
        const seen = `It is no whole number: ${sentenceOf(error)}.`;
        run.differs(area, 'amount', seen, { option: ['read', 'message'] });
        return undefined;
      }
      if (typeof word === 'string' && word !== '') {
        const value = likelyMeaning(word);
        run.differs(area, `status ${word}`, `The status "${word}" is not described.`, {
          option: ['statuses', word],
          value: value ?? 'processing',
          how: value ? 'Is that what it means?' : 'Look up its meaning in the documentation of the service.',
        });
        continue;
      }
      const seen = `The status is not read: ${sentenceOf(error)}`;
      if (!proposeField(run, answer, statusField, seen)) return undefined;
    }
  }
  return undefined;
}

function checkEnding(
  run: DoctorRun,
  answer: Exchange,
  message: ProcessedMessageWithOptionalId,
  accepted: AcceptedMessage,
  amount: number,
): void {
  const payload = payloadIn(run, answer.operation, jsonOf(answer));
  const fields = isObject(payload) ? fieldsIn([payload]) : new Map<string, unknown[]>();
  const named = (wanted: unknown) => [...fields].find(([, [value]]) => String(value) === String(wanted))?.[0];

  const { msgIdentifier: asked } = accepted;
  if (message.msgIdentifier === undefined) {
    const name = named(asked);
    const how = name
      ? `fields.message.msgIdentifier: '${name}'`
      : 'Nothing is to be done: it was asked by its id.';
    run.unseen(area, 'message id', 'The answer does not say which message it is about.', how);
  } else if (message.msgIdentifier === asked) run.fits(area, 'message id', `${asked}, as asked.`);
  else {
    run.differs(area, 'message id', `${message.msgIdentifier} is read, and ${asked} was asked for.`, {
      option: ['fields', 'message', 'msgIdentifier'],
      value: named(asked) ?? null,
    });
  }

  if (message.status !== 'complete') return;
  const reference = message.pnRefNum ?? accepted.pnRefNum;
  if (reference !== undefined) run.fits(area, 'pnRefNum', `${reference}: the sale can be voided by it.`);
  else {
    const seen = 'Nothing tells the reference: the sale could not be voided or refunded.';
    run.differs(area, 'pnRefNum', seen, {
      option: ['fields', 'message', 'pnRefNum'],
      value: likeliestField([payload], referenceLike),
    });
  }
  checkAmount(run, message.amount, amount, named);
}

function checkAmount(
  run: DoctorRun,
  read: number | undefined,
  asked: number,
  named: (value: unknown) => string | undefined,
): void {
  if (read === asked) return run.fits(area, 'amount', `${read}, as asked.`);
  if (read !== undefined) {
    const seen = `${read} is read as approved, and ${asked} was asked for.`;
    if (read * 100 === asked || read === asked * 100)
      return run.differs(area, 'amount', seen, { option: ['read', 'message'], how: 'Give cents.' });
    return run.unseen(area, 'amount', seen, 'A tip, or less was approved? Look at the terminal.');
  }
  const name = named(asked);
  if (name !== undefined) {
    return run.differs(area, 'amount', 'What was approved is not read.', {
      option: ['fields', 'message', 'amount'],
      value: name,
    });
  }
  if (named(asked / 100) !== undefined) {
    return run.differs(area, 'amount', `What was approved is told in the main unit, as ${asked / 100}.`, {
      option: ['read', 'message'],
      how: 'Give cents.',
    });
  }
  run.unseen(area, 'amount', 'The answer does not tell what was approved.', 'The kit takes what was asked.');
}
