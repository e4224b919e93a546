import { valueAtPath } from '../../core/wire/dialect.ts';
import type { Page } from '../../core/wire/listPage.ts';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import type { JsonObject } from '../../core/wire/read.ts';
import type { Service, WireName } from '../../core/wire/service.ts';
import type { Terminal } from '../../core/wire/terminal.ts';
import { readAnswerByDescription } from '../../sandbox/replayAnswers.ts';
import { fieldsIn, type FieldLikeness, likeliestField, withOption } from './proposals.ts';
import { joinWithAnd, type DoctorRun } from './run.ts';

export interface ListKind {
  area: 'terminals' | 'links';
  record: 'terminal' | 'paymentLink';
}

/** The wire names that the description gives for the record's fields. */
export function describedNames({ description }: Service, record: ListKind['record']): string[] {
  return Object.values((description.fields?.[record] ?? {}) as Record<string, WireName>).flatMap(namesOf);
}

/** The wire names that are given for one field; none if the field is not described. */
export const namesOf = (name: WireName | undefined): readonly string[] =>
  typeof name === 'string' ? [name] : (name ?? []);

interface WantedField extends FieldLikeness {
  field: string;
  /** In how many records the kit could read the field. */
  count: number;
  isNeeded?: boolean;
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isIdLike = (value: unknown) =>
  (isText(value) && (value as string).length <= 256) || Number.isSafeInteger(value);
const isAmount = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value));

export const idLikeness = (record: ListKind['record']): FieldLikeness => ({
  names:
    record === 'terminal'
      ? [
          /^(terminal|device|reader)_?(id|uuid|key)$/i,
          /^_?(id|uuid|guid)$/i,
          /_?id$/i,
          /uuid|key|serial|tid|number/i,
        ]
      : [/^(payment_?)?link_?id$/i, /^_?(id|uuid)$/i, /_?id$/i, /uuid|token|ref/i],
  is: isIdLike,
});

export function terminalFields(items: Terminal[]): WantedField[] {
  const has = (field: keyof Terminal) => items.filter((item) => item[field] !== undefined).length;
  const names = items.filter(({ id, name }) => name !== id).length;
  return [
    { field: 'id', count: items.length, ...idLikeness('terminal'), isNeeded: true },
    {
      field: 'name',
      count: names,
      names: [/name/i, /title|label|alias/i, /description/i],
      is: isText,
      isNeeded: true,
    },
    { field: 'serialNumber', count: has('serialNumber'), names: [/serial/i], is: isIdLike },
    { field: 'model', count: has('model'), names: [/model|hardware/i], is: isText },
    { field: 'status', count: has('status'), names: [/status|state|condition|online/i], is: isText },
    { field: 'lastSeenAt', count: has('lastSeenAt'), names: [/last|seen|contact/i], is: isText },
  ];
}

export function linkFields(items: PaymentLink[]): WantedField[] {
  const has = (field: keyof PaymentLink) => items.filter((item) => item[field] !== undefined).length;
  const ids = items.filter(({ id, paymentLink }) => id !== paymentLink).length;
  const addresses = items.filter((item) => item.paymentLink !== undefined || item.addressText !== undefined);
  const isAddress = (value: unknown) =>
    isText(value) && /^(https?:\/\/|[\w-]+(\.[\w-]+)+\/)/.test(value as string);
  return [
    { field: 'id', count: ids, ...idLikeness('paymentLink'), isNeeded: true },
    {
      field: 'paymentLink',
      count: addresses.length,
      names: [/link|url|href|address/i],
      is: isAddress,
      isNamed: false,
      isNeeded: true,
    },
    {
      field: 'amount',
      count: has('amountCents'),
      names: [/^(net_?)?amount$/i, /^total$|amount|sum|price/i],
      is: isAmount,
      isNeeded: true,
    },
    { field: 'totalAmount', count: has('totalAmountCents'), names: [/grand|total/i], is: isAmount },
    { field: 'paidAmount', count: has('paidAmountCents'), names: [/paid/i], is: isAmount },
    { field: 'status', count: has('status'), names: [/status|state/i], is: isText },
    { field: 'createdAt', count: has('createdAt'), names: [/creat|made|date/i], is: isText },
  ];
}

export function checkFields(
  run: DoctorRun,
  { area, record }: ListKind,
  raw: JsonObject[],
  wanted: WantedField[],
): void {
  const described = (run.service.description.fields?.[record] ?? {}) as Record<string, WireName>;
  const present = fieldsIn(raw);
  // The kit also reads a field by the contract's name. So a described name is right only if a record has it.
  const isRead = ({ field, count }: WantedField) => {
    const said = namesOf(described[field]);
    return count > 0 && (said.length === 0 || said.some((name) => present.has(name)));
  };
  const read = wanted.filter(isRead).map(({ field }) => field);
  const used = [...describedNames(run.service, record), ...read.filter((field) => !(field in described))];
  const perhaps: string[] = [];
  for (const { field, isNeeded, ...likeness } of wanted) {
    if (read.includes(field)) continue;
    const said = namesOf(described[field]);
    const option = ['fields', record, field];
    const others = used.filter((name) => !said.includes(name));
    const value = likeliestField(raw, likeness, others);
    const isSaid = said.length > 0;
    if (described[field] === null) continue;
    if (isNeeded || (isSaid && value !== undefined)) {
      const named = isSaid ? `, described as ${joinWithAnd(said)},` : '';
      run.differs(area, field, `${field}${named} is in none of ${raw.length} ${area}.`, { option, value });
      if (value !== undefined) used.push(value);
    } else if (value !== undefined) perhaps.push(`${field} as ${value}`);
  }
  const longIds = raw.flatMap((item) =>
    Object.values(item).filter((value) => typeof value === 'string' && /^\d{16,}$/.test(value)),
  );
  const longest = Math.max(0, ...longIds.map((id) => String(id).length));
  const digits = longest > 0 ? ` Ids keep their ${longest} digits.` : '';
  if (read.length > 0) run.fits(area, 'fields', `${joinWithAnd(read)}.${digits}`);
  if (perhaps.length > 0) {
    const how = `Describe what is: fields: { ${record}: { … } }.`;
    run.unseen(area, 'other fields', `Perhaps there, and not described: ${joinWithAnd(perhaps)}.`, how);
  }
}

export function checkProviders(run: DoctorRun, items: Terminal[], raw: JsonObject[]): void {
  const area = 'terminals';
  const { providers } = run.service.description;
  const seen = [...new Set(items.flatMap(({ provider }) => provider ?? []))];
  const option = ['fields', 'terminal', 'provider'];
  if (seen.length === 0) {
    const byWord =
      providers &&
      likeliestField(raw, { names: [], is: (value) => providers.includes(value as string), isNamed: false });
    const named = likeliestField(
      raw,
      { names: [/provider/i, /acquirer|processor|vendor|gateway|network/i, /^type$/i], is: isText },
      describedNames(run.service, 'terminal').filter(
        (name) => !namesOf(run.service.description.fields?.terminal?.provider).includes(name),
      ),
    );
    const value = byWord ?? named;
    if (run.service.needsProvider || providers)
      run.differs(
        area,
        'provider',
        `No terminal tells its provider${run.service.needsProvider ? ', which paths depend on' : ''}.`,
        { option, value },
      );
    else run.fits(area, 'provider', 'None is described, and no path depends on it.');
    if (value === undefined || !providers) return;
    return checkProviders(run, readAgain(run, raw), raw);
  }
  const unknown = seen.filter((word) => !providers?.includes(word));
  if (unknown.length > 0 && (providers || run.service.needsProvider)) {
    const known = unknown.length < seen.length ? (providers ?? []) : [];
    const text = `Terminals are at ${joinWithAnd(seen)}; described ${joinWithAnd(providers ?? []) || 'is none'}.`;
    run.differs(area, 'providers', text, {
      option: ['providers'],
      value: [...new Set([...known, ...seen])],
    });
  } else run.fits(area, 'providers', `${joinWithAnd(seen)}.`);
}

/** Reads the terminals in `raw` again, with the options found so far. */
function readAgain({ service }: DoctorRun, raw: JsonObject[]): Terminal[] {
  const bare = withOption(withOption(service, ['payload'], '') ?? service, ['fields', 'page'], {});
  const page = readAnswerByDescription(bare ?? service, 'listTerminals', JSON.stringify({ items: raw }));
  return (page as Page<Terminal>).items;
}

export function checkLinkAmounts(run: DoctorRun, raw: JsonObject[]): void {
  const { description } = run.service;
  const unit = description.paymentLinks?.amountUnit ?? 'minor';
  const [name = 'amount'] = namesOf(description.fields?.paymentLink?.amount);
  const amounts = raw.map((item) => valueAtPath(item, name)).filter(isAmount);
  const hasDecimals = amounts.some((amount) => String(amount).includes('.'));
  if (run.findings.some(({ option }) => option === 'paymentLinks.amountUnit')) return;
  if (unit === 'major' && hasDecimals)
    return run.fits('links', 'amounts', 'In the main unit, with decimals.');
  if (hasDecimals)
    return run.differs('links', 'amounts', 'Amounts have decimals, and are described as cents.', {
      option: ['paymentLinks', 'amountUnit'],
      value: 'major',
    });
  const [one] = amounts;
  if (one === undefined) return;
  const unset = description.paymentLinks?.amountUnit === undefined ? ' (amountUnit is not set)' : '';
  run.unseen(
    'links',
    'amounts',
    `Whole numbers such as ${one} may be cents or not. Read as ${unit}${unset}.`,
    "Compare one with the service's own pages, or make a link over 1.50.",
  );
}
