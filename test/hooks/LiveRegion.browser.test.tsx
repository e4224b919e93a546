import { render } from '@testing-library/react';
import { systemClock } from 'tillkit/core';
import { LiveRegion } from '../../src/hooks/LiveRegion.tsx';
import { expect, test } from 'vitest';

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
