import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { en, type Labels } from 'tillkit/locales/en';
import { type Language, languages, type LanguageTag, languageTags } from './languages.ts';
import { createStored } from './stored.ts';

const preferred = languageTags.find((tag) => navigator.language.startsWith(tag)) ?? 'en';
const stored = createStored<LanguageTag>('harbour-coffee-language', languageTags, preferred);

/** The chosen language, and the kit's labels for it. Until they are loaded, the previous language stays. */
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
    let isCurrent = true;
    const { loadLabels = async () => en }: Language = languages[tag];
    void loadLabels().then((labels) => isCurrent && setLoaded({ tag, labels }));
    return () => {
      isCurrent = false;
    };
  }, [tag]);

  return { tag, language, labels: loaded?.labels, choose: stored.write };
}
