export { toNodeListener } from '../gateway/node/toNodeListener.ts';
