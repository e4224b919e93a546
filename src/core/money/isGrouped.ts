import type { NumberSymbols } from './numberSymbols.ts';

type GroupSizes = Pick<NumberSymbols, 'primaryGroup' | 'secondaryGroup'>;

/** Whether digits grouped by "," have groups of the right sizes; digits without a group have. "0,123" is no grouping. */
export function isGrouped(digits: string, { primaryGroup, secondaryGroup }: GroupSizes): boolean {
  const groups = digits.split(',');
  const [first = ''] = groups;
  const last = groups.at(-1) ?? '';
  if (groups.length === 1) return true;
  if (first === '' || first.startsWith('0') || first.length > secondaryGroup) return false;
  return (
    last.length === primaryGroup && groups.slice(1, -1).every((group) => group.length === secondaryGroup)
  );
}
