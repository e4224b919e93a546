import type { PaymentStatusLabels } from '../../components/payment-status/paymentStatusLabels.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';
import type { ResolutionBasis } from '../../core/operations/terminalOperation.ts';
import { plural } from './plural.ts';

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'Aprovado',
  preAuth: 'Autorizado',
  capture: 'Capturado',
  void: 'Cancelado',
  refund: 'Reembolsado',
  closeBatch: 'Lote fechado',
};

const done: Partial<Record<MoneyOperation, string>> = {
  pay: 'aprovados',
  preAuth: 'autorizados',
  capture: 'capturados',
  refund: 'reembolsados',
};

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'não foram capturados',
  refund: 'não foram devolvidos',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: 'Ainda não sabemos se o cartão foi cobrado',
  preAuth: 'Ainda não sabemos se o valor foi autorizado',
  capture: 'Ainda não sabemos se o valor foi capturado',
  void: 'Ainda não sabemos se o pagamento foi cancelado',
  refund: 'Ainda não sabemos se o reembolso foi feito',
  closeBatch: 'Ainda não sabemos se o lote foi fechado',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'o pagamento',
  preAuth: 'a pré-autorização',
  capture: 'a captura',
  void: 'o cancelamento',
  refund: 'o reembolso',
  closeBatch: 'o fechamento do lote',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'na tela do terminal',
  receipt: 'no comprovante',
  'back-office': 'no painel administrativo',
  other: 'em outro lugar',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

/** Not yet reviewed by a native speaker. */
export const paymentStatus: PaymentStatusLabels = {
  region: 'Situação do pagamento',
  nothing: 'Não há pagamento a mostrar aqui.',

  stepSent: 'Enviado',
  stepTerminal: 'No terminal',
  stepResult: 'Resultado',
  elapsed: 'Tempo decorrido',
  sendingNow: ({ terminal }) => `Enviando a ${terminal}.`,
  waitingNow: ({ kind, terminal }) =>
    takesCard(kind) ? `${terminal} pedirá o cartão em instantes.` : `${terminal} começará em instantes.`,
  processingNow: ({ kind, terminal }) =>
    takesCard(kind)
      ? `O cliente já pode aproximar, inserir ou passar o cartão em ${terminal}.`
      : `${terminal} está processando.`,

  stalled: ({ terminal }) =>
    `Ainda não vimos o início. Verifique se ${terminal} está ligado, conectado e livre.`,
  freshness: ({ last, next }) => {
    const ago = last && (last.value < 1 ? 'agora mesmo' : `há ${last.text} s`);
    const asked = ago === undefined ? 'Ainda não consultado' : `Última consulta ${ago}`;
    if (next === undefined) return `${asked}.`;
    return `${asked}, ${next.value < 1 ? 'consultando agora' : `próxima em ${next.text} s`}.`;
  },

  notDurable:
    'Se a página for recarregada, este pagamento não poderá mais ser encontrado. Mantenha-a aberta.',
  degraded: 'Problemas de conexão. O terminal continua sem nós, e seguimos perguntando pelo resultado.',
  lastAnswer: ({ time }) => `Última resposta: ${time}.`,
  slowed: 'O serviço pediu para consultarmos com menos frequência. O pagamento em si não atrasa.',
  nextCheck: ({ time }) => `Próxima consulta: ${time}.`,
  needsAuth: 'Sua sessão terminou, e o resultado não pode ser lido. O pagamento continua. Entre para vê-lo.',
  checkNow: 'Consultar agora',
  checking: 'Consultando…',
  checkIn: ({ seconds }) =>
    plural(seconds, {
      one: `Consulta em ${seconds.text} segundo.`,
      other: `Consulta em ${seconds.text} segundos.`,
    }),
  stopWaiting: 'Parar de esperar (não cancela o pagamento)',

  completeTitle: ({ kind }) => completeTitles[kind],
  partialTitle: ({ kind, approved, asked }) =>
    approved && asked
      ? `${approved} de ${asked} ${done[kind] ?? ''}`.trim()
      : `${completeTitles[kind]} em parte`,
  partialDue: ({ kind, due }) => `${due} ${notDone[kind] ?? 'ainda são devidos'}.`,
  withTip: ({ tip }) => `Com uma gorjeta de ${tip}.`,
  authorizedSentence: 'O valor está reservado, não cobrado. Capture-o para recebê-lo.',
  batchClosedSentence: 'A liquidação começou. O término não é informado aqui.',
  failedTitle: 'Não concluído',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? 'Peça outro cartão ou outra forma de pagamento.'
      : 'Verifique a transação no painel administrativo.',
  rejectedTitle: 'Não aceito',
  rejectedSentence: 'O serviço não aceitou a solicitação. Nada aconteceu.',
  rejectedAdvice: 'Verifique os dados antes de enviar outra.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      one: `Ele está recebendo solicitações demais. Aguarde ${seconds.text} segundo.`,
      other: `Ele está recebendo solicitações demais. Aguarde ${seconds.text} segundos.`,
    }),
  rejectedSignIn: 'Sua sessão não é válida para isto. Entre e comece de novo.',
  notArrived: 'A solicitação não foi concluída. Nada aconteceu.',
  notSent: 'A solicitação não saiu desta página. Nada aconteceu.',
  notSentReason: ({ code, field }) => {
    const what = code === 'configuration' ? 'Esta página não está bem configurada' : 'Um dado não é válido';
    return `${what}${field ? ` (${field})` : ''}. Avise quem cuida dela.`;
  },
  resolvedTitle: ({ kind, charged }) => {
    if (takesCard(kind)) return charged ? 'Registrado como cobrado' : 'Registrado como não cobrado';
    return charged ? 'Registrado como realizado' : 'Registrado como não realizado';
  },
  resolvedSentence: ({ basis }) =>
    `Foi informado por uma pessoa que viu isso ${bases[basis]}. O serviço não confirmou.`,

  unknownTitle: 'Ainda não se sabe',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'A solicitação foi enviada, e nenhuma resposta chegou.',
  reasonBadResponse: 'Chegou uma resposta que não pôde ser lida.',
  reasonConflict: 'O serviço informa que o terminal está ocupado, talvez com este mesmo pagamento.',
  reasonHttpError: 'O serviço teve um problema próprio ao responder.',
  reasonRedirect: 'A resposta apontava para outro endereço, que não foi seguido.',
  reasonReloaded: 'Esta página foi fechada ou recarregada antes da resposta.',
  reasonServiceTimeout: 'O serviço parou de esperar pelo terminal.',
  reasonStopped: 'Alguém parou de esperar aqui. Isso não cancelou o pagamento.',
  reasonMaxWait: 'Nenhum resultado chegou no tempo em que esperamos por ele.',
  reasonGone: 'O serviço já não conhece este pagamento.',
  reasonUnrecognisedStatus: 'O serviço respondeu com uma situação que não conhecemos.',
  reasonContradiction: 'O serviço deu dois resultados que se contradizem.',
  reasonDuplicateId: 'O serviço deu a este pagamento a referência de outro.',
  seenProcessing: 'O serviço estava processando',
  notSeenProcessing: 'Não vimos o início',
  findOut: 'Como descobrir',
  findOnTerminal: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Olhe o terminal ${terminal}. Se ele pedir um cartão, não inicie outro pagamento.`
      : `Olhe a tela do terminal ${terminal}.`,
  findOnReceipt: 'Olhe o comprovante impresso.',
  findOnReport: 'Olhe o relatório de lote impresso.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const of = orderNumber ? ` do pedido ${orderNumber}` : amount ? ` de ${amount}` : '';
    return `Procure ${nouns[kind]}${of} no painel administrativo.`;
  },
  stillAsking: 'Seguimos perguntando ao serviço. Um resultado tardio aparecerá aqui por si só.',

  basis: 'Onde você viu?',
  basisTerminalScreen: 'Tela do terminal',
  basisReceipt: 'Comprovante',
  basisBackOffice: 'Painel administrativo',
  basisOther: 'Em outro lugar',
  basisMissing: 'Escolha onde você viu.',
  note: 'Onde e como',
  noteMissing: 'Informe onde você viu.',
  charged: ({ kind }) => (takesCard(kind) ? 'Foi cobrado' : 'Foi realizado'),
  notCharged: ({ kind }) => (takesCard(kind) ? 'Não foi cobrado' : 'Não foi realizado'),
  confirmTitle: ({ kind }) =>
    takesCard(kind) ? 'Tem certeza de que não foi cobrado?' : 'Tem certeza de que não foi realizado?',
  confirmSentence: ({ kind }) =>
    takesCard(kind)
      ? 'Se foi, o cliente pagará duas vezes quando você cobrar de novo.'
      : 'Se foi, fazer de novo será fazer duas vezes.',
  confirmYes: ({ kind }) => (takesCard(kind) ? 'Sim, não foi cobrado' : 'Sim, não foi realizado'),
  confirmNo: 'Voltar',

  amountMismatch: 'O serviço informa um valor diferente do enviado. Compare-o com o comprovante.',
  moreThanAsked: ({ over }) => `${over} a mais do que o pedido. Compare com o comprovante.`,
  contradiction:
    'Mais tarde, o serviço informou outra coisa. Verifique este pagamento no painel administrativo.',
  contradictsOperator: 'Alguém aqui havia informado outra coisa. Vale o resultado do serviço.',
  duplicateId: 'Outro pagamento tem a mesma referência. Verifique os dois no painel administrativo.',

  terminal: 'Terminal',
  time: 'Hora',
  orderNumber: 'Número do pedido',
  reference: 'Referência',
  messageId: 'Mensagem',
  code: 'Código',
  copy: ({ what }) => `Copiar: ${what.toLowerCase()}`,
  copied: 'Copiado',
};
