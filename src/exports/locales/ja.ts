export { ja } from '../../locales/ja.ts';

export type { Labels } from '../../locales/labels.ts';
