import type { TerminalPickerLabels } from '../../components/terminal-picker/terminalPickerLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const terminalPicker: TerminalPickerLabels = {
  label: 'Terminal',
  placeholder: 'Choisissez un terminal',
  toggle: 'Afficher les terminaux',
  loading: 'Chargement des terminaux…',
  empty: 'Pas encore de terminaux',
  emptyHint: 'Demandez à votre prestataire de paiement d’en activer un. Il apparaîtra ici de lui-même.',
  loadError: 'Les terminaux n’ont pas pu être chargés.',
  retry: 'Recharger',
  noMatch: ({ query }) => `Aucun terminal ne correspond à «\u00a0${query}\u00a0»`,
  resultCount: ({ count }) =>
    plural(count, { one: `${count.text} terminal`, other: `${count.text} terminaux` }),
  moreResults: ({ shown, count }) =>
    `${shown.text} affichés sur ${count.text}. Tapez pour en trouver d’autres.`,
  loadingMore: 'Chargement de la suite…',
  searching: ({ searched, pages }) => `Recherche… ${searched.text} pages sur ${pages.text}`,
  searchPaused: ({ searched, pages }) =>
    `Recherche faite sur ${searched.text} des ${pages.text} pages. Le service a demandé une pause.`,
  searchFailed: ({ searched, pages }) =>
    `Recherche faite sur ${searched.text} des ${pages.text} pages. Les autres n’ont pas pu être chargées.`,
  searchOn: 'Chercher dans le reste',
  refreshing: 'Actualisation…',
  refreshError: 'La liste n’a pas pu être actualisée et peut être périmée.',
  busy: 'Occupé',
  unresolved: 'Pas encore connu',
  lastSeen: ({ at }) => `Vu pour la dernière fois\u00a0: ${at}`,
  unlisted: 'Ce terminal n’est plus dans votre liste. Vérifiez que c’est le bon.',
  useAnyway: 'L’utiliser quand même',
  required: 'Choisissez un terminal.',
};
