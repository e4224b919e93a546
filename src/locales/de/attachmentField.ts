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
  checking: 'Wird geprüft',
  waiting: 'Wartet',
  uploading: 'Wird hochgeladen',
  done: 'Hochgeladen',
  failed: 'Nicht hochgeladen',
  refused: 'Nicht hinzugefügt',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'Dem Dienst ist sie zu groß.',
  'wrong-type': 'Der Dienst nimmt diesen Dateityp nicht an.',
  unanswered: 'Der Dienst hat nicht geantwortet.',
  other: 'Der Dienst konnte sie nicht annehmen.',
};

const files = (count: Count) => plural(count, { one: `${count.text} Datei`, other: `${count.text} Dateien` });

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'Ein Ordner kann nicht angehängt werden. Fügen Sie die Dateien darin hinzu.',
  empty: () => 'Die Datei ist leer.',
  'wrong-type': ({ types }) => `Möglich sind: ${types}.`,
  'too-large': ({ maxSize }) => `Größer als ${maxSize}.`,
  'too-many': ({ maxFiles }) => `Höchstens ${files(maxFiles)} können angehängt werden.`,
  'total-too-large': ({ maxTotalSize }) => `Alle Dateien zusammen wären größer als ${maxTotalSize}.`,
  unreadable: () => 'Sie wurde geändert oder ist nicht lesbar. Wählen Sie sie neu aus.',
  'wrong-content': () => 'Der Inhalt passt nicht zum Dateityp.',
  duplicate: () => 'Ist schon angehängt.',
};

/** Not yet reviewed by a native speaker. */
export const attachmentField: AttachmentFieldLabels = {
  label: 'Anhänge',
  addFiles: 'Dateien hinzufügen',
  dropHint: 'oder hierher ziehen oder hier einfügen',
  dropNow: 'Zum Hinzufügen loslassen',
  limits: ({ maxFiles, maxSize, maxTotalSize }) =>
    `Bis zu ${files(maxFiles)} mit je höchstens ${maxSize}${maxTotalSize === undefined ? '' : `, zusammen ${maxTotalSize}`}.`,
  list: 'Hinzugefügte Dateien',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => `Hochladen von ${file}`,
  retry: 'Erneut versuchen',
  retryFile: (file) => `${file} erneut hochladen`,
  removeFile: (file) => `${file} entfernen`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) =>
    plural(count, {
      one: `${count.text} Datei wird hochgeladen.`,
      other: `${count.text} Dateien werden hochgeladen.`,
    }),
  step: (percent) => `${percent} hochgeladen.`,
  ended: ({ done, failed }) =>
    failed.value === 0
      ? `${files(done)} hochgeladen.`
      : `${files(done)} hochgeladen, ${failed.text} nicht hochgeladen.`,
  refused: (count) => `${files(count)} nicht hinzugefügt.`,
};
