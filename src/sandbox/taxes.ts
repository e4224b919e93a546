/** A tax that is set up for the merchant's payment links. */
export interface SandboxTax {
  id: string;
  name: string;
  percent: number;
}

export const taxes: readonly SandboxTax[] = [
  { id: 'tax-standard', name: 'Standard rate', percent: 20 },
  { id: 'tax-reduced', name: 'Reduced rate', percent: 5 },
];

/** What the taxes with these ids come to (cents), each rounded by itself. */
export function taxesOn(amount: number, ids: readonly unknown[]): number {
  return taxes
    .filter(({ id }) => ids.includes(id))
    .reduce((sum, { percent }) => sum + Math.round((amount * percent) / 100), 0);
}
