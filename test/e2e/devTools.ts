import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  sessionId?: string;
  result?: unknown;
  error?: { message: string };
}

interface Question {
  sessionId: string | undefined;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** The DevTools protocol of a Chromium, nothing added. */
export interface DevTools {
  send: (method: string, params?: object, sessionId?: string) => Promise<unknown>;
}

/** Speaks with a Chromium that was started with --remote-debugging-pipe, which is on its descriptors 3 and 4. */
export function createDevTools(child: ChildProcess): DevTools {
  const questions = new Map<number, Question>();
  const input = child.stdio[3] as Writable;
  const output = child.stdio[4] as Readable;
  let lastId = 0;
  let unread = '';

  const refuse = (reason: string, isMeant: (question: Question) => boolean) => {
    for (const [id, question] of questions) {
      if (!isMeant(question)) continue;
      questions.delete(id);
      question.reject(new Error(reason));
    }
  };

  const hear = ({ id, method, sessionId, result, error }: Message) => {
    if (method === 'Inspector.targetCrashed') {
      refuse('The page crashed.', (question) => question.sessionId === sessionId);
    }
    const question = id === undefined ? undefined : questions.get(id);
    if (id === undefined || !question) return;
    questions.delete(id);
    if (error) question.reject(new Error(error.message));
    else question.resolve(result);
  };

  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (unread + text).split('\0');
    unread = messages.pop() ?? '';
    for (const message of messages) hear(JSON.parse(message) as Message);
  });
  input.on('error', () => undefined); // a Chromium that was killed; its exit is told below
  child.once('exit', () => refuse('Chromium ended.', () => true));

  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        questions.set(lastId, { sessionId, resolve, reject });
        input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      }),
  };
}
