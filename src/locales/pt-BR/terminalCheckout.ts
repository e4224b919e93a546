import type { TerminalCheckoutLabels } from '../../components/terminal-checkout/terminalCheckoutLabels.ts';
import type { Phase } from '../../core/operations/terminalOperation.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Esse pagamento foi concluído.',
  partial: 'Uma parte foi aprovada.',
  failed: 'Esse pagamento não foi concluído.',
  rejected: 'O serviço não o aceitou.',
  unknown: 'Ainda não se sabe o que aconteceu com ele.',
};

/** Not yet reviewed by a native speaker. */
export const terminalCheckout: TerminalCheckoutLabels = {
  form: 'Novo pagamento',
  formAuthorize: 'Nova pré-autorização',
  orderNumber: 'Número do pedido',
  orderNumberMissing: 'Informe um número de pedido.',
  customValues: 'Detalhes',
  choose: 'Escolha…',
  customValueMissing: 'Esta informação é necessária.',
  quickAmounts: 'Valores rápidos',
  receipt: 'Enviar comprovante',
  receiptMissing: 'É necessário marcar esta caixa.',
  email: 'E-mail',
  phone: 'Telefone',
  emailMissing: 'Informe um e-mail.',
  phoneMissing: 'Informe um número de telefone.',
  emailInvalid: 'Informe um endereço como nome@example.com.',
  phoneInvalid: 'Informe um número de telefone com seus algarismos.',
  receiptAddressMissing: 'Informe um e-mail ou um telefone para enviar o comprovante.',
  terminalMissing: 'Escolha um terminal.',
  terminalNotLoaded: 'Primeiro, a lista de terminais precisa ser carregada.',

  charge: ({ amount, terminal }) =>
    ['Cobrar', amount, terminal && `em ${terminal}`].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    ['Autorizar', amount, terminal && `em ${terminal}`].filter(Boolean).join(' '),
  missingBoth: 'Escolha um terminal e informe um valor.',
  missingTerminal: 'Escolha um terminal.',
  missingAmount: 'Informe um valor.',
  terminalBusy: ({ terminal }) => `${terminal} está ocupado com outro pagamento.`,

  confirmTitle: ({ amount, terminal }) => `Cobrar ${amount} em ${terminal}?`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `Autorizar ${amount} em ${terminal}?`,
  confirmText: ({ terminal }) => `${terminal} pedirá o cartão assim que você disser sim.`,
  confirmYes: ({ amount }) => `Sim, cobrar ${amount}`,
  confirmAuthorizeYes: ({ amount }) => `Sim, autorizar ${amount}`,

  duplicateAuthorizeTitle: 'Autorizar outra vez o mesmo valor?',
  duplicateTitle: 'Cobrar outra vez o mesmo valor?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = `${amount} enviados a ${terminal}${time ? ` (${time})` : ''}.`;
    const said = `Uma pessoa registrou como ${charged ? 'cobrado' : 'não cobrado'}.`;
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  cancel: 'Voltar',
  chargeAgain: ({ amount }) => `Sim, cobrar ${amount} outra vez`,
  authorizeAgain: ({ amount }) => `Sim, autorizar ${amount} outra vez`,
  busyNotice: ({ terminal }) => `Nada foi enviado: ${terminal} está ocupado com este pagamento.`,
  busyElsewhere: ({ terminal }) =>
    `Nada foi enviado: ${terminal} está ocupado com um pagamento de outra janela.`,
  noJournal:
    'Nada foi enviado: este dispositivo não conseguiu registrar o pagamento, e o resultado poderia se perder. Permita que este site guarde dados e pressione de novo.',
  refusedField: 'Nada foi enviado: assim não é possível enviar. Altere este campo.',
  refused: ({ field }) =>
    `Nada foi enviado: a solicitação não é válida${field ? ` (${field})` : ''}. Avise quem cuida desta página.`,

  nextCustomer: 'Próximo cliente',
  takeRest: ({ kind, amount }) => `${kind === 'pay' ? 'Cobrar' : 'Autorizar'} os ${amount} restantes`,
  backToSale: 'Voltar a esta venda',
  decideLater: 'Decidir mais tarde',
  decideLaterHint: ({ terminal }) => `${terminal} continua ocupado até lá.`,
};
