import { isLoopbackHost } from '../core/client/requestUrl.ts';
import { assertWebhooks } from '../gateway/webhooks.ts';
import { type CommandTerminal, flagOption, misuseOf, parseCommandLine, textOption } from './commandLine.ts';
import { listenProblem } from './listen.ts';
import { sampleEvents } from './sampleEvents.ts';
import { listenForEvents } from './webhookListen.ts';
import { sendSamples } from './webhookSend.ts';

/** `send` and `listen` use this secret unless `--secret` gives another, so that they work together. */
const publicSecret = `whsec_${btoa('this secret is public: for tests')}`;
const shownSecret = (secret: string) => (secret === publicSecret ? secret : 'whsec_…');
const defaultPort = 4020;

export const webhookUsage = `Usage: tillkit webhook send <url> [--event order.paid] [--secret whsec_…] [--all] [--allow-remote]
       tillkit webhook listen [--port ${defaultPort}] [--host 127.0.0.1] [--secret whsec_…] [--forward url]

send: sends an event of each type to a receiver, signed as a gateway signs, and says how the receiver answers.
  --event         only this type
  --secret        the receiver's; default ${publicSecret}
  --all           also what a receiver has to refuse (another secret, changed, not signed, late) and one event twice
  --allow-remote  sends to another machine than this one
Ends with 0 where all was answered as it should be, with 1 where something was not, with 2 where nothing was sent.

listen: serves a receiver that prints each event, verified or not, and answers 200.
  --port          0 takes any free port
  --forward       passes each request on to your receiver, and answers as that does`;

const misuse = misuseOf(webhookUsage);

/** Runs `tillkit webhook`. Returns the exit status, or the server that listens. */
export async function runWebhookCommand(
  args: readonly string[],
  { print, complain }: Pick<CommandTerminal, 'print' | 'complain'>,
): Promise<number | { url: string; close: () => Promise<void> }> {
  try {
    const asked = readArguments(args);
    if (asked.command === 'send') {
      const { url, secret, type, isThorough } = asked;
      const types = (await sampleEvents(0)).map((event) => event.type);
      if (type !== undefined && !types.some((known) => known === type))
        throw misuse(`There is no event "${type}". There are: ${types.join(', ')}.`);
      print(`To ${url}, signed with ${shownSecret(secret)}`);
      return (await sendSamples({ url, secret, type, isThorough, print })) === 0 ? 0 : 1;
    }
    const { port, host, secret, forward } = asked;
    const server = await listenForEvents({ port, host, secret, forward, print }).catch((error: unknown) => {
      throw new Error(listenProblem('The receiver', error, port, host), { cause: error });
    });
    print(`Send events to ${server.url}, signed with ${shownSecret(secret)}`);
    return server;
  } catch (error) {
    complain((error as Error).message);
    return 2;
  }
}

function readArguments(args: readonly string[]) {
  const options = {
    event: textOption,
    secret: textOption,
    all: flagOption,
    'allow-remote': flagOption,
    port: textOption,
    host: textOption,
    forward: textOption,
  };
  const { values, positionals } = parseCommandLine({ args, allowPositionals: true, options }, misuse);
  const [command, url, ...rest] = positionals;
  const { secret = publicSecret, event, all, forward, host, port = `${defaultPort}` } = values;
  const stray = command === 'send' ? rest : [url, ...rest].filter((word) => word !== undefined);
  if (command !== 'send' && command !== 'listen') throw misuse('The command must be send or listen.');
  if (stray.length > 0) throw misuse(`"${stray.join(' ')}" is not understood.`);
  if (command === 'listen') {
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      throw misuse('--port must be a whole number from 0 to 65535.');
    if (forward !== undefined && !/^https?:\/\//.test(forward))
      throw misuse('--forward must start with http:// or https://.');
    assertWebhooks([{ url: 'http://localhost', secrets: [secret] }]);
    return { command, port: Number(port), host, secret, forward } as const;
  }
  if (url === undefined) throw misuse('The address of your receiver is missing.');
  assertWebhooks([{ url, secrets: [secret] }]);
  if (!values['allow-remote'] && !isLoopbackHost(new URL(url).hostname))
    throw misuse(
      `${new URL(url).host} is another machine, which may take these events for real sales. If it is yours to try: --allow-remote.`,
    );
  return { command, url, secret, type: event, isThorough: all === true } as const;
}
