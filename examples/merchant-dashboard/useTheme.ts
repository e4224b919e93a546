import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createStored } from './stored.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const stored = createStored<Theme>('harbour-coffee-theme', themes, 'system');

/** The chosen theme. It is set on <html>, where the kit's tokens look for it. */
export function useTheme() {
  const theme = useSyncExternalStore(stored.subscribe, stored.read);

  useLayoutEffect(() => {
    const systemDark = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const system = systemDark.matches ? 'dark' : 'light';
      document.documentElement.dataset.theme = theme === 'system' ? system : theme;
    };
    apply();
    systemDark.addEventListener('change', apply);
    return () => systemDark.removeEventListener('change', apply);
  }, [theme]);

  return { theme, choose: stored.write };
}
