/** Fifty filled custom values. */
export const rows = Array.from({ length: 50 }, (_, index) => ({
  key: `key-${index + 1}`,
  label: `Custom value ${index + 1}`,
  value: 'x',
}));
