import type {
  AttachmentFieldLabels,
  LimitWords,
  UploadFailure,
} from '../../components/attachment-field/attachmentFieldLabels.ts';
import type { FileProblem } from '../../core/uploads/files.ts';
import type { UploadFile } from '../../core/uploads/uploadQueue.ts';
import type { Count } from '../../hooks/useLabels.ts';
import { plural } from './plural.ts';

const statusWords: Record<UploadFile['status'], string> = {
  checking: 'Comprobando',
  waiting: 'En espera',
  uploading: 'Subiendo',
  done: 'Subido',
  failed: 'No subido',
  refused: 'No añadido',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'El servicio lo considera demasiado grande.',
  'wrong-type': 'El servicio no admite este tipo de archivo.',
  unanswered: 'El servicio no respondió.',
  other: 'El servicio no pudo recibirlo.',
};

const files = (count: Count) =>
  plural(count, { one: `${count.text} archivo`, other: `${count.text} archivos` });

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'No se puede adjuntar una carpeta. Añada los archivos que contiene.',
  empty: () => 'El archivo está vacío.',
  'wrong-type': ({ types }) => `Tipos admitidos: ${types}.`,
  'too-large': ({ maxSize }) => `Supera ${maxSize}.`,
  'too-many': ({ maxFiles }) => `Se puede adjuntar un máximo de ${files(maxFiles)}.`,
  'total-too-large': ({ maxTotalSize }) => `En conjunto, los archivos superarían ${maxTotalSize}.`,
  unreadable: () => 'Ha cambiado o no se puede leer. Elíjalo de nuevo.',
  'wrong-content': () => 'Su contenido no corresponde a su tipo de archivo.',
  duplicate: () => 'Ya está adjunto.',
};

/** Not yet reviewed by a native speaker. */
export const attachmentField: AttachmentFieldLabels = {
  label: 'Archivos adjuntos',
  addFiles: 'Añadir archivos',
  dropHint: 'o arrástrelos o péguelos aquí',
  dropNow: 'Suelte para añadir',
  limits: ({ maxFiles, maxSize, maxTotalSize }) =>
    `Hasta ${files(maxFiles)} de ${maxSize} como máximo cada uno${maxTotalSize === undefined ? '' : `, ${maxTotalSize} en total`}.`,
  list: 'Archivos añadidos',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => `Subida de ${file}`,
  retry: 'Reintentar',
  retryFile: (file) => `Reintentar ${file}`,
  removeFile: (file) => `Quitar ${file}`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) => `Subiendo ${files(count)}.`,
  step: (percent) => `${percent} subido.`,
  ended: ({ done, failed }) => {
    const uploaded = plural(done, {
      one: `${done.text} archivo subido`,
      other: `${done.text} archivos subidos`,
    });
    return failed.value === 0 ? `${uploaded}.` : `${uploaded}, ${failed.text} sin subir.`;
  },
  refused: (count) =>
    plural(count, { one: `${count.text} archivo no añadido.`, other: `${count.text} archivos no añadidos.` }),
};
