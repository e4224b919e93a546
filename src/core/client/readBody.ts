import { PaymentsError } from '../errors/PaymentsError.ts';

/** Reads a body as UTF-8 text, and gives up as soon as it is larger than `maxBytes`. */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) throw await tooLarge(response, maxBytes);
  if (!response.body) return '';

  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined);
      throw await tooLarge(response, maxBytes);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

async function tooLarge(response: Response, maxBytes: number): Promise<PaymentsError> {
  if (response.body && !response.body.locked) await response.body.cancel().catch(() => undefined);
  return new PaymentsError(
    'too-large',
    `The service's answer is larger than ${maxBytes / 1_000_000} MB and was not read.`,
    {
      status: response.status,
    },
  );
}
