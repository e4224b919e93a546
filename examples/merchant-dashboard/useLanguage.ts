import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { en, type Labels } from 'tillkit/locales/en';
import { type Language, languages, type LanguageTag, languageTags } from './languages.ts';
import { createStored } from './stored.ts';

const preferred = languageTags.find((tag) => navigator.language.startsWith(tag)) ?? 'en';
const stored = createStored<LanguageTag>('harbour-coffee-language', languageTags, preferred);

/** The chosen language, and the kit's words for it once they are loaded. */
export function useLanguage() {
  const tag = useSyncExternalStore(stored.subscribe, stored.read);
  const language: Language = languages[tag];
  const [loaded, setLoaded] = useState<{ language: Language; labels: Labels }>();

  useLayoutEffect(() => {
    document.documentElement.lang = tag;
    document.documentElement.dir = tag === 'ar' ? 'rtl' : 'ltr';
  }, [tag]);

  useEffect(() => {
    let isCurrent = true;
    void language.loadLabels?.().then((labels) => isCurrent && setLoaded({ language, labels }));
    return () => {
      isCurrent = false;
    };
  }, [language]);

  const own = loaded?.language === language ? loaded.labels : undefined;
  const labels = language.loadLabels ? own : en;
  return { tag, language, labels, choose: stored.write };
}
