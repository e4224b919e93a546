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
  checking: 'Vérification',
  waiting: 'En attente',
  uploading: 'Envoi en cours',
  done: 'Envoyé',
  failed: 'Non envoyé',
  refused: 'Non ajouté',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'Le service le trouve trop volumineux.',
  'wrong-type': 'Le service n’admet pas ce type de fichier.',
  unanswered: 'Le service n’a pas répondu.',
  other: 'Le service n’a pas pu le recevoir.',
};

const files = (count: Count) =>
  plural(count, { one: `${count.text} fichier`, other: `${count.text} fichiers` });

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'Un dossier ne peut pas être joint. Ajoutez les fichiers qu’il contient.',
  empty: () => 'Le fichier est vide.',
  'wrong-type': ({ types }) => `Types admis\u00a0: ${types}.`,
  'too-large': ({ maxSize }) => `Dépasse ${maxSize}.`,
  'too-many': ({ maxFiles }) => `On peut joindre au plus ${files(maxFiles)}.`,
  'total-too-large': ({ maxTotalSize }) => `Ensemble, les fichiers dépasseraient ${maxTotalSize}.`,
  unreadable: () => 'Il a changé ou ne peut pas être lu. Choisissez-le à nouveau.',
  'wrong-content': () => 'Son contenu ne correspond pas à son type de fichier.',
  duplicate: () => 'Il est déjà joint.',
};

/** Not yet reviewed by a native speaker. */
export const attachmentField: AttachmentFieldLabels = {
  label: 'Pièces jointes',
  addFiles: 'Ajouter des fichiers',
  dropHint: 'ou déposez-les ou collez-les ici',
  dropNow: 'Déposez pour ajouter',
  limits: ({ maxFiles, maxSize, maxTotalSize }) =>
    `Jusqu’à ${files(maxFiles)} de ${maxSize} au plus chacun${maxTotalSize === undefined ? '' : `, ${maxTotalSize} au total`}.`,
  list: 'Fichiers ajoutés',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => `Envoi de ${file}`,
  retry: 'Réessayer',
  retryFile: (file) => `Réessayer ${file}`,
  removeFile: (file) => `Retirer ${file}`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) => `Envoi de ${files(count)}.`,
  step: (percent) => `${percent} envoyés.`,
  ended: ({ done, failed }) => {
    const sent = plural(done, {
      one: `${done.text} fichier envoyé`,
      other: `${done.text} fichiers envoyés`,
    });
    return failed.value === 0
      ? `${sent}.`
      : plural(failed, {
          one: `${sent}, ${failed.text} non envoyé.`,
          other: `${sent}, ${failed.text} non envoyés.`,
        });
  },
  refused: (count) =>
    plural(count, { one: `${count.text} fichier non ajouté.`, other: `${count.text} fichiers non ajoutés.` }),
};
