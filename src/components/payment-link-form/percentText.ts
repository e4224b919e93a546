import { percentOf } from '../../core/links/linkTotals.ts';

/** A percentage in a locale: 8.875 is "8.875%". One that nothing can be made of stands as it came. */
export function percentText(percent: number | string, locale: string): string {
  if (percentOf(0, percent) === undefined) return String(percent);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 6,
  }).format(Number(percent));
}
