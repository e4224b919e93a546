import type { TerminalPickerLabels } from '../../components/terminal-picker/terminalPickerLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const terminalPicker: TerminalPickerLabels = {
  label: 'Terminal',
  placeholder: 'Elija un terminal',
  toggle: 'Mostrar terminales',
  loading: 'Cargando terminales…',
  empty: 'Aún no hay terminales',
  emptyHint: 'Pida a su proveedor de pagos que active uno. Aparecerá aquí por sí solo.',
  loadError: 'No se pudieron cargar los terminales.',
  retry: 'Volver a cargar',
  noMatch: ({ query }) => `Ningún terminal coincide con «${query}»`,
  resultCount: ({ count }) =>
    plural(count, { one: `${count.text} terminal`, other: `${count.text} terminales` }),
  moreResults: ({ shown, count }) =>
    `Se muestran ${shown.text} de ${count.text}. Escriba para encontrar otros.`,
  loadingMore: 'Cargando más…',
  searching: ({ searched, pages }) => `Buscando… ${searched.text} de ${pages.text} páginas`,
  searchPaused: ({ searched, pages }) =>
    `Se buscó en ${searched.text} de ${pages.text} páginas. El servicio pidió una pausa.`,
  searchFailed: ({ searched, pages }) =>
    `Se buscó en ${searched.text} de ${pages.text} páginas. No se pudieron cargar las demás.`,
  searchOn: 'Buscar en el resto',
  refreshing: 'Actualizando…',
  refreshError: 'No se pudo actualizar la lista y puede estar desfasada.',
  lastSeen: ({ at }) => `Última conexión: ${at}`,
  useAnyway: 'Usarlo de todos modos',
  required: 'Elija un terminal.',
  busy: 'Ocupado',
  unresolved: 'Aún no se sabe',
  unlisted: 'Este terminal ya no está en su lista. Compruebe que sea el correcto.',
};
