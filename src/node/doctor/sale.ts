import { listAllTerminals } from '../../core/client/paymentsClient.ts';
import { createOperationId } from '../../core/operations/operationId.ts';
import { PaymentsError } from '../../core/errors.ts';
import { currencyDigits } from '../../core/money/currency.ts';
import { decimalTextOfCents } from '../../core/money/decimals.ts';
import { sleep, systemClock } from '../../core/time.ts';
import { valueAtPath } from '../../core/wire/dialect.ts';
import { answerPayloadPath, bodyFieldsByMoneyOperation } from '../../core/wire/names.ts';
import { type AcceptedMessage, type ProcessedMessageWithOptionalId } from '../../core/wire/message.ts';
import { isObject, unwrapDataWithPath } from '../../core/wire/read.ts';
import {
  type MoneyOperation,
  moneyOperations,
  type OperationName,
  requestRefersToTransaction,
} from '../../core/wire/routes.ts';
import type { ServiceDescription } from '../../core/wire/service.ts';
import type { Terminal } from '../../core/wire/terminal.ts';
import { readAnswerByDescription } from '../../sandbox/replayAnswers.ts';
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
      option !== 'routes.listPaymentLinks.path', // a sale needs no list of links
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
  if (!answer || !(isOk(answer) || isProof))
    return run.unseen(area, 'answer', failureSentence(asked), mayBeCharged);
  if (!isOk(answer)) return explainRefusal(run, answer);
  const accepted = readAccepted(run, answer);
  if (accepted) return follow(run, accepted, provider, question);
  const location = answer.headers.get('location');
  const seen = location
    ? `The answer has a header Location: ${location}. If the id is there, a fetcher must put it into the body.`
    : 'The sale cannot be followed.';
  run.unseen(area, 'ending', seen, mayBeCharged);
}

const mayBeCharged =
  'The sale may have been charged: look at the terminal and in the back office before another try.';
const lookUp = 'Look at the terminal and in the back office for the outcome of the sale.';

/** A value that differs between the requests with these two amounts depends on the amount. */
const [probe, otherProbe] = [1234, 5678];

/** Checks, without sending, whether all operations write an amount alike: `write` may convert it for some only. */
export function checkAmountsSent(run: DoctorRun, terminalId = 'T-1'): void {
  const check = 'amounts sent';
  const before = run.findings.length;
  const sent: { operation: OperationName; texts: readonly string[] }[] = [];
  for (const operation of moneyOperations) {
    try {
      const texts = amountTexts(run, operation, terminalId);
      if (bodyFieldsByMoneyOperation[operation].includes('amount')) sent.push({ operation, texts });
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      const how = 'Perhaps only for the made-up ids of this check.';
      if (error.cause !== undefined) run.unseen(area, check, error.shortMessage, how);
      else run.differs(area, check, `${operation}: ${error.shortMessage}`, { option: ['write', operation] });
    }
  }
  const shown = textOfWireAmount(run.service.description, probe);
  const users = (text: string) => sent.filter(({ texts }) => texts.includes(text));
  const [usual = ''] = sent
    .flatMap(({ texts }) => texts)
    .toSorted((a, b) => users(b).length - users(a).length);
  for (const { operation, texts } of sent) {
    if (texts.includes(usual)) continue;
    const told = texts.join(' and ') || 'no amount';
    run.differs(area, check, `${operation} sends ${told} for ${shown}, and other operations ${usual}.`, {
      option: ['write', operation],
      how: 'A wrong unit moves a hundred times as much, and a refund without an amount perhaps everything.',
    });
  }
  const hasDifference = run.findings.slice(before).some(({ verdict }) => verdict === 'differs');
  if (hasDifference || sent.length < 2) return;
  run.fits(area, check, `${joinWithAnd(sent.map(({ operation }) => operation))} send ${shown} as ${usual}.`);
}

/** The JSON of each value in an operation's request that depends on the amount. */
function amountTexts({ service }: DoctorRun, operation: MoneyOperation, terminalId: string): string[] {
  const hasAmount = bodyFieldsByMoneyOperation[operation].includes('amount');
  const isCard = operation === 'pay' || operation === 'preAuth';
  const { currency } = service.description;
  const written = (amount: number): Map<string, string> => {
    const request = {
      terminalId,
      ...(hasAmount && { amount }),
      ...(isCard && { receipt: false }),
      ...(requestRefersToTransaction(operation) && { pnRefNum: 'R-1' }),
    };
    return jsonByPath(service.dialect?.write(operation, request, { currency }) ?? request);
  };
  const other = written(otherProbe);
  return [...written(probe)].flatMap(([path, text]) => (text === other.get(path) ? [] : [text]));
}

/** The JSON of each text and number in a body, also in lists. */
function jsonByPath(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path, JSON.stringify(value) ?? '']]);
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...jsonByPath(inner, `${path}.${name}`)]));
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

/** Proposes the likeliest place of a field, first in the payload. Returns whether the description was changed. */
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
  const path = answerPayloadPath(service.description, operation);
  return path === undefined ? unwrapDataWithPath(body).value : (valueAtPath(body, path) ?? body);
}

function readAccepted(run: DoctorRun, answer: Exchange): AcceptedMessage | undefined {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      const accepted = readAnswerByDescription(run.service, 'pay', answer.text) as AcceptedMessage;
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
  let unknown = 0;
  for (let polls = 1, missed = 0; performance.now() - began < longestMs; polls += 1) {
    await sleep(systemClock, pollEveryMs);
    const query = { msgIdentifier, provider };
    const asked = await run.ask('getProcessedMessage', (client) => client.getProcessedMessage(query));
    const { answer } = asked;
    if (answer) answer.messageId = msgIdentifier;
    const isJson = isOk(answer) && jsonOf(answer) !== undefined;
    missed = isJson ? 0 : missed + 1;
    const isUnknown = answer?.status === 404 || answer?.status === 410;
    unknown += Number(isUnknown);
    if (missed === (isUnknown ? mostUnknown : 6)) {
      const told = isOk(answer) ? `It answers ${answer.status} with no JSON.` : failureSentence(asked);
      const seen = `No poll is answered. ${told}`;
      return run.differs(area, 'result', seen, {
        option: ['routes', 'getProcessedMessage', 'path'],
        how: lookUp,
      });
    }
    if (!isJson) continue;
    const message = readMessage(run, answer, words);
    if (!message) return run.unseen(area, 'ending', 'The sale is followed no further.', lookUp);
    if (message.status === 'received' || message.status === 'processing') continue;
    if (unknown >= 3) {
      const seen = `${unknown} polls were answered with 404 or 410. A payment that is unknown for 30 s is shown as "Not known yet".`;
      const how = 'If a card may take longer, a fetcher must answer for the service: see docs/connect.md.';
      run.unseen(area, 'result', seen, how);
    }
    run.fits(area, 'status words', `${joinWithAnd([...words])}.`);
    checkEnding(run, answer, message, accepted, amount);
    const how = message.status === 'complete' ? ' The sale stands: void it where it was a test.' : '';
    run.fits(area, 'ending', `${message.status} after ${polls} ${polls === 1 ? 'poll' : 'polls'}.${how}`);
    return;
  }
  run.unseen(area, 'ending', `No ending came within ${longestMs / 1000} s.`, lookUp);
}

/** This many polls (90 s) may find the message unknown: a service may not know it before the card was read. */
const mostUnknown = 60;

/** Reads the answer to a poll. If that fails, corrects the service description and reads again, at most six times. */
function readMessage(
  run: DoctorRun,
  answer: Exchange,
  words: Set<string>,
): ProcessedMessageWithOptionalId | undefined {
  for (let tries = 0; tries < 6; tries += 1) {
    const [name = 'status'] = namesOf(run.service.description.fields?.message?.status);
    const told = valueAtPath(payloadIn(run, answer.operation, jsonOf(answer)), name);
    const word = typeof told === 'number' ? String(told) : told;
    try {
      const message = readAnswerByDescription(run.service, 'getProcessedMessage', answer.text);
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
  checkOutcome(run, payload, fields);
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
  const shown = textOfWireAmount(run.service.description, amount);
  const seen = `No answer shows whether ${amount} is ${shown}.`;
  run.unseen(area, 'unit', seen, `Look at the terminal or the receipt: the card must be charged ${shown}.`);
}

/** How a receipt should show an amount that is given in the wire's unit. */
function textOfWireAmount({ currency, amountScale }: ServiceDescription, amount: number): string {
  const digits = currency === undefined || amountScale !== 'iso' ? 2 : currencyDigits(currency);
  return [decimalTextOfCents(amount, digits), currency].join(' ').trim();
}

const outcomeLike = /result|outcome|approv|declin|decision|response_?code|success/i;

/** Names undescribed fields that look like a result: perhaps only they tell a declined sale from an approved one. */
function checkOutcome(run: DoctorRun, payload: unknown, fields: ReadonlyMap<string, unknown[]>): void {
  const described = Object.values(run.service.description.fields?.message ?? {}).flatMap(namesOf);
  const [status = 'status'] = namesOf(run.service.description.fields?.message?.status);
  const beside = [...fields].flatMap(([path, [value]]) => {
    const isResult = typeof value === 'boolean' || (typeof value === 'string' && /^[\w-]{1,20}$/.test(value));
    const isOther = path !== status && !described.includes(path);
    const name = path.slice(path.lastIndexOf('.') + 1);
    return isOther && isResult && outcomeLike.test(name) ? [`${path} ${JSON.stringify(value)}`] : [];
  });
  if (beside.length === 0) return;
  const said = JSON.stringify(valueAtPath(payload, status));
  const seen = `The approved sale has the status ${said}, and beside it ${joinWithAnd(beside)}.`;
  const how = `Make one that is declined. If it has the status ${said} too, describe the field that differs as fields.message.status.`;
  run.unseen(area, 'outcome', seen, how);
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
