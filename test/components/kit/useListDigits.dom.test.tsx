import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useListDigits } from '../../../src/components/kit/useMoney.ts';
import { createHarness } from '../../harness.tsx';

test.each([
  ['en-US', undefined],
  ['ar-EG', 'arabic-indic'],
  ['fa-IR', 'persian'],
  ['bn-BD', 'bengali'],
  ['mr-IN', 'devanagari'],
  ['my-MM', 'myanmar'],
  ['th-TH-u-nu-thai', 'thai'],
  ['hi-IN-u-nu-gujr', 'gujarati'],
  ['pa-IN-u-nu-guru', 'gurmukhi'],
  ['km-KH-u-nu-khmr', 'khmer'],
  ['lo-LA-u-nu-laoo', 'lao'],
  ['ta-IN-u-nu-tamldec', 'tamil'],
  ['te-IN-u-nu-telu', 'telugu'],
])('the steps of a list have the digits of the sums beside them: %s', (locale, listStyleType) => {
  const { wrapper } = createHarness({ provider: { locale } });
  const { result } = renderHook(() => useListDigits(), { wrapper });
  expect(result.current).toEqual(listStyleType === undefined ? undefined : { listStyleType });
});
