import { render } from '@testing-library/react';
import { LiveRegion } from '../../src/hooks/LiveRegion.tsx';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/time.ts';

test('adds nothing to scroll to on a page of full height', () => {
  render(
    <>
      <style>{'body { margin: 0 }'}</style>
      <div style={{ blockSize: '100vh' }} />
      <LiveRegion handle={null} clock={systemClock} />
    </>,
  );
  const { scrollHeight, clientHeight } = document.documentElement;
  expect(scrollHeight).toBe(clientHeight);
});
