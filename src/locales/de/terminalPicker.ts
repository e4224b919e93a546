import type { TerminalPickerLabels } from '../../components/terminal-picker/terminalPickerLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const terminalPicker: TerminalPickerLabels = {
  label: 'Terminal',
  placeholder: 'Terminal wählen',
  toggle: 'Terminals anzeigen',
  loading: 'Terminals werden geladen …',
  empty: 'Noch keine Terminals',
  emptyHint: 'Bitten Sie Ihren Zahlungsanbieter, eines freizuschalten. Es erscheint dann hier von selbst.',
  loadError: 'Die Terminals konnten nicht geladen werden.',
  retry: 'Neu laden',
  noMatch: ({ query }) => `Kein Terminal passt zu „${query}“`,
  resultCount: ({ count }) =>
    plural(count, { one: `${count.text} Terminal`, other: `${count.text} Terminals` }),
  moreResults: ({ shown, count }) =>
    `${shown.text} von ${count.text} werden gezeigt. Tippen Sie, um andere zu finden.`,
  loadingMore: 'Weitere werden geladen …',
  searching: ({ searched, pages }) => `Wird gesucht … ${searched.text} von ${pages.text} Seiten`,
  searchPaused: ({ searched, pages }) =>
    `${searched.text} von ${pages.text} Seiten durchsucht. Der Dienst hat um eine Pause gebeten.`,
  searchFailed: ({ searched, pages }) =>
    `${searched.text} von ${pages.text} Seiten durchsucht. Die anderen konnten nicht geladen werden.`,
  searchOn: 'Den Rest durchsuchen',
  refreshing: 'Wird aktualisiert …',
  refreshError: 'Die Liste konnte nicht aktualisiert werden und ist vielleicht veraltet.',
  busy: 'Beschäftigt',
  unresolved: 'Noch nicht bekannt',
  lastSeen: ({ at }) => `Zuletzt gesehen: ${at}`,
  unlisted: 'Dieses Terminal steht nicht mehr in Ihrer Liste. Prüfen Sie, ob es das richtige ist.',
  useAnyway: 'Trotzdem verwenden',
  required: 'Wählen Sie ein Terminal.',
};
