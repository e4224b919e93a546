import { ar } from 'tillkit/locales/ar';
import { de } from 'tillkit/locales/de';
import { en, type Labels } from 'tillkit/locales/en';
import { es } from 'tillkit/locales/es';
import { fr } from 'tillkit/locales/fr';
import { ja } from 'tillkit/locales/ja';
import { ptBR } from 'tillkit/locales/pt-BR';
import { pseudo } from './foundations/pseudoLocale.ts';

export interface Language {
  labels: Labels;
  /** The locale of numbers and dates. */
  locale: string;
  /** BCP 47 tag. */
  lang: string;
  direction: 'ltr' | 'rtl';
}

/** The choices of the toolbar: each a catalogue, its number format and its direction. */
export const languages = {
  en: { labels: en, locale: 'en-US', lang: 'en', direction: 'ltr' },
  es: { labels: es, locale: 'es-ES', lang: 'es', direction: 'ltr' },
  fr: { labels: fr, locale: 'fr-FR', lang: 'fr', direction: 'ltr' },
  de: { labels: de, locale: 'de-DE', lang: 'de', direction: 'ltr' },
  'pt-BR': { labels: ptBR, locale: 'pt-BR', lang: 'pt-BR', direction: 'ltr' },
  ja: { labels: ja, locale: 'ja-JP', lang: 'ja', direction: 'ltr' },
  ar: { labels: ar, locale: 'ar-EG', lang: 'ar', direction: 'rtl' },
  pseudo: { labels: pseudo, locale: 'en-US', lang: 'en-x-pseudo', direction: 'ltr' },
} satisfies Record<string, Language>;

/** The language that is chosen in the toolbar. */
export function languageOf(globals: Record<string, unknown>): Language {
  return languages[globals['locale'] as keyof typeof languages] ?? languages.en;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Finds a sentence of a catalogue with any value in place of each `…`. In the pseudo-locale, padding depends on the
 * value's length.
 */
export const like = (text: string) => new RegExp(text.split('…').map(escaped).join('.*').replace(/·+/, '·*'));
