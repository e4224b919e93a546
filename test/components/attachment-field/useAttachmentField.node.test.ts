import { PaymentsError, type PaymentsErrorCode, type UploadFile } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { attachmentField } from '../../../src/words/en.ts';
import {
  attachmentReason,
  canRetry,
  formatBytes,
  limitWords,
} from '../../../src/components/attachment-field/useAttachmentField.ts';
import { withDefaultFileLimits } from '../../../src/core/uploads/files.ts';

const words = limitWords(withDefaultFileLimits(), 'en-US');
const failed = (error?: PaymentsError, more: Partial<UploadFile> = {}): UploadFile => ({
  id: '1',
  name: 'menu.pdf',
  size: 5,
  status: 'failed',
  error,
  ...more,
});
const error = (code: PaymentsErrorCode, details: ConstructorParameters<typeof PaymentsError>[2] = {}) =>
  new PaymentsError(code, 'For developers.', details);
const reasonOf = (file: UploadFile) => attachmentReason(file, attachmentField, words);

describe('a size', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1001, '1.1 kB'],
    [99_900, '99.9 kB'],
    [99_901, '100 kB'],
    [100_001, '101 kB'],
    [2_500_000, '2.5 MB'],
    [10_000_000, '10 MB'],
    [10_000_001, '10.1 MB'],
    [1_000_000_000, '1 GB'],
    [5_000_000_000_000, '5,000 GB'],
  ])('of %i bytes is "%s"', (bytes, text) => {
    expect(formatBytes(bytes, 'en-US')).toBe(text);
  });

  test('is written in the locale', () => {
    expect(formatBytes(2_500_000, 'de-DE')).toBe('2,5 MB');
    expect(formatBytes(2_500_000, 'ar-EG')).toMatch(/^٢٫٥/);
  });

  test('that has one decimal is shown as it is, and one byte more shows as more', () => {
    for (let tenths = 10; tenths < 1000; tenths += 1) {
      expect(formatBytes(tenths * 100, 'en-US')).toBe(`${tenths / 10} kB`);
      expect(formatBytes(tenths * 100 + 1, 'en-US')).not.toBe(`${tenths / 10} kB`);
    }
  });
});

describe('the limits in words', () => {
  test('name the number, the size and the types', () => {
    expect(
      limitWords(
        withDefaultFileLimits({ maxFiles: 3, maxBytes: 2_000_000, accept: ['pdf', 'png'] }),
        'en-US',
      ),
    ).toEqual({
      maxFiles: { value: 3, text: '3' },
      maxSize: '2 MB',
      maxTotalSize: undefined,
      types: 'PDF, PNG',
    });
  });

  test('name a size of all together only where there is one', () => {
    expect(limitWords(withDefaultFileLimits({ maxTotalBytes: 5_000_000 }), 'en-US').maxTotalSize).toBe(
      '5 MB',
    );
    expect(attachmentField.limits(words)).toBe('Up to 10 files, 10 MB each.');
    expect(attachmentField.limits({ ...words, maxTotalSize: '5 MB' })).toBe(
      'Up to 10 files, 10 MB each, 5 MB together.',
    );
  });

  test('count one file in the singular, and write many as the locale does', () => {
    const limits = ({ maxFiles }: { maxFiles: number }) =>
      attachmentField.limits(limitWords(withDefaultFileLimits({ maxFiles }), 'en-US'));
    expect(limits({ maxFiles: 1 })).toMatch(/^Up to 1 file, /);
    expect(limits({ maxFiles: 1000 })).toMatch(/^Up to 1,000 files, /);
  });
});

describe('why a file is not among the attachments', () => {
  test.each<[string, UploadFile]>([
    ['It is too large for the service.', failed(error('http', { status: 413 }))],
    ['The service does not take this type of file.', failed(error('http', { status: 415 }))],
    ['The service did not answer.', failed(error('unanswered'))],
    ['The service could not take it.', failed(error('http', { status: 500 }))],
    ['The service could not take it.', failed(error('http', { status: 500, serviceMessage: '' }))],
    ['The disk is full.', failed(error('http', { status: 507, serviceMessage: 'The disk is full.' }))],
    ['It is too large for the service.', failed(error('http', { status: 413, serviceMessage: 'nginx' }))],
    ['The service did not answer.', failed(error('unanswered', { serviceMessage: 'Bad gateway' }))],
  ])('"%s"', (sentence, file) => {
    expect(reasonOf(file)).toBe(sentence);
  });

  test('our own reason comes before what the service said', () => {
    const file = failed(error('http', { serviceMessage: 'No.' }), { problem: 'unreadable' });
    expect(reasonOf(file)).toBe('It changed or cannot be read. Choose it again.');
  });

  test('there is none while nothing is wrong', () => {
    expect(reasonOf(failed(undefined, { status: 'uploading' }))).toBeUndefined();
  });

  test('one that was refused names the limit it is over', () => {
    const limits = limitWords(
      withDefaultFileLimits({ maxFiles: 1, maxBytes: 2_000, maxTotalBytes: 3_000 }),
      'en-US',
    );
    const sentences = (['too-many', 'too-large', 'total-too-large', 'wrong-type'] as const).map((problem) =>
      attachmentField.problem(problem, { ...limits, types: 'PDF' }),
    );
    expect(sentences).toEqual([
      'You can attach at most 1 file.',
      'It is larger than 2 kB.',
      'Together the files would be larger than 3 kB.',
      'Accepted types: PDF.',
    ]);
  });
});

test.each<[string, boolean, UploadFile]>([
  ['that got no answer', true, failed(error('unanswered'))],
  ['that the service could not store', true, failed(error('http', { status: 500 }))],
  ['without a known reason', true, failed()],
  ['that is too large for the service', false, failed(error('http', { status: 413 }))],
  ['of a type the service does not take', false, failed(error('http', { status: 415 }))],
  ['that changed since it was chosen', false, failed(error('upload'), { problem: 'unreadable' })],
  ['that was refused here', false, failed(undefined, { status: 'refused', problem: 'empty' })],
  ['that is there', false, failed(undefined, { status: 'done' })],
  ['that is on its way', false, failed(undefined, { status: 'uploading' })],
])('a file %s can be sent again: %s', (_, isOffered, file) => {
  expect(canRetry(file)).toBe(isOffered);
});
