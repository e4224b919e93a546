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
  checking: 'Verificando',
  waiting: 'Aguardando',
  uploading: 'Enviando',
  done: 'Enviado',
  failed: 'Não enviado',
  refused: 'Não adicionado',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'O serviço o considera grande demais.',
  'wrong-type': 'O serviço não aceita este tipo de arquivo.',
  unanswered: 'O serviço não respondeu.',
  other: 'O serviço não conseguiu recebê-lo.',
};

const files = (count: Count) =>
  plural(count, { one: `${count.text} arquivo`, other: `${count.text} arquivos` });

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'Não é possível anexar uma pasta. Adicione os arquivos que estão nela.',
  empty: () => 'O arquivo está vazio.',
  'wrong-type': ({ types }) => `Tipos aceitos: ${types}.`,
  'too-large': ({ maxSize }) => `Passa de ${maxSize}.`,
  'too-many': ({ maxFiles }) => `É possível anexar no máximo ${files(maxFiles)}.`,
  'total-too-large': ({ maxTotalSize }) => `Juntos, os arquivos passariam de ${maxTotalSize}.`,
  unreadable: () => 'Ele mudou ou não pode ser lido. Escolha-o de novo.',
  'wrong-content': () => 'O conteúdo não corresponde ao tipo do arquivo.',
  duplicate: () => 'Já está anexado.',
};

/** Not yet reviewed by a native speaker. */
export const attachmentField: AttachmentFieldLabels = {
  label: 'Anexos',
  addFiles: 'Adicionar arquivos',
  dropHint: 'ou arraste-os ou cole-os aqui',
  dropNow: 'Solte para adicionar',
  limits: ({ maxFiles, maxSize, maxTotalSize }) =>
    `Até ${files(maxFiles)} de no máximo ${maxSize} cada${maxTotalSize === undefined ? '' : `, ${maxTotalSize} no total`}.`,
  list: 'Arquivos adicionados',
  status: (status) => statusWords[status],
  progress: (percent) => percent,
  progressOf: (file) => `Envio de ${file}`,
  retry: 'Tentar de novo',
  retryFile: (file) => `Tentar de novo: ${file}`,
  removeFile: (file) => `Remover ${file}`,
  problem: (problem, limits) => problemSentences[problem](limits),
  failure: (failure) => failureSentences[failure],
  started: (count) => `Enviando ${files(count)}.`,
  step: (percent) => `${percent} enviados.`,
  ended: ({ done, failed }) => {
    const sent = plural(done, {
      one: `${done.text} arquivo enviado`,
      other: `${done.text} arquivos enviados`,
    });
    return failed.value === 0
      ? `${sent}.`
      : plural(failed, {
          one: `${sent}, ${failed.text} não enviado.`,
          other: `${sent}, ${failed.text} não enviados.`,
        });
  },
  refused: (count) =>
    plural(count, {
      one: `${count.text} arquivo não adicionado.`,
      other: `${count.text} arquivos não adicionados.`,
    }),
};
