const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in words: 240_000 is "240 kB". Steps of 1000, one decimal below a hundred; rounded up, so that what is over a limit shows it. */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const exact = bytes / 1000 ** step;
  const value = exact < 100 ? Math.ceil(exact * 10) / 10 : Math.ceil(exact);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(value);
}
