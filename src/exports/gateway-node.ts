export { createFileStore, type FileStore } from '../gateway/node/createFileStore.ts';
export { toNodeListener } from '../gateway/node/toNodeListener.ts';
