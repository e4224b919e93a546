import { useLayoutEffect, useSyncExternalStore } from 'react';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'harbour-coffee-theme';

/** The chosen theme, remembered from visit to visit. It is put on <html>, where the kit's tokens look for it. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, storedTheme, (): Theme => 'system');

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

  return { theme, choose };
}

function storedTheme(): Theme {
  return themes.find((name) => name === localStorage.getItem(storageKey)) ?? 'system';
}

function choose(theme: Theme) {
  localStorage.setItem(storageKey, theme);
  // Of its own, a browser tells the other tabs only.
  dispatchEvent(new StorageEvent('storage'));
}

function subscribe(listener: () => void) {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
