import type { Labels } from 'tillkit/locales/en';
import { ar } from './words/ar.ts';
import { de } from './words/de.ts';
import { en, type Words } from './words/en.ts';
import { es } from './words/es.ts';
import { fr } from './words/fr.ts';
import { ja } from './words/ja.ts';
import { ptBR } from './words/pt-BR.ts';

export interface Language {
  title: string;
  locale: string;
  words: Words;
  /** The kit's labels; English is built in. */
  loadLabels?: () => Promise<Labels>;
}

/** A language is loaded when a person chooses it. */
export const languages = {
  en: { title: 'English', locale: 'en-US', words: en },
  de: {
    title: 'Deutsch',
    locale: 'de-DE',
    words: de,
    loadLabels: async () => (await import('tillkit/locales/de')).de,
  },
  es: {
    title: 'Español',
    locale: 'es-ES',
    words: es,
    loadLabels: async () => (await import('tillkit/locales/es')).es,
  },
  fr: {
    title: 'Français',
    locale: 'fr-FR',
    words: fr,
    loadLabels: async () => (await import('tillkit/locales/fr')).fr,
  },
  'pt-BR': {
    title: 'Português (Brasil)',
    locale: 'pt-BR',
    words: ptBR,
    loadLabels: async () => (await import('tillkit/locales/pt-BR')).ptBR,
  },
  ja: {
    title: '日本語',
    locale: 'ja-JP',
    words: ja,
    loadLabels: async () => (await import('tillkit/locales/ja')).ja,
  },
  ar: {
    title: 'العربية',
    locale: 'ar-EG',
    words: ar,
    loadLabels: async () => (await import('tillkit/locales/ar')).ar,
  },
} satisfies Record<string, Language>;

export type LanguageTag = keyof typeof languages;
export const languageTags = Object.keys(languages) as LanguageTag[];
