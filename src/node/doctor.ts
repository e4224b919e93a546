import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isLoopbackHost } from '../core/client/requestUrl.ts';
import { PaymentsError } from '../core/errors.ts';
import { withValueAtPath } from '../core/wire/dialect.ts';
import { type JsonObject, parseUrl } from '../core/wire/read.ts';
import { createRedactor } from '../gateway/createRedactor.ts';
import type { RecordedAnswer } from '../sandbox/replayAnswers.ts';
import {
  type CommandTerminal,
  flagOption,
  misuseOf,
  parseCommandLine,
  printable,
  textOption,
  textsOption,
} from './commandLine.ts';
import {
  checkAccess,
  checkBrowser,
  checkCredentials,
  checkErrors,
  checkUnknownMessages,
} from './doctor/checks.ts';
import { checkLinks, checkTerminals } from './doctor/lists.ts';
import { createMasking } from './doctor/masking.ts';
import { optionText } from './doctor/proposals.ts';
import {
  createDoctorRun,
  type RunOptions,
  type DoctorRun,
  type Verdict,
  failureSentence,
} from './doctor/run.ts';
import { checkAmountsSent, checkSale, type SaleQuestion } from './doctor/sale.ts';
import { loadFetcher, loadService } from './loadService.ts';

export const doctorUsage = `Usage: tillkit doctor --service service.ts --base-url https://… [--header-env name=VARIABLE]… [options]

Asks a real service harmless questions, reads the answers by its description, and says what does not fit.
  --service         a file that exports what defineService gives, and perhaps a fetcher
  --base-url        where the service is
  --header-env      a header whose value is in a variable of the environment: authorization=PAYMENTS_KEY
  --header          'name: value', for what is no secret: it stays in the shell's history
  --origin          a page's origin: asks what a browser would ask before it lets that page through
  --client-id, --timezone, --message-id   sent as they are; the message is one that does not exist
  --json            findings as JSON
  --record file     keeps the answers, their values masked, for replayAnswers of tillkit/sandbox
  --charge --terminal id --amount cents   makes one sale, after a typed yes, and follows it

Ends with 0 where nothing differs, with 1 where something does, with 2 where it could not ask.`;

const misuse = misuseOf(doctorUsage);

export interface DoctorOptions extends RunOptions {
  sale?: SaleQuestion | undefined;
}

/** Checks a service against its description. Rejects if no answer comes, or a needed header is missing. */
export async function runDoctor({ sale, ...questions }: DoctorOptions): Promise<DoctorRun> {
  const run = createDoctorRun(questions);
  const hasAccess = await checkAccess(run);
  if (hasAccess) {
    await checkTerminals(run);
    await checkCredentials(run);
    await checkLinks(run);
    await checkUnknownMessages(run);
    checkAmountsSent(run, sale?.terminalId);
    if (sale) await checkSale(run, sale);
    checkErrors(run);
  } else
    run.unseen('access', 'all else', 'Without credentials, no other check can run.', 'Correct this first.');
  await checkBrowser(run);
  const areas = ['access', 'terminals', 'links', 'messages', 'sale', 'browser'];
  run.findings.sort((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area));
  return run;
}

/** The requests and answers of a run, without personal data and secrets. */
export function recordedAnswers(run: DoctorRun): RecordedAnswer[] {
  const { text: maskText, body: maskBody } = createMasking(run.service.description);
  const masked = (id: string) => encodeURIComponent(maskText(id));
  const base = new URL(run.baseUrl).pathname.replace(/\/+$/, '');
  const answers = run.exchanges.map((exchange): RecordedAnswer => {
    const { operation, method, path, messageId, status, headers, isWithoutCredentials } = exchange;
    const [address = '', query] = path.slice(base.length).split('?');
    const asked = new URLSearchParams(query);
    for (const [name, value] of asked) if (value === run.clientId) asked.set(name, maskText(value));
    return {
      operation,
      method,
      path:
        (messageId === undefined
          ? address
          : address.replace(encodeURIComponent(messageId), masked(messageId))) +
        (query === undefined ? '' : `?${asked.toString()}`),
      status,
      contentType: headers.get('content-type'),
      body: maskBody(redacted(run, exchange.text)),
      ...(isWithoutCredentials ? { isWithoutCredentials } : {}),
    };
  });
  // Several checks send the same request: equal answers are stored once, except those of polls.
  const seen = new Set<string>();
  return answers.filter((answer) => {
    const text = JSON.stringify(answer);
    if (seen.has(text) && answer.operation !== 'getProcessedMessage') return false;
    return seen.add(text);
  });
}

const harmless = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

/** Removes the values of secret headers from a text, also where they are encoded. */
function redacted({ headers, service }: Pick<RunOptions, 'headers' | 'service'>, text: string): string {
  const secret = Object.keys(headers).filter((name) => !harmless.has(name.toLowerCase()));
  const secretHeaders = [...secret, ...(service.description.credentials ?? [])];
  // The redactor spares ids in JSON. With `·` in front, the text is no JSON, so ids lose secrets too.
  const left = createRedactor(new Headers(headers), { secretHeaders })(`·${text}`);
  return left.slice(1);
}

function withoutSecrets<Value>(about: Pick<RunOptions, 'headers' | 'service'>, value: Value): Value {
  if (typeof value === 'string') return printable(redacted(about, value)) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => withoutSecrets(about, item)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    redacted(about, name),
    withoutSecrets(about, inner as unknown),
  ]);
  return Object.fromEntries(entries) as Value;
}

interface DoctorConsole extends CommandTerminal {
  env: Readonly<Record<string, string | undefined>>;
  isColored?: boolean | undefined;
  columns?: number | undefined;
  /** How long to wait between two polls of the sale (ms). Default 1500. */
  pollEveryMs?: number | undefined;
}

/** Runs `tillkit doctor` and returns its exit status. */
export async function runDoctorCommand(args: readonly string[], terminal: DoctorConsole): Promise<number> {
  const { print, pollEveryMs } = terminal;
  let about: Pick<RunOptions, 'headers' | 'service' | 'baseUrl'> | undefined;
  const clean = (sentence: string) => (about ? withoutSecrets(about, sentence) : sentence);
  try {
    const { file, isJson, record, charge, ...asked } = readArguments(args, terminal.env);
    const service = await loadService(file);
    about = { ...asked, service };
    const confirm = async (question: string) => {
      const typed = await terminal.ask(clean(`${question} Type yes: `));
      if (typed === undefined)
        throw new Error('--charge needs a typed yes, and the input has ended. Nothing was charged.');
      return typed.trim() === 'yes';
    };
    const fetch = await loadFetcher(file);
    const questions = { ...asked, service, fetch, sale: charge && { ...charge, confirm, pollEveryMs } };
    const run = await runDoctor(questions);
    const answers = recordedAnswers(run);
    if (record !== undefined) await writeFile(record, `${JSON.stringify(answers, undefined, 2)}\n`);
    const report = reportOf(file, questions, run);
    print(isJson ? JSON.stringify(report, undefined, 2) : tableOf(report, record, terminal));
    return report.differs > 0 ? 1 : 0;
  } catch (error) {
    const isFailure = error instanceof PaymentsError;
    const sentence = isFailure ? failureSentence({ answer: undefined, error }) : (error as Error).message;
    const isUnanswered = isFailure && error.code === 'unanswered' && about !== undefined;
    terminal.complain(clean(isUnanswered ? `${about?.baseUrl}: ${sentence} Check --base-url.` : sentence));
    return 2;
  }
}

function reportOf(service: string, questions: DoctorOptions, run: DoctorRun) {
  const count = (wanted: Verdict) => run.findings.filter(({ verdict }) => verdict === wanted).length;
  const mended = run.mends.reduce<JsonObject>((all, [path, value]) => withValueAtPath(all, path, value), {});
  return {
    service,
    baseUrl: questions.baseUrl,
    fits: count('fits'),
    differs: count('differs'),
    unseen: count('unseen'),
    findings: withoutSecrets(questions, run.findings),
    mended: withoutSecrets(questions, mended),
  };
}

const colors: Record<Verdict, string> = { fits: '32', differs: '31;1', unseen: '33' };

function tableOf(
  { service, baseUrl, fits, differs, unseen, findings, mended }: ReturnType<typeof reportOf>,
  record: string | undefined,
  { isColored = false, columns = 100 }: Pick<DoctorConsole, 'isColored' | 'columns'>,
): string {
  const painted = (text: string, color: string) => (isColored ? `\u001b[${color}m${text}\u001b[0m` : text);
  const widest = Math.max(...findings.map(({ check }) => check.length));
  const indent = 2 + 9 + widest + 2;
  const width = Math.max(30, Math.min(columns, 100) - indent);
  const lines = [`${service} at ${baseUrl}`];
  for (const [at, { area, check, verdict, seen, how, option, value }] of findings.entries()) {
    if (findings[at - 1]?.area !== area) lines.push('', painted(area, '1'));
    const [first = '', ...rest] = wrapped(seen, width);
    const written =
      option && value !== undefined ? optionText(withValueAtPath({}, pathOf(option), value)) : option;
    const more = [
      ...(verdict === 'differs' && written ? wrapped(`→ ${written}`, width) : []),
      ...(how ? wrapped(`→ ${how}`, width) : []),
    ];
    lines.push(
      `  ${painted(verdict.padEnd(7), colors[verdict])}  ${check.padEnd(widest)}  ${first}`,
      ...[...rest, ...more].map((line) => ' '.repeat(indent) + line),
    );
  }
  lines.push(
    '',
    `${fits} fit, ${differs} ${differs === 1 ? 'differs' : 'differ'}, ${unseen} could not be seen.`,
  );
  if (Object.keys(mended).length > 0) {
    lines.push('', 'With these in defineService it was read:');
    for (const [name, value] of Object.entries(mended)) lines.push(`  ${optionText({ [name]: value })},`);
  }
  if (record !== undefined) lines.push('', `The answers, masked, are in ${record}.`);
  return lines.join('\n');
}

/** Splits an option's path at its dots. A status word is not split, because it may contain dots. */
function pathOf(option: string): string[] {
  const [first = '', ...rest] = option.split('.');
  return first === 'statuses' ? [first, rest.join('.')] : [first, ...rest];
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width)
      lines.push(lines.length > 0 && text.startsWith('→') ? `  ${word}` : word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const isHeader = ([name, value]: [string, string]) =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);

function readArguments(args: readonly string[], env: DoctorConsole['env']) {
  const options = {
    service: textOption,
    'base-url': textOption,
    header: textsOption,
    'header-env': textsOption,
    origin: textOption,
    'client-id': textOption,
    timezone: textOption,
    'message-id': textOption,
    json: flagOption,
    record: textOption,
    charge: flagOption,
    terminal: textOption,
    amount: textOption,
  };
  const { values, positionals } = parseCommandLine({ args, allowPositionals: true, options }, misuse);
  // The error does not repeat the word: it may be half of a secret header that was typed without quotes.
  if (positionals.length > 0) throw misuse('There is one word too many. Put a header into quotes.');
  const { service: file, 'base-url': baseUrl, origin, timezone, record } = values;
  if (file === undefined) throw misuse('--service is missing.');
  if (baseUrl === undefined) throw misuse('--base-url is missing.');
  const { protocol, hostname = '' } = parseUrl(baseUrl) ?? {};
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackHost(hostname)))
    throw misuse(
      '--base-url must begin with https://. Only for this machine may it be http://. If it has no https, see "Secrets" in docs/doctor.md of tillkit.',
    );
  const headers = Object.fromEntries([
    ...(values.header ?? []).map((header) => split(header, ':', "--header must be 'name: value'.")),
    ...(values['header-env'] ?? []).map((header) => {
      const [name, variable] = split(header, '=', '--header-env must be name=VARIABLE.');
      const value = env[variable];
      if (!value) throw misuse(`--header-env ${name}: the variable ${variable} is not set.`);
      return [name, value] as const;
    }),
  ]);
  if (!Object.entries(headers).every(isHeader))
    throw misuse('A header is invalid: its name or its value holds a character that headers must not have.');
  if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).origin === origin))
    throw misuse('--origin must be as a browser sends it: https://till.example, without a path.');
  return {
    file,
    baseUrl,
    headers,
    origin,
    timezone,
    record,
    clientId: values['client-id'],
    messageId: values['message-id'],
    isJson: values.json === true,
    charge: chargeOf(values.charge, values.terminal, values.amount),
  };
}

function chargeOf(charge?: boolean, terminal?: string, amount?: string) {
  if (!charge) {
    if (terminal !== undefined || amount !== undefined)
      throw misuse('--terminal and --amount belong to --charge.');
    return undefined;
  }
  if (terminal === undefined || amount === undefined) throw misuse('--charge needs --terminal and --amount.');
  if (!/^[1-9]\d{0,11}$/.test(amount)) throw misuse('--amount must be a whole number: 100 is 1.00.');
  return { terminalId: terminal, amount: Number(amount) };
}

function split(text: string, sign: string, problem: string): readonly [string, string] {
  const at = text.indexOf(sign);
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || name === '' || value === '') throw misuse(problem);
  return [name, value];
}

/** Asks on stderr and reads a line from stdin; undefined if the input ends. */
export function askOnStdin(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    lines.once('close', () => {
      process.stderr.write('\n');
      resolve(undefined);
    });
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
