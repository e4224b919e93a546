import { ar } from 'tillkit/locales/ar';
import { de } from 'tillkit/locales/de';
import { en } from 'tillkit/locales/en';
import { es } from 'tillkit/locales/es';
import { fr } from 'tillkit/locales/fr';
import { ja } from 'tillkit/locales/ja';
import { ptBR } from 'tillkit/locales/pt-BR';

export const catalogues = { en, es, ar, fr, de, 'pt-BR': ptBR, ja };
export type Language = keyof typeof catalogues;

export const languages = Object.keys(catalogues) as Language[];
export const translations = languages.filter((language) => language !== 'en');

export const locales: Record<Language, string> = {
  en: 'en-US',
  es: 'es-ES',
  ar: 'ar-EG',
  fr: 'fr-FR',
  de: 'de-DE',
  'pt-BR': 'pt-BR',
  ja: 'ja-JP',
};

/** The words a language has for what must not be said. */
interface Words {
  /** Of an outcome that is not known: that it failed, was refused, or should be tried again. */
  outcome: RegExp;
  declined: RegExp;
  /** That something did not get to the terminal. */
  notReached: RegExp;
  /** What has to be said: that to stop waiting cancels nothing. */
  cancelsNothing: RegExp;
  /** What a service calls it, where a shop has a plainer word. */
  jargon: RegExp;
  /** One sentence for each of the first three, as a careless translator would put it. */
  careless: readonly [outcome: string, declined: string, notReached: string];
}

export const wordsOf: Record<Language, Words> = {
  en: {
    outcome: /fail|declin|refused|try again/i,
    declined: /declin/i,
    notReached: /not reach (?!the service)/i,
    cancelsNothing: /does not cancel/,
    jargon: /batch|settle|captur|operation|transaction|request/i,
    careless: [
      'The payment failed, please try again.',
      'The card was declined.',
      'It did not reach the terminal.',
    ],
  },
  es: {
    outcome: /fall[aóo]|fracas|rechaz|deneg|declin|int[eé]ntelo|reint/i,
    declined: /rechaz|deneg|declin/i,
    notReached: /no lleg[óo] al? (?!servicio)/i,
    cancelsNothing: /no cancela/,
    jargon: /\blote\b|liquid|captur|operaci[oó]n|transacci|solicitud/i,
    careless: ['El pago falló: inténtelo de nuevo.', 'La tarjeta fue rechazada.', 'No llegó al terminal.'],
  },
  ar: {
    outcome: /فشل|رفض|رُفض|مرفوض|حاول/,
    declined: /رفض|رُفض|مرفوض/,
    notReached: /(لم|لا) (يصل|تصل) إلى (?!الخدمة)/,
    cancelsNothing: /لا يلغي/,
    jargon: /دفعة العمليات|الدفعة|تسوية|معاملة/,
    careless: ['فشل الدفع.', 'رُفضت البطاقة.', 'لم يصل إلى الجهاز.'],
  },
  fr: {
    outcome: /échou|échec|refus|rejet|réessa|renvoyez/i,
    declined: /refus|rejet|déclin/i,
    notReached: /(parven|atteint|arriv)\S* (à|au|le|sur) (?!service)/i,
    cancelsNothing: /n’annule pas/,
    jargon: /\blot\b|r[eè]glement|captur|op[eé]ration|transaction/i,
    careless: [
      'Le paiement a échoué, réessayez.',
      'La carte a été refusée.',
      'La demande n’est pas parvenue au terminal.',
    ],
  },
  de: {
    outcome: /fehlgeschl|scheiter|misslung|ablehn|abgelehnt|verweiger|erneut versuch|versuchen sie/i,
    declined: /ablehn|abgelehnt|verweiger/i,
    notReached: /terminal nicht erreicht|nicht am Terminal an/i,
    cancelsNothing: /bricht die Zahlung nicht ab/,
    jargon: /batch|abrechn|abgerechn|vorg[aä]ng(e|en|s)?\b|transaktion|anfrage/i,
    careless: [
      'Die Zahlung ist fehlgeschlagen.',
      'Die Karte wurde abgelehnt.',
      'Die Anfrage hat das Terminal nicht erreicht.',
    ],
  },
  'pt-BR': {
    outcome: /falh|recus|rejeit|neg(ad|ou)|tent(e|ar) (de novo|novamente|outra vez)/i,
    declined: /recus|rejeit|neg(ad|ou)|declin/i,
    notReached: /não chegou (ao|a) (?!serviço)/i,
    cancelsNothing: /não cancela/,
    jargon: /\blote\b|liquid|captur|opera[cç]|transa[cç]|solicitaç/i,
    careless: [
      'O pagamento falhou: tente novamente.',
      'O cartão foi recusado.',
      'O pedido não chegou ao terminal.',
    ],
  },
  ja: {
    outcome: /失敗|拒否|拒絶|却下|否認|再試行|やり直/,
    declined: /拒否|拒絶|却下|否認/,
    notReached: /端末[^。]*届/,
    cancelsNothing: /取り消されません/,
    jargon: /バッチ|精算|取引|リクエスト/,
    careless: ['支払いに失敗しました。', 'カードは拒否されました。', '端末に届きませんでした。'],
  },
};
