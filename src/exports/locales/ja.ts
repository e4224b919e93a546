export { ja } from '../../words/ja.ts';

export type { Labels } from '../../words/words.ts';
