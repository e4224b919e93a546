import { render, screen } from '@testing-library/react';
import { page } from 'vitest/browser';
import { test } from 'vitest';
import 'tillkit/styles.css';
import '../../examples/custom-parts/board.css';
import { LinkBoard } from '../../examples/custom-parts/LinkBoard.tsx';
import { createHarness } from '../harness.tsx';
test.each([[1000],[320]])('%s', async (w) => {
  await page.viewport(w, 700);
  const { wrapper } = createHarness({ latencyMs: 0 });
  const v = render(<LinkBoard />, { wrapper });
  await screen.findByText('PL-1002');
  await page.screenshot({ path: `../../node_modules/.cache/h5_board_${w}.png` });
  v.unmount();
});
