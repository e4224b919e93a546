export { ptBR } from '../../words/pt-BR.ts';

export type { Labels } from '../../words/words.ts';
