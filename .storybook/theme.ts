import { create } from 'storybook/theming/create';

export const isDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;

const accent = isDark ? '#9db2ff' : '#3451c6';
const ink = isDark ? '#eef0f3' : '#16191d';

/** A terminal that approves, and the name beside it, as the address of an image. */
const mark = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="112" height="28" viewBox="0 0 112 28"><rect width="28" height="28" rx="7" fill="#3451c6"/><g fill="none" stroke="#fff" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><rect x="8" y="5.5" width="12" height="17" rx="2.5"/><path d="m11 13.5 2.25 2.25L17.25 11.5"/></g><text x="38" y="20" fill="${ink}" font-family="system-ui, sans-serif" font-size="18" font-weight="700">tillkit</text></svg>`,
)}`;

/** The look of Storybook itself and of its pages, light or dark as the system is. */
export const theme = create({
  base: isDark ? 'dark' : 'light',
  brandTitle: 'tillkit',
  brandImage: mark,
  brandUrl: './?path=/docs/welcome--docs',
  brandTarget: '_self',
  fontBase: "system-ui, -apple-system, 'Segoe UI', Inter, 'DejaVu Sans', sans-serif",
  colorPrimary: accent,
  colorSecondary: accent,
  appBg: isDark ? '#0c0e11' : '#f4f5f7',
  appContentBg: isDark ? '#14171c' : '#ffffff',
  appPreviewBg: isDark ? '#0c0e11' : '#f4f5f7',
  appBorderRadius: 8,
  textColor: ink,
  barSelectedColor: accent,
});
