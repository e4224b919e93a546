import { screen, within } from '@testing-library/react';

const places = {
  screen: /^Look at the screen of/,
  receipt: /^Look at the printed/,
  'back office': /back office/,
  elsewhere: /^Look somewhere else/,
};

/** The answers at a place where one may have seen what became of an operation. */
export const answersAt = (place: keyof typeof places) =>
  within(screen.getByRole('group', { name: places[place] }));

/** An answer at a place. It counts once it has stood for a moment. */
export const answer = (place: keyof typeof places, name: string) =>
  answersAt(place).getByRole('button', { name });
