export { ptBR } from '../../locales/pt-BR.ts';

export type { Labels } from '../../locales/labels.ts';
