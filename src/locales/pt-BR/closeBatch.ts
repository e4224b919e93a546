import type { CloseBatchLabels } from '../../components/close-batch/closeBatchLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const closeBatch: CloseBatchLabels = {
  title: 'Fechamento do lote',
  settles: ({ terminal }) => `Começa a liquidação de tudo o que foi capturado em ${terminal}.`,
  endsVoids: 'A partir daí, esses pagamentos podem ser reembolsados, mas não mais cancelados.',
  isFinal: 'Isso não pode ser desfeito.',

  open: 'Em aberto neste terminal',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'Uma operação ainda não tem resultado. O lote poderá ser fechado quando ela tiver.',
      other: `${count.text} operações ainda não têm resultado. O lote poderá ser fechado quando elas tiverem.`,
    }),
  notInTheWay: 'Sem resultado conhecido há mais de um dia, por isso não impede o fechamento do lote.',

  close: 'Fechar o lote',
  confirmTitle: ({ terminal }) => `Fechar o lote de ${terminal}?`,
  confirmText: 'A liquidação começa e os cancelamentos passam a ser reembolsos. Isso não pode ser desfeito.',
  confirmYes: 'Sim, fechar o lote',
  goBack: 'Voltar',
  done: 'Pronto',

  busyElsewhere: ({ terminal }) =>
    `Nada foi enviado: ${terminal} está ocupado com uma operação de outra janela.`,
  noJournal:
    'Nada foi enviado: este dispositivo não conseguiu registrar a operação, e o resultado poderia se perder. Permita que este site guarde dados e pressione de novo.',
  refused: ({ field }) =>
    `Nada foi enviado: a solicitação não é válida${field ? ` (${field})` : ''}. Avise quem cuida desta página.`,
};
