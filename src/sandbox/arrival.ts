import type { UploadedFile } from './attachments.ts';
import { refused, type Reply } from './replies.ts';

/** A request whose body is read. */
export interface Arrival {
  method: string;
  url: URL;
  headers: Headers;
  /** The parsed JSON, if there was any. */
  body: unknown;
  files: readonly UploadedFile[];
  /** Why the body could not be read. */
  unreadable?: Reply | undefined;
}

export async function readArrival(request: Request): Promise<Arrival> {
  const { method, headers } = request;
  const arrival: Arrival = { method, headers, url: new URL(request.url), body: undefined, files: [] };
  if (method !== 'POST') return arrival;
  const contentType = headers.get('content-type') ?? '';
  if (contentType.startsWith('multipart/form-data')) return readForm(request, arrival);

  const text = await request.text();
  if (text !== '' && !/^application\/json\b/i.test(contentType)) {
    return { ...arrival, unreadable: refused(415, 'The content type must be application/json.') };
  }
  return readJson(text, arrival);
}

function readJson(text: string, arrival: Arrival): Arrival {
  if (text === '') return arrival;
  try {
    const body: unknown = JSON.parse(text);
    return { ...arrival, body };
  } catch {
    return { ...arrival, unreadable: refused(400, 'The body is not JSON.') };
  }
}

async function readForm(request: Request, arrival: Arrival): Promise<Arrival> {
  try {
    const form = await request.formData();
    const files = [...form.entries()].map(([part, value]) =>
      typeof value === 'string'
        ? { part, name: '', size: value.length, type: 'text/plain' }
        : { part, name: value.name, size: value.size, type: value.type },
    );
    return { ...arrival, files };
  } catch (error) {
    request.signal.throwIfAborted();
    return { ...arrival, unreadable: refused(400, `The form could not be read: ${String(error)}`) };
  }
}
