import type { PaymentsClient } from '../../core/client/paymentsClient.ts';
import { attempt, type PaymentsError } from '../../core/errors.ts';
import type { Page } from '../../core/wire/listPage.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import { isObject, type JsonObject } from '../../core/wire/read.ts';
import { pathDependsOnProvider, contractRoutes } from '../../core/wire/routes.ts';
import type { Service } from '../../core/wire/service.ts';
import type { Terminal } from '../../core/wire/terminal.ts';
import { readAnswerByDescription } from '../../sandbox/replayAnswers.ts';
import {
  checkFields,
  checkLinkAmounts,
  checkProviders,
  describedNames,
  idLikeness,
  linkFields,
  type ListKind,
  terminalFields,
} from './fields.ts';
import { fieldsIn, likeliestField, likelyPaths, listsIn, type OptionPath, withOption } from './proposals.ts';
import {
  type AskResult,
  type Exchange,
  isOk,
  jsonOf,
  type DoctorRun,
  statusAndErrorMessage,
  errorMessageIn,
  failureSentence,
} from './run.ts';

interface ListCheck extends ListKind {
  operation: 'listTerminals' | 'listPaymentLinks';
}

const terminals: ListCheck = { operation: 'listTerminals', area: 'terminals', record: 'terminal' };
const links: ListCheck = { operation: 'listPaymentLinks', area: 'links', record: 'paymentLink' };

/** Requests a page of a list. Uses `service` if it is given, otherwise the service of the run. */
function askList(
  run: DoctorRun,
  { operation }: ListCheck,
  query: { page: number; limit?: number },
  service?: Service,
): Promise<AskResult> {
  const { timezone } = run;
  const call = (client: PaymentsClient) =>
    operation === 'listTerminals'
      ? client.listTerminals({ ...query, timezone })
      : client.listPaymentLinks(query);
  return run.ask(operation, call, { service });
}

export async function checkTerminals(run: DoctorRun): Promise<void> {
  const answer = await findList(run, terminals);
  if (!answer) return;
  const { items, raw } = readList(run, terminals, answer) as { items: Terminal[]; raw: JsonObject[] };
  if (raw.length === 0) {
    run.unseen('terminals', 'fields', 'The list is empty.', 'Ask with credentials that have a terminal.');
  } else {
    checkFields(run, terminals, raw, terminalFields(items));
    const read = readAnswerByDescription(run.service, 'listTerminals', answer.text) as Page<Terminal>;
    checkProviders(run, read.items, raw);
  }
  await checkPages(run, terminals, answer);
}

export async function checkLinks(run: DoctorRun): Promise<void> {
  const answer = await findList(run, links);
  if (!answer) return;
  const { items, raw } = readList(run, links, answer) as { items: PaymentLink[]; raw: JsonObject[] };
  if (raw.length === 0) {
    run.unseen('links', 'fields', 'The list is empty.', 'Make a payment link, and ask again.');
  } else {
    checkFields(run, links, raw, linkFields(items));
    checkLinkAmounts(run, raw);
  }
  await checkPages(run, links, answer);
}

/** Tries the described path, then other likely paths. Returns the first answer that holds a list. */
async function findList(run: DoctorRun, list: ListCheck): Promise<Exchange | undefined> {
  const { operation, area } = list;
  const option = ['routes', operation, 'path'];
  const route = run.service.route(operation);
  if (pathDependsOnProvider(route)) {
    run.differs(area, 'path', 'The path depends on a provider, which a list of all has none of.', { option });
    return undefined;
  }
  const asked = await askList(run, list, { page: 1 });
  const { answer } = asked;
  if (isOk(answer) && isObjectOrList(jsonOf(answer))) {
    run.fits(area, 'path', `GET ${route.path as string} answers ${answer.status}.`);
    return answer;
  }
  if (!answer) {
    run.unseen(area, 'path', failureSentence(asked), 'Ask again, and look at --base-url.');
    return undefined;
  }
  if (isOk(answer) || answer.status === 404 || answer.status === 405) return findPath(run, list, asked);
  if (answer.status === 400 || answer.status === 422) return findQuery(run, list, asked);
  run.unseen(area, 'path', failureSentence(asked), `Where it is not there, describe ${option.join('.')}.`);
  return undefined;
}

async function findPath(run: DoctorRun, list: ListCheck, asked: AskResult): Promise<Exchange | undefined> {
  const { operation, area } = list;
  const { description } = run.service;
  const full = run.service.route(operation).path as string;
  const own = description.routes?.[operation]?.path;
  const tail = typeof own === 'string' ? own : (contractRoutes[operation].path as string);
  const isWebPage = isOk(asked.answer);
  const seen = `GET ${full} answers ${isWebPage ? 'something that is no JSON' : statusAndErrorMessage(asked.answer!)}`;
  const bare = run.service.route(operation).terminal
    ? withOption(run.service, ['terminalPathPrefix'], '')
    : run.service;
  for (const path of likelyPaths(operation, full, tail)) {
    const service = bare && withOption(bare, ['routes', operation, 'path'], path);
    if (!service) continue;
    const { answer } = await askList(run, list, { page: 1 }, service);
    // A 422 refuses only the query, so the path exists.
    if (!answer || !isObjectOrList(jsonOf(answer)) || !(isOk(answer) || answer.status === 422)) continue;
    const isPrefix = run.service.route(operation).terminal && path.endsWith(tail);
    const mend = isPrefix
      ? { option: ['terminalPathPrefix'], value: path.slice(0, -tail.length) }
      : { option: ['routes', operation, 'path'], value: path };
    run.differs(area, 'path', `${seen}; ${path} is there.`, mend);
    const again = await askList(run, list, { page: 1 });
    if (isOk(again.answer)) return again.answer;
    return again.answer?.status === 422 ? findQuery(run, list, again) : undefined;
  }
  if (!run.service.route(operation).terminal) {
    const how = `Describe routes.${operation}.path if the service has payment links. If it has none, leave PaymentLinkForm and PaymentLinkList out of your pages.`;
    run.unseen(area, 'path', `${seen}.`, how);
    return undefined;
  }
  run.differs(area, 'path', `${seen}.`, {
    option: ['routes', operation, 'path'],
    how: `Look the path up: --base-url, routes.${operation}.path or terminalPathPrefix is wrong.`,
  });
  return undefined;
}

const queryNames = [
  ['pageNumber', 'pageSize'],
  ['page', 'pageSize'],
  ['page', 'per_page'],
  ['page', 'size'],
] as const;

/** Finds the reason why the first page is refused: the page size, a wrong parameter name, or an unknown parameter. */
async function findQuery(run: DoctorRun, list: ListCheck, asked: AskResult): Promise<Exchange | undefined> {
  const { area } = list;
  const told = Number(/\b\d{1,4}\b/.exec(errorMessageIn(asked.answer!)?.replace(/^\d+/, '') ?? '')?.[0]);
  const sizes = [told, 100, 50, 20, 10, 5].filter((size) => size >= 1 && size < run.service.pages.limit);
  const most = sizes.map((size): [OptionPath, unknown] => [['pages', 'most'], size]);
  const names = queryNames.map(([page, limit]): [OptionPath, unknown] => [
    ['fields', 'query'],
    { ...run.service.description.fields?.query, page, limit },
  ]);
  const absent = (['timezone', 'clientId'] as const)
    .filter((name) => run[name] !== undefined)
    .map((name): [OptionPath, unknown] => [['fields', 'query', name], null]);
  const single = [...absent, ...most, ...names].map((mend) => [mend]);
  const tries = [...single, ...names.flatMap((name) => most.slice(-3).map((size) => [name, size]))];
  for (const mends of tries) {
    const service = mends.reduce<Service | undefined>(
      (mended, [path, value]) => mended && withOption(mended, path, value),
      run.service,
    );
    if (!service) continue;
    const { answer } = await askList(run, list, { page: 1 }, service);
    if (!isOk(answer)) continue;
    const seen = `A first page of ${run.service.pages.limit} is refused with ${statusAndErrorMessage(asked.answer!)}; with this it is answered.`;
    mends.forEach(([option, value], index) =>
      run.differs(area, index === 0 ? 'query' : 'page size', seen, { option, value }),
    );
    return answer;
  }
  run.differs(area, 'query', `A first page is refused. ${failureSentence(asked)}`, {
    option: ['fields', 'query'],
    how: 'Look up what the list takes.',
  });
  return undefined;
}

/** Reads a list. If that fails, changes the description and reads again. `raw`: the records that the service sent. */
function readList(
  run: DoctorRun,
  list: ListCheck,
  answer: Exchange,
): { items: unknown[]; raw: JsonObject[] } {
  const { area, operation } = list;
  const nothing = { items: [], raw: [] };
  const body = jsonOf(answer);
  for (let tries = 0; tries < 6; tries += 1) {
    try {
      const { items } = readAnswerByDescription(run.service, operation, answer.text) as Page<unknown>;
      const found = listsIn(body).find(({ items: raw }) => raw.length === items.length);
      if (tries === 0 && !run.findings.some((one) => one.area === area && one.check === 'list'))
        run.fits(area, 'list', `${items.length} of them, ${found ? whereIs(found.path) : 'as described'}.`);
      return { items, raw: found?.items ?? [] };
    } catch (error) {
      if (!proposeForList(run, list, body, error as PaymentsError)) return nothing;
    }
  }
  return nothing;
}

const isObjectOrList = (value: unknown) => typeof value === 'object' && value !== null;
const whereIs = (path: readonly string[]) => (path.length === 0 ? 'bare' : `at ${path.join('.')}`);

function proposeForList(run: DoctorRun, list: ListCheck, body: unknown, error: PaymentsError): boolean {
  const { area, record } = list;
  const { field = '', shortMessage } = error;
  const before = run.service;
  const lists = listsIn(body);
  const found = lists.find(({ items }) => items.length > 0) ?? lists[0];
  if (/(^|\.)items$|^data$|^$/.test(field)) {
    if (!found) {
      run.differs(area, 'list', 'There is no list in the answer.', { option: ['read', 'page'] });
      return false;
    }
    proposeEnvelope(run, list, found.path);
  } else if (/\.(terminalId|id)$/.test(field)) {
    const value =
      found && likeliestField(found.items, idLikeness(record), describedNames(run.service, record));
    run.differs(area, 'id', `No id is read of a ${area.slice(0, -1)}.`, {
      option: ['fields', record, 'id'],
      value,
    });
  } else if (field.endsWith('.amount') && /decimal/.test(shortMessage)) {
    run.differs(area, 'amounts', 'Amounts have decimals, and are described as cents.', {
      option: ['paymentLinks', 'amountUnit'],
      value: 'major',
    });
  } else {
    run.differs(area, 'list', shortMessage, { option: ['read', record] });
    return false;
  }
  return run.service !== before;
}

function proposeEnvelope(run: DoctorRun, { area, operation }: ListCheck, path: readonly string[]): void {
  const seen = `The list lies ${whereIs(path)}, and is not found there.`;
  const last = path.at(-1) ?? '';
  // The payload is the object around the list's field. That field, such as `results`, may be in lists only.
  const inside = path.slice(0, -1).join('.');
  const itemsName = run.service.description.fields?.page?.items;
  // Another `payload` of the terminals is proposed for all operations; another one of the links, for links only.
  const option = operation === 'listTerminals' ? ['payload'] : ['payload', operation];
  if (last === (itemsName ?? 'items')) {
    run.differs(area, 'list', seen, { option, value: inside });
    return;
  }
  if (inside !== '' && inside !== 'data' && run.service.description.payload !== inside)
    run.differs(area, 'payload', `Answers lie in ${inside}.`, { option, value: inside });
  run.differs(area, 'list', seen, { option: ['fields', 'page', 'items'], value: last });
}

/** Checks the counts and the paging. Requests a page of the largest described size, then a page with one item more. */
async function checkPages(run: DoctorRun, list: ListCheck, first: Exchange): Promise<void> {
  const { area } = list;
  checkCounts(run, list, first);
  await checkSecondPage(run, list, first);
  const { most } = run.service.pages;
  const full = await askList(run, list, { page: 1, limit: most });
  if (full.answer?.status === 400 || full.answer?.status === 422)
    return findMost(run, list, full.answer, most);
  if (!isOk(full.answer)) return run.unseen(area, 'page size', failureSentence(full), 'Ask again.');
  const told = countOf(pageAsStated(run, list, full.answer)?.['limit']);
  if (told !== undefined && told < most) {
    return run.differs(area, 'page size', `A page of ${most} is asked for, and one of ${told} comes.`, {
      option: ['pages', 'most'],
      value: told,
    });
  }
  const wider = withOption(run.service, ['pages', 'most'], most + 1);
  const above = await askList(run, list, { page: 1, limit: most + 1 }, wider);
  if (!above.answer) return run.unseen(area, 'page size', failureSentence(above), 'Ask again.');
  const { status } = above.answer;
  if (isOk(above.answer)) run.fits(area, 'page size', `${most} are given; ${most + 1} would be taken too.`);
  else if (status >= 500)
    run.unseen(area, 'page size', failureSentence(above), `The kit asks for ${most} at most.`);
  else run.fits(area, 'page size', `${most} are given, ${most + 1} are refused with ${status}.`);
}

/** Checks whether the service reads page and limit. With one item per page, page 2 must not begin like page 1. */
async function checkSecondPage(run: DoctorRun, list: ListCheck, first: Exchange): Promise<void> {
  const { area } = list;
  const ids = idsIn(run, list, first);
  if (ids.length < 2) return;
  const second = (service = run.service) => askList(run, list, { page: 2, limit: 1 }, service);
  const asked = await second();
  if (!isOk(asked.answer))
    return run.unseen(area, 'pages', `Page 2: ${failureSentence(asked)}`, 'Ask again.');
  if (idsIn(run, list, asked.answer)[0] !== ids[0]) return;
  const option = ['fields', 'query'];
  const names = [...fieldsIn([jsonOf(first)]).keys()].map((path) => path.split('.').at(-1) ?? '');
  const page = names.find((name) => /^(current_?)?page_?(no|number|index)?$/i.test(name));
  const limit = names.find((name) => /^(per_?page|page_?size|limit|size)$/i.test(name));
  for (const [pageName, limitName] of [[page, limit], ...queryNames]) {
    const own = run.service.description.fields?.query;
    const value = { ...own, ...(pageName && { page: pageName }), ...(limitName && { limit: limitName }) };
    const service = withOption(run.service, option, value);
    const { answer } = service ? await second(service) : {};
    if (!isOk(answer) || idsIn(run, list, answer).join() !== ids[1]) continue;
    const seen = 'Page 2 begins like page 1; with these names it does not.';
    return run.differs(area, 'pages', seen, { option, value });
  }
  const how =
    'Look up what the list takes. Without pages only the first one would be seen. write.listTerminals can send an offset.';
  run.differs(area, 'pages', 'Page 2 begins like page 1.', { option, how });
}

function idsIn(run: DoctorRun, { operation }: ListCheck, answer: Exchange): string[] {
  // A page that cannot be read has no ids here. If it is the first page, `readList` has reported it.
  const page = attempt(
    () => readAnswerByDescription(run.service, operation, answer.text) as Page<{ id: string }>,
  );
  return (page?.items ?? []).map(({ id }) => id);
}

async function findMost(run: DoctorRun, list: ListCheck, refused: Exchange, most: number): Promise<void> {
  const option = ['pages', 'most'];
  const seen = `A page of ${most} is refused with ${statusAndErrorMessage(refused)}`;
  const told = (errorMessageIn(refused)?.match(/\b\d{1,4}\b/g) ?? []).map(Number);
  const sizes = [...told, 100, 50, 25, 20, 10, 5, 1].filter((size) => size >= 1 && size < most);
  for (const limit of new Set(sizes)) {
    const { answer } = await askList(run, list, { page: 1, limit });
    if (isOk(answer))
      return run.differs(list.area, 'page size', `${seen}; ${limit} are given.`, { option, value: limit });
  }
  run.differs(list.area, 'page size', `${seen}.`, { option });
}

/** The page as the answer states it: without the counts that the kit would fill in. Undefined if it cannot be read. */
function pageAsStated(run: DoctorRun, { operation }: ListCheck, answer: Exchange): JsonObject | undefined {
  const dialect = (run.service.dialect ? run.service : withOption(run.service, ['fields'], {}))?.dialect;
  return attempt(() => {
    const page = dialect?.read(operation, jsonOf(answer), { query: {} });
    return isObject(page) ? page : {};
  });
}

const countOf = (value: unknown) => (/^\d{1,9}$/.test(String(value)) ? Number(value) : undefined);

function checkCounts(run: DoctorRun, list: ListCheck, answer: Exchange): void {
  const { area } = list;
  const counts = pageAsStated(run, list, answer);
  if (!counts) return;
  const is = (value: unknown) => countOf(value) !== undefined;
  const total = countOf(counts['total']);
  if (total !== undefined) return run.fits(area, 'counts', `total ${total}.`);
  const path = likeliestField([jsonOf(answer)], { names: [/total/i, /count/i], is });
  if (path === undefined) {
    const seen = 'The answer does not tell how many there are: only one page is seen.';
    const how = 'read.page can give a total: one more than the items so far, while there are more pages.';
    return run.unseen(area, 'counts', seen, how);
  }
  const inside = run.service.description.payload;
  const value =
    typeof inside === 'string' && inside !== '' && path.startsWith(`${inside}.`)
      ? path.slice(inside.length + 1)
      : path.replace(/^data\./, '');
  const seen = 'How many there are in all is not read: only one page would be seen.';
  run.differs(area, 'counts', seen, { option: ['fields', 'page', 'total'], value });
}
