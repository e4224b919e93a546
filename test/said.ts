import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** The live region speaks a moment after the change it is about. */
export const said = (words: string | RegExp) =>
  waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(words));
