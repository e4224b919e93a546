import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { en, type Labels } from 'tillkit/locales/en';
import { type Language, languages, type LanguageTag, languageTags } from './languages.ts';
import { createStored } from './stored.ts';

const preferred = languageTags.find((tag) => navigator.language.startsWith(tag)) ?? 'en';
const stored = createStored<LanguageTag>('harbour-coffee-language', languageTags, preferred);

/**
 * The chosen language, and the kit's labels for it. Until the labels are loaded, the previous language stays. If they
 * cannot be loaded, the previous language is chosen again.
 */
export function useLanguage() {
  const tag = useSyncExternalStore(stored.subscribe, stored.read);
  const [loaded, setLoaded] = useState<{ tag: LanguageTag; labels: Labels } | undefined>(() =>
    tag === 'en' ? { tag, labels: en } : undefined,
  );
  const shown = loaded?.tag ?? tag;
  const language: Language = languages[shown];

  useLayoutEffect(() => {
    document.documentElement.lang = shown;
    document.documentElement.dir = shown === 'ar' ? 'rtl' : 'ltr';
  }, [shown]);

  useEffect(() => {
    if (loaded?.tag === tag) return undefined;
    let isCurrent = true;
    const { loadLabels = async () => en }: Language = languages[tag];
    void loadLabels().then(
      (labels) => isCurrent && setLoaded({ tag, labels }),
      () => isCurrent && stored.write(loaded?.tag ?? 'en'),
    );
    return () => {
      isCurrent = false;
    };
  }, [tag, loaded]);

  return { tag, language, labels: loaded?.labels, choose: stored.write };
}
