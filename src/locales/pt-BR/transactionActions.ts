import type { Phase } from '../../core/operations/terminalOperation.ts';
import type { TransactionActionsLabels } from '../../components/transaction-actions/transactionActionsLabels.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Isso foi concluído.',
  partial: 'Isso foi concluído em parte.',
  failed: 'Isso não foi concluído.',
  rejected: 'O serviço não o aceitou.',
};

/** Not yet reviewed by a native speaker. */
export const transactionActions: TransactionActionsLabels = {
  region: 'Transação',
  title: ({ kind }) => (kind === 'pay' ? 'Venda' : 'Pré-autorização'),
  terminal: 'Terminal',
  captured: 'Capturado',
  refunded: 'Reembolsado',
  leftToCapture: 'Resta capturar',
  leftToRefund: 'Resta reembolsar',
  settlement: 'Liquidação',
  settled: 'Liquidado',
  notSettled: 'Não liquidado',
  reference: 'Referência',

  inDoubt: 'Aqui não se pode saber se já foi liquidado. O serviço não aceitará a opção que não couber.',
  capture: 'Capturar',
  captureText: 'Captura o que a pré-autorização reserva, tudo ou uma parte, uma só vez.',
  captureHint: ({ max, rest }) =>
    rest === undefined
      ? `Até ${max}.`
      : `Até ${max}. Os ${rest} restantes não poderão ser capturados depois.`,
  captureTooMuch: ({ max }) => `Somente ${max} foram autorizados.`,
  captureButton: ({ amount, terminal }) => (amount ? `Capturar ${amount} em ${terminal}` : 'Capturar'),
  void: 'Cancelar transação',
  voidText: ({ isHold }) =>
    isHold
      ? 'Libera todo o valor reservado. Nada é cobrado.'
      : 'Cancela tudo antes da liquidação. Nada é cobrado.',
  voidTextInDoubt: 'Cabe antes da liquidação: cancela tudo, e nada é cobrado.',
  voidButton: ({ amount }) => `Cancelar ${amount}`,
  refund: 'Reembolsar',
  refundText: 'Devolve dinheiro ao cartão, tudo ou uma parte.',
  refundTextInDoubt: 'Cabe depois da liquidação: devolve dinheiro ao cartão, tudo ou uma parte.',
  refundHint: ({ max, rest }) =>
    rest === undefined ? `Até ${max}.` : `Até ${max}. Os ${rest} restantes continuam pagos.`,
  refundTooMuch: ({ max }) => `Restam somente ${max} a reembolsar.`,
  refundButton: ({ amount }) => (amount ? `Reembolsar ${amount}` : 'Reembolsar'),

  confirmVoidTitle: ({ amount }) => `Cancelar o total de ${amount}?`,
  confirmVoidText: ({ amount, terminal, isHold }) =>
    isHold
      ? `Os ${amount} reservados em ${terminal} são liberados e não poderão mais ser capturados. Isso não pode ser desfeito.`
      : `A venda de ${amount} em ${terminal} é cancelada, e o cliente não é cobrado. Isso não pode ser desfeito.`,
  confirmVoidYes: ({ amount }) => `Sim, cancelar ${amount}`,
  confirmRefundTitle: ({ amount }) => `Reembolsar ${amount}?`,
  confirmRefundText: ({ amount, terminal, rest }) =>
    `${amount} voltam ao cartão do cliente, em ${terminal}. ${rest ? `${rest} continuam pagos. ` : ''}Isso não pode ser desfeito.`,
  confirmRefundYes: ({ amount }) => `Sim, reembolsar ${amount}`,
  goBack: 'Voltar',

  impossible: 'Não é possível agora',
  voided: 'Foi cancelada. Nada mais pode ser feito com ela.',
  notAPreAuthorization: 'Uma venda é cobrada na hora. Somente uma pré-autorização pode ser capturada.',
  alreadyCaptured: ({ amount }) => `${amount} já foram capturados, e só se pode capturar uma vez.`,
  captureSettled: 'Já foi liquidada.',
  voidSettled: 'Já foi liquidada. Faça um reembolso.',
  voidRefunded: 'Já houve um reembolso. Somente um pagamento intacto pode ser cancelado.',
  refundNotSettled:
    'Ainda não foi liquidada. Uma parte pode ser devolvida depois da liquidação; um cancelamento desfaz tudo.',
  allRefunded: 'Tudo foi reembolsado.',
  nothingCaptured: 'Nada foi capturado, então não há o que devolver.',

  duplicateTitle: 'Enviar outra vez o mesmo valor?',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = `${amount} enviados a ${terminal}${time ? ` (${time})` : ''}.`;
    return `${sent} ${doubts[phase] ?? 'Não é certo o que aconteceu.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? `Sim, capturar ${amount} outra vez` : `Sim, reembolsar ${amount} outra vez`,
  busy: ({ terminal }) => `Nada foi enviado: ${terminal} está ocupado com esta operação.`,
  busyElsewhere: ({ terminal }) =>
    `Nada foi enviado: ${terminal} está ocupado com uma operação de outra janela.`,
  noJournal:
    'Nada foi enviado: este dispositivo não conseguiu registrar a operação, e o resultado poderia se perder. Permita que este site guarde dados e pressione de novo.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount') return 'Nada foi enviado: não resta tanto assim.';
    if (code === 'not-allowed')
      return 'Nada foi enviado: outra coisa foi feita, ou está sendo feita, com esta transação.';
    return `Nada foi enviado: a solicitação não é válida${field ? ` (${field})` : ''}. Avise quem cuida desta página.`;
  },
  back: 'Voltar à transação',
};
