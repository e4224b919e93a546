import type { TerminalPickerLabels } from '../../components/terminal-picker/terminalPickerLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const terminalPicker: TerminalPickerLabels = {
  label: 'Terminal',
  placeholder: 'Escolha um terminal',
  toggle: 'Mostrar terminais',
  loading: 'Carregando terminais…',
  empty: 'Ainda não há terminais',
  emptyHint: 'Peça ao seu provedor de pagamentos que ative um. Ele aparecerá aqui por si só.',
  loadError: 'Não foi possível carregar os terminais.',
  retry: 'Carregar de novo',
  noMatch: ({ query }) => `Nenhum terminal coincide com “${query}”`,
  resultCount: ({ count }) =>
    plural(count, { one: `${count.text} terminal`, other: `${count.text} terminais` }),
  moreResults: ({ shown, count }) =>
    `${shown.text} de ${count.text} mostrados. Digite para encontrar outros.`,
  loadingMore: 'Carregando mais…',
  searching: ({ searched, pages }) => `Buscando… ${searched.text} de ${pages.text} páginas`,
  searchPaused: ({ searched, pages }) =>
    `Busca feita em ${searched.text} de ${pages.text} páginas. O serviço pediu uma pausa.`,
  searchFailed: ({ searched, pages }) =>
    `Busca feita em ${searched.text} de ${pages.text} páginas. As outras não puderam ser carregadas.`,
  searchOn: 'Buscar no restante',
  refreshing: 'Atualizando…',
  refreshError: 'Não foi possível atualizar a lista, e ela pode estar desatualizada.',
  busy: 'Ocupado',
  unresolved: 'Ainda não se sabe',
  lastSeen: ({ at }) => `Visto pela última vez: ${at}`,
  unlisted: 'Este terminal não está mais na sua lista. Verifique se é o certo.',
  useAnyway: 'Usar mesmo assim',
  required: 'Escolha um terminal.',
};
