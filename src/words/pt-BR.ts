import type { Phase, ResolutionBasis } from '../core/operations/terminalOperation.ts';
import type { FileProblem } from '../core/uploads/files.ts';
import type { UploadFile } from '../core/uploads/uploadQueue.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { LimitWords, UploadFailure } from './en.ts';
import type { ApprovalLabels } from './enApproval.ts';
import type { MirroredKind, MirroredKindWords } from './enPaymentMirror.ts';
import type { GiveBackWay, SentBefore } from './enTransactionActions.ts';
import { type Count, pluralIn } from './plural.ts';
import type { Labels } from './words.ts';

/**
 * Three forms: `one` (below 2), `many` (whole millions: "1 milhão de") and `other`. If a label has no `many`,
 * `other` is used.
 */
const plural = /*#__PURE__*/ pluralIn('pt-BR');

const amountField: Labels['amountField'] = {
  label: 'Valor',
  empty: 'Informe um valor.',
  invalidCharacter: 'Use apenas algarismos e um único separador decimal.',
  mixedDigits: 'Use um só tipo de algarismos.',
  badGrouping: ({ example }) =>
    `Os separadores não estão corretos. Escreva o valor como ${example} ou sem separadores.`,
  tooManyDecimals: ({ digits }) =>
    digits.value === 0
      ? 'Esta moeda não tem casas decimais.'
      : plural(digits, {
          one: `Use no máximo ${digits.text} casa decimal.`,
          other: `Use no máximo ${digits.text} casas decimais.`,
        }),
  negative: 'O valor não pode ser negativo.',
  tooSmall: ({ min }) => `O valor mínimo é ${min}.`,
  tooLarge: ({ max }) => `O valor máximo é ${max}.`,
  currencyMismatch: ({ currency }) => `Aqui os valores são em ${currency}.`,
  inexact: 'O serviço de pagamento não aceita o último algarismo. Arredonde o valor.',
  unreadable: 'Não foi possível ler o valor preenchido antes. Digite-o.',
  keypad: 'Teclado numérico',
  decimalKey: 'Separador decimal',
  deleteKey: 'Apagar o último dígito',
};

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

const attachmentField: Labels['attachmentField'] = {
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

const closeBatch: Labels['closeBatch'] = {
  title: 'Fechamento do dia',
  settles: ({ terminal }) => `Todos os pagamentos de ${terminal} são enviados para repasse.`,
  endsVoids: 'Depois você pode reembolsá-los, mas não mais cancelá-los.',
  isFinal: 'Isso não pode ser desfeito.',

  open: 'Em aberto neste terminal',
  inTheWay: ({ count }) =>
    plural(count, {
      one: 'Um pagamento ainda não tem resultado. Você poderá fechar o dia quando ele tiver.',
      other: `${count.text} pagamentos ainda não têm resultado. Você poderá fechar o dia quando eles tiverem.`,
    }),
  notInTheWay: 'Sem resultado conhecido há mais de um dia, por isso não impede o fechamento do dia.',
  nothingSince: ({ time }) => `Fechado: ${time}. Nenhum pagamento novo conhecido.`,

  close: 'Fechar o dia',
  confirmTitle: ({ terminal }) => `Fechar o dia em ${terminal}?`,
  confirmText: 'O terminal começa assim que você disser sim.',
  confirmYes: 'Sim, fechar o dia',
  goBack: 'Voltar',
  done: 'Pronto',

  busyElsewhere: ({ terminal }) =>
    `Nada foi enviado: ${terminal} está ocupado com um pagamento de outra janela.`,
  noJournal:
    'Nada foi enviado: este dispositivo não conseguiu registrar o fechamento, e o resultado poderia se perder. Permita que este site guarde dados e pressione de novo.',
  tooSlow:
    'Nada foi enviado: este dispositivo demorou demais para registrar o fechamento. Pressione de novo.',
  unreachable:
    'Nada foi enviado: não há conexão com o serviço de pagamento. Verifique a conexão deste dispositivo e pressione de novo.',
  refused: ({ field }) =>
    `Nada foi enviado: um dado não é válido${field ? ` (${field})` : ''}. Avise quem cuida desta página.`,
};

const closeDay: Labels['closeDay'] = {
  title: 'Fechamento do dia',
  loading: 'Carregando…',
  notLoaded: 'Não foi possível carregar todos os terminais e pagamentos.',
  tryAgain: 'Tentar mais uma vez',
  onlyThisDevice: 'Só os pagamentos deste aparelho são contados, e os dias fechados não são guardados.',
  empty: 'Nenhum terminal ainda. Cada terminal da loja aparecerá aqui.',
  payments: ({ count }) =>
    plural(count, { one: `${count.text} pagamento`, other: `${count.text} pagamentos` }),
  nothingTaken: 'Nada recebido ainda',
  nothingSince: 'Nada de novo',
  notKnown: 'Pagamentos não carregados',
  neverClosed: 'Ainda não fechado',
  unlisted: 'Não está mais na sua lista. Se não for possível fechar aqui, fale com o provedor de pagamentos.',
  lastClosed: ({ time, number }) =>
    number === undefined ? `Último fechamento: ${time}` : `Último fechamento: ${time}, n.º\u00a0${number}`,
  number: ({ number }) => `N.º\u00a0${number}`,
  close: 'Fechar',
  closeTerminal: ({ terminal }) => `Fechar o dia em ${terminal}`,
  closeAll: ({ count }) =>
    plural(count, { one: `Fechar ${count.text} terminal`, other: `Fechar ${count.text} terminais` }),
  confirmTitle: ({ count }) =>
    plural(count, {
      one: `Fechar o dia em ${count.text} terminal?`,
      other: `Fechar o dia em ${count.text} terminais?`,
    }),
  settles: 'Todos os pagamentos deles são enviados para repasse.',
  allClosed: 'Está tudo fechado.',
  nothingToClose: 'Não há nada para fechar hoje.',
  more: 'Mostrar mais terminais',
  held: 'Reservado, ainda não cobrado',

  forgotten: ({ day }) => `Dia não fechado: ${day}.`,
  closeLate: ({ day }) => `Fechar: ${day}`,
  lateTitle: ({ day, terminal }) => `Fechar agora este dia em ${terminal}: ${day}?`,
  lateText: 'Ele mantém a própria data e recebe o número seguinte. Nada é enviado ao terminal.',
  lateDayFailed:
    'Não foi possível fechar o dia anterior, e nada foi enviado ao terminal. Tente mais uma vez.',
};

const dayReport: Labels['dayReport'] = {
  title: 'Relatório do dia',
  number: ({ number }) => `N.º\u00a0${number}`,
  day: 'Dia',
  today: 'Hoje',
  yesterday: 'Ontem',
  date: 'Outro dia',
  loading: 'Contando…',
  notLoaded: 'Não foi possível carregar o relatório.',
  tryAgain: 'Tentar mais uma vez',
  onlyThisDevice: 'Só os pagamentos deste aparelho são contados. Os outros caixas não estão no relatório.',
  emptyToday: 'Nenhum pagamento hoje ainda',
  emptyDay: 'Nenhum pagamento neste dia',
  emptyText: 'O que foi recebido e devolvido aparecerá aqui.',
  soFar: ({ time }) => `Até agora, ${time}`,
  from: ({ time }) => `O dia começa às ${time}`,
  closed: ({ time, actor }) => (actor === undefined ? `Fechado: ${time}` : `Fechado: ${time}, por ${actor}`),
  notKept: 'Este aparelho não guarda dias fechados.',
  asClosed: 'Como estava no fechamento do dia. Não está em nenhuma soma.',
  corrections: 'Correções',
  correctionsText: 'Só se soube depois do fechamento do dia. Não está em nenhuma das somas acima.',

  net: 'Saldo',
  taken: 'Recebido',
  tips: 'Gorjetas',
  extra: 'Valores a mais',
  givenBack: 'Devolvido',
  partly: 'Aprovado em parte',
  partlyOf: ({ approved, asked }) => `${approved} de ${asked}`,
  byHand: 'Anotado por uma pessoa',
  count: ({ count }) => plural(count, { one: `${count.text} pagamento`, other: `${count.text} pagamentos` }),
  unknownText: 'Não está em nenhuma soma. As somas ainda podem mudar.',
  held: 'Reservado, ainda não cobrado',
  heldText: 'Não está em nenhuma soma até ser cobrado.',
  legs: 'Pago de outra forma',
  legsText: 'Não está em nenhuma soma: não passou por um terminal.',
  terminals: 'Por terminal',
  list: 'Todos os pagamentos',
  listLoading: 'Carregando os pagamentos…',
  print: 'Imprimir',
};

const linkShare: Labels['linkShare'] = {
  copyLink: 'Copiar link',
  copied: 'Copiado',
  copiedSentence: 'O link foi copiado.',
  refused: 'O navegador não permitiu copiar. O endereço está selecionado: copie-o manualmente.',
  address: 'Endereço do link',
  openLink: 'Abrir link',
  share: 'Compartilhar…',
  shareFailed: 'O navegador não conseguiu compartilhar. O endereço está selecionado: copie-o manualmente.',
  showQrCode: 'Mostrar QR code',
  hideQrCode: 'Ocultar QR code',
  qrCode: 'QR code do link',
  qrCodeFailed: 'Não foi possível desenhar o QR code. Use o endereço.',
  close: 'Fechar',
};

const kinds: Record<MoneyOperation, string> = {
  pay: 'Venda',
  preAuth: 'Pré-autorização',
  capture: 'Cobrança da reserva',
  void: 'Cancelamento',
  refund: 'Reembolso',
  closeBatch: 'Fechamento do dia',
};

const openOperations: Labels['openOperations'] = {
  title: 'Pagamentos em aberto',
  loading: 'Procurando pagamentos em aberto…',
  emptyTitle: 'Nada em aberto',
  emptyText: 'Tudo o que foi iniciado aqui tem um resultado, e alguém o viu.',
  kind: ({ kind }) => kinds[kind],
  sending: 'Enviando',
  waiting: 'No terminal',
  since: ({ time }) => `desde: ${time}`,
  otherOperator: 'Outro operador',
  busySince: ({ time }) => `ocupado desde: ${time}`,
  acknowledge: 'Concluir',
  more: 'Mostrar mais',
  shown: ({ shown, count }) => `${shown.text} de ${count.text} mostrados`,
};

const approval: ApprovalLabels = {
  approvalTitle: 'Autorização necessária',
  approvalCode: 'Código de autorização',
  approve: 'Autorizar e enviar',
  approvalCancel: 'Cancelar',
  approvalMissing: 'Digite o código.',
  approvalWrong: 'O código não foi aceito.',
};

const paymentLinkForm: Labels['paymentLinkForm'] = {
  title: 'Novo link de pagamento',
  create: ({ amount }) => (amount ? `Criar link de ${amount}` : 'Criar link de pagamento'),
  creating: 'Criando…',
  restored: 'Isto é o que você havia preenchido antes.',
  filesLost: 'Os arquivos não são guardados: adicione-os de novo.',
  startAfresh: 'Começar do zero',

  add: 'Adicionar',
  addFiles: 'Arquivos',
  addBilling: 'Endereço de cobrança',
  addShipping: 'Endereço de entrega',
  addDiscount: 'Desconto',
  showBilling: 'Solicitar endereço de cobrança',
  showShipping: 'Solicitar endereço de entrega',
  applyDiscount: 'Aplicar desconto',
  applyDiscountHint: 'Desconta uma porcentagem quando há desconto e o cliente paga com cartão de crédito.',
  discountHint: ({ percent }) => `Quem paga com cartão de crédito paga ${percent} a menos.`,
  flagMissing: 'Marque esta caixa para continuar.',

  taxes: 'Impostos',
  taxAmount: 'Impostos (valor)',
  taxesByList: 'Escolher da lista',
  taxesByAmount: 'Informar um valor',
  taxesMissing: 'Informe quais impostos se aplicam.',

  customValues: 'Informações adicionais',
  addCustomValue: 'Adicionar informação',
  customKey: 'Tipo de informação',
  otherKey: 'Outro…',
  freeKey: 'Nome',
  freeValue: 'Conteúdo',
  freeRow: (position) => `informação ${position.text}`,
  choose: 'Escolha…',
  moveUp: (label) => `Mover ${label} para cima`,
  moveDown: (label) => `Mover ${label} para baixo`,
  moved: ({ label, position, count }) => `${label}: agora na posição ${position.text} de ${count.text}.`,
  removeCustomValue: (label) => `Remover ${label}`,
  removed: (label) => `Removido: ${label}.`,
  valueMissing: 'Preencha o conteúdo.',
  choiceMissing: 'Escolha uma opção.',
  numberWanted: 'Informe um número, como 12 ou 12.5.',
  dateWanted: 'Informe uma data.',
  keyMissing: 'Informe um nome.',
  keyRepeated: 'Este nome já existe.',
  customValuesMissing: 'Adicione uma informação.',

  givenFiles: 'Arquivos já anexados',
  namelessFile: (number) => `Arquivo ${number.text}`,
  attachmentsMissing: 'Adicione um arquivo.',
  stillUploading: 'Aguarde o envio de todos os arquivos ou remova os que faltam.',
  notUploaded: 'Envie de novo ou remova cada arquivo que não foi enviado.',

  estimate: 'Estimativa',
  amount: 'Valor',
  withPercent: ({ label, percent }) => `${label}, ${percent}`,
  plusTaxes: 'mais impostos',
  total: 'Total',
  discount: ({ percent }) => `Desconto, ${percent}`,
  cardTotal: 'Com cartão de crédito',
  taxRounding: 'Cada imposto é arredondado separadamente.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'O desconto é subtraído do total e arredondado.'
      : 'O desconto é uma parte do valor sem impostos, arredondada.',
  notKnown: '—',

  serviceSays: (sentence) => `O serviço informa: ${sentence}`,
  rejectedTitle: 'Não aceito',
  rejectedText: 'Nenhum link foi criado.',
  ...approval,
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `Não saiu desta página: um dado não é válido${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited') return 'O serviço está muito ocupado agora. Aguarde um minuto.';
    if (code === 'unauthorized') return 'Sua sessão não permite isto. Entre e pressione de novo.';
    if (code === 'too-large') return 'Passa do tamanho que o serviço aceita.';
    return `O serviço não informou o motivo${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Ainda não se sabe',
  unknownText:
    'Não recebemos uma resposta clara, então o link pode existir ou não. Nada é reenviado automaticamente.',
  unknownLook: 'Procure-o na sua lista de links de pagamento.',
  unknownFound: 'Se estiver lá, compartilhe esse.',
  unknownNotFound: 'Somente se não estiver, crie-o de novo.',
  lookInList: 'Procurar na lista',
  looking: 'Procurando…',
  foundLike: ({ count, amount }) =>
    plural(count, {
      one: `Há um link novo de ${amount} na lista. É este?`,
      other: `Há ${count.text} links novos de ${amount} na lista. Qual deles é?`,
    }),
  noneLike: ({ amount }) =>
    `Não há nenhum link novo de ${amount} na lista. Ele ainda pode aparecer: procure de novo em um minuto.`,
  listNotRead: 'Não conseguimos ler a lista.',
  isThisOne: (reference) => `É ${reference}`,
  isListed: 'Está na lista',
  isNotListed: 'Não está na lista',

  createdTitle: 'Link de pagamento criado',
  amountSent: (amount) => `Enviado com o valor de ${amount}`,
  createdText: 'Envie este endereço ao seu cliente.',
  foundText:
    'O serviço não informou qual link criou. Este é o único novo da sua lista que coincide: compartilhe o endereço dele.',
  unconfirmedLooking: 'O serviço não devolveu um endereço. Procurando o link na sua lista…',
  unconfirmedText:
    'O serviço não devolveu um endereço. Você encontra o link, com o endereço, na sua lista de links de pagamento.',
  unconfirmedSeveral: ({ count }) =>
    plural(count, {
      one: 'O serviço não devolveu um endereço, e um link novo da sua lista é parecido. Procure o seu lá.',
      other: `O serviço não devolveu um endereço, e ${count.text} links novos da sua lista são parecidos, por isso nenhum é mostrado. Procure o seu lá.`,
    }),
  unconfirmedNone: 'O serviço não devolveu um endereço, e o link ainda não está na sua lista.',
  lookAgain: 'Procurar de novo',
  unsafeAddress:
    'O serviço não forneceu um endereço que se possa abrir com segurança. Procure na sua lista de links de pagamento.',
  reference: 'Referência',
  status: 'Situação',
  created: 'Criado em',
  createAnother: 'Criar outro',
};

/** Statuses that services are known to use. Other statuses are shown unchanged. */
const statuses: Record<string, string> = {
  active: 'Ativo',
  cancelled: 'Cancelado',
  canceled: 'Cancelado',
  draft: 'Rascunho',
  expired: 'Expirado',
  open: 'Aberto',
  partially_paid: 'Pago em parte',
  partially_refunded: 'Reembolsado em parte',
  pending: 'Pendente',
  processing: 'Em processamento',
  refunded: 'Reembolsado',
};

const paymentLinkList: Labels['paymentLinkList'] = {
  title: 'Links de pagamento',
  amount: 'Valor',
  paidAmount: 'Valor pago',
  status: 'Situação',
  reference: 'Referência',
  created: 'Criado em',
  customValues: 'Detalhes',
  id: 'ID',
  actions: 'Ações',
  address: 'Endereço',
  paid: 'Pago',
  unpaid: 'Em aberto',
  statusOf: (status) => statuses[status.toLowerCase()] ?? status,
  isNew: 'Novo',
  absent: '—',
  noAddress: 'Sem endereço',
  loading: 'Carregando links de pagamento…',
  emptyTitle: 'Ainda não há links de pagamento',
  emptyText: 'Os links que você criar aparecem aqui, com o endereço para compartilhar.',
  emptyPage: 'Não há mais links nesta página.',
  errorTitle: 'Não foi possível carregar os links',
  errorText: 'Os links em si não são afetados. Verifique a conexão e carregue de novo.',
  errorAnswered: 'Os links em si não são afetados. Tente de novo em um instante.',
  serviceSays: paymentLinkForm.serviceSays,
  tryAgain: 'Tentar de novo',
  refresh: 'Atualizar',
  open: ({ count, amount, isPart }) =>
    [
      (count.value === 0 ? 'Nenhum em aberto' : `${count.text} em aberto`) + (isPart ? ' nesta página' : ''),
      count.value > 0 && amount,
    ]
      .filter(Boolean)
      .join(', '),
  filter: 'Mostrar nesta página',
  all: 'Todos',
  search: 'Buscar nesta página',
  found: (count, of) =>
    plural(of, {
      one: `${count.text} de ${of.text} link desta página`,
      other: `${count.text} de ${of.text} links desta página`,
    }),
  noMatch: 'Nada nesta página coincide. As outras páginas não são pesquisadas.',
  tooMany: (shown, of) => `Os primeiros ${shown.text} de ${of.text} links. Busque para encontrar os outros.`,
  downloadCsv: 'Baixar esta página em CSV',
  csvFile: (page) => `links-de-pagamento-pagina-${page}.csv`,
  pages: 'Páginas',
  page: (page, pages) => `Página ${page.text} de ${pages.text}`,
  previous: 'Anterior',
  next: 'Próxima',
};

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'Aprovado',
  preAuth: 'Autorizado',
  capture: 'Cobrado',
  void: 'Cancelado',
  refund: 'Reembolsado',
  closeBatch: 'Dia fechado',
};

const done: Partial<Record<MoneyOperation, string>> = {
  pay: 'aprovados',
  preAuth: 'autorizados',
  capture: 'cobrados',
  refund: 'reembolsados',
};

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'não foram cobrados',
  refund: 'não foram devolvidos',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: 'Ainda não sabemos se o cartão foi cobrado',
  preAuth: 'Ainda não sabemos se o valor foi autorizado',
  capture: 'Ainda não sabemos se o valor reservado foi cobrado',
  void: 'Ainda não sabemos se o pagamento foi cancelado',
  refund: 'Ainda não sabemos se o reembolso foi feito',
  closeBatch: 'Ainda não sabemos se o dia foi fechado',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'o pagamento',
  preAuth: 'a pré-autorização',
  capture: 'a cobrança da reserva',
  void: 'o cancelamento',
  refund: 'o reembolso',
  closeBatch: 'o fechamento do dia',
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'na tela do terminal',
  receipt: 'no comprovante',
  'back-office': 'no painel administrativo',
  other: 'em outro lugar',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

const paymentStatus: Labels['paymentStatus'] = {
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
  needsAuth:
    'Sua sessão terminou, e não conseguimos ler o resultado. O pagamento continua. Entre para vê-lo.',
  takingLong: 'Está demorando?',
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
  askedFor: 'Solicitado',
  partialDue: ({ kind, due }) => `${due} ${notDone[kind] ?? 'ainda são devidos'}.`,
  withTip: ({ tip }) => `Com uma gorjeta de ${tip}.`,
  authorizedSentence: 'O valor está reservado, não cobrado. Cobre-o para recebê-lo.',
  batchClosedSentence: 'O repasse começou. O término não é informado aqui.',
  failedTitle: 'Não concluído',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? 'Peça outro cartão ou outra forma de pagamento.'
      : 'Verifique o pagamento no painel administrativo.',
  rejectedTitle: 'Não aceito',
  rejectedSentence: 'O serviço de pagamento não aceitou. Nada aconteceu.',
  rejectedAdvice: 'Verifique o que você digitou antes de enviar de novo.',
  rejectedWait: ({ seconds }) =>
    plural(seconds, {
      one: `Ele está muito ocupado agora. Aguarde ${seconds.text} segundo.`,
      other: `Ele está muito ocupado agora. Aguarde ${seconds.text} segundos.`,
    }),
  rejectedSignIn: 'Sua sessão não permite isto. Entre e comece de novo.',
  notArrived: 'O envio não foi concluído. Nada aconteceu.',
  keptBack: ({ code, field }) => {
    if (code === 'terminal-busy')
      return 'Nada foi enviado: neste terminal há outro pagamento em andamento ou com resultado ainda desconhecido. Espere o resultado dele. Se não vier nenhum, abra esse outro pagamento e toque no que você viu. Depois envie este de novo.';
    if (code === 'needs-confirmation' && field === 'orderTotal')
      return 'Nada foi enviado: passaria do total do pedido. Se é isso mesmo, envie de novo.';
    if (code === 'needs-confirmation')
      return 'Nada foi enviado: o mesmo valor foi enviado há pouco. Se é isso mesmo, envie de novo.';
    if (code === 'needs-approval')
      return field ? 'Nada foi enviado: o código não foi aceito.' : 'Nada foi enviado ainda.';
    return field === 'amount'
      ? 'Nada foi enviado: não resta tanto assim.'
      : 'Nada foi enviado: depois do que já foi feito, este pagamento não permite.';
  },
  ...approval,
  notSent: 'Não saiu desta página. Nada aconteceu.',
  notSentReason: ({ code, field }) => {
    const what = code === 'configuration' ? 'Esta página não está bem configurada' : 'Um dado não é válido';
    return `${what}${field ? ` (${field})` : ''}. Avise quem cuida dela.`;
  },
  resolvedTitle: ({ kind, charged, approved, asked }) => {
    const part = approved && asked ? `: ${approved} de ${asked}` : '';
    if (takesCard(kind)) return charged ? `Registrado como cobrado${part}` : 'Registrado como não cobrado';
    return charged ? `Registrado como realizado${part}` : 'Registrado como não realizado';
  },
  resolvedSentence: ({ basis }) => `Alguém daqui viu isso ${bases[basis]}. O serviço não confirmou.`,

  unknownTitle: 'Ainda não se sabe',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'Foi enviado, e nenhuma resposta chegou.',
  reasonBadResponse: 'Chegou uma resposta que não conseguimos ler.',
  reasonConflict: 'O serviço informa que o terminal está ocupado, talvez com este mesmo pagamento.',
  reasonHttpError: 'O serviço teve um problema próprio.',
  reasonRedirect: 'A resposta apontava para outro endereço, e não o seguimos.',
  reasonReloaded: 'Esta página foi fechada ou recarregada antes da resposta.',
  reasonServiceTimeout: 'O serviço parou de esperar pelo terminal.',
  reasonStopped: 'Alguém parou de esperar aqui. Isso não cancelou o pagamento.',
  reasonMaxWait: 'Nenhum resultado chegou a tempo.',
  reasonGone: 'O serviço já não conhece este pagamento.',
  reasonUnrecognisedStatus: 'O serviço deu uma resposta que não conhecemos.',
  reasonContradiction: 'O serviço deu dois resultados que se contradizem.',
  reasonDuplicateId: 'O serviço deu a este pagamento a referência de outro.',
  seenProcessing: 'O serviço estava processando',
  notSeenProcessing: 'Não vimos o início',
  unknownCaution: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Se ${terminal} pedir um cartão, espere. Não inicie outro pagamento.`
      : `Se ${terminal} ainda estiver processando, espere.`,
  findOut: 'Olhe em um destes lugares e toque no que você viu',
  findOnTerminal: ({ terminal }) => `Olhe a tela do terminal ${terminal}.`,
  findOnReceipt: 'Olhe o comprovante impresso.',
  findOnReport: 'Olhe o relatório impresso do fechamento do dia.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const of = orderNumber ? ` do pedido ${orderNumber}` : amount ? ` de ${amount}` : '';
    return `Procure ${nouns[kind]}${of} no painel administrativo.`;
  },
  findElsewhere: ({ kind }) =>
    kind === 'closeBatch' ? 'Olhe em outro lugar.' : 'Olhe em outro lugar, como o app do banco do cliente.',
  unknownMore: 'Mais detalhes',
  stillAsking: 'Seguimos perguntando ao serviço. Um resultado tardio aparecerá aqui por si só.',

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
  resolutionRefused: 'Não foi possível registrar a sua resposta. Verifique o pagamento e responda novamente.',
  contradictsOperator: 'Alguém aqui havia informado outra coisa. Vale o resultado do serviço.',
  duplicateId: 'Outro pagamento tem a mesma referência. Verifique os dois no painel administrativo.',

  terminal: 'Terminal',
  time: 'Data',
  orderNumber: 'Número do pedido',
  reference: 'Referência',
  messageId: 'Mensagem',
  code: 'Código',
  copy: ({ what }) => `Copiar: ${what.toLowerCase()}`,
  copied: 'Copiado',
};

const mirrored: Record<MirroredKind, MirroredKindWords> = {
  pay: {
    asked: 'A pagar',
    present: 'Aproxime, insira ou passe o cartão',
    complete: 'Pago',
    completeText: 'Obrigado!',
    partial: 'Pago em parte',
    due: 'Falta pagar',
    failed: 'Pagamento não concluído',
    nothingMoved: 'Nada foi cobrado no seu cartão.',
  },
  preAuth: {
    asked: 'A reservar',
    present: 'Aproxime, insira ou passe o cartão',
    complete: 'Valor reservado no seu cartão',
    completeText: 'Nada foi cobrado ainda.',
    partial: 'Reservado em parte',
    due: 'Não reservado',
    failed: 'Nada foi reservado',
    nothingMoved: 'Nada foi cobrado no seu cartão.',
  },
  capture: {
    asked: 'A pagar',
    present: 'Estamos concluindo seu pagamento',
    complete: 'Pago',
    completeText: 'Obrigado!',
    partial: 'Pago em parte',
    due: 'Falta pagar',
    failed: 'Pagamento não concluído',
    nothingMoved: 'Nada foi cobrado no seu cartão.',
  },
  void: {
    asked: 'A cancelar',
    present: 'Estamos cancelando seu pagamento',
    complete: 'Pagamento cancelado',
    completeText: 'Nada será cobrado no seu cartão.',
    partial: 'Cancelado em parte',
    due: 'Não cancelado',
    failed: 'Pagamento não cancelado',
    nothingMoved: 'O pagamento continua como estava.',
  },
  refund: {
    asked: 'Reembolso',
    present: 'Estamos fazendo seu reembolso',
    complete: 'Reembolsado',
    completeText: 'O dinheiro volta para o seu cartão. Isso pode levar alguns dias.',
    partial: 'Reembolsado em parte',
    due: 'Falta reembolsar',
    failed: 'Reembolso não concluído',
    nothingMoved: 'Nada foi reembolsado.',
  },
};

/** Customers read these words, not shopkeepers. */
const paymentMirror: Labels['paymentMirror'] = {
  region: 'Seu pagamento',
  asked: ({ kind }) => mirrored[kind].asked,
  sending: 'Um momento, por favor',
  present: ({ kind }) => mirrored[kind].present,
  followTerminal: 'Siga as instruções da maquininha.',
  complete: ({ kind }) => mirrored[kind].complete,
  completeText: ({ kind }) => mirrored[kind].completeText,
  withTip: ({ tip }) => `Inclui gorjeta de ${tip}`,
  partial: ({ kind }) => mirrored[kind].partial,
  partialDue: ({ kind, due }) => `${mirrored[kind].due}: ${due}`,
  failed: ({ kind }) => mirrored[kind].failed,
  nothingMoved: ({ kind }) => mirrored[kind].nothingMoved,
  checking: 'Aguarde um momento, por favor',
  checkingText: ({ kind }) =>
    takesCard(kind)
      ? 'Estamos verificando seu pagamento. Por favor, não pague de novo.'
      : 'Estamos verificando.',
  scan: 'Escaneie o código para pagar',
  scanText: 'Aponte a câmera do celular para ele.',
  qrCode: 'QR Code para pagar',
  qrCodeFailed: 'Não foi possível mostrar o código. Fale com a nossa equipe.',
};

const nothingMoved: Record<MoneyOperation, string> = {
  pay: 'Nada foi cobrado no cartão.',
  preAuth: 'Nada está reservado no cartão.',
  capture: 'Nada foi cobrado da reserva.',
  void: 'O pagamento não foi cancelado.',
  refund: 'Nada foi devolvido.',
  closeBatch: 'O dia não foi fechado.',
};

const receipt: Labels['receipt'] = {
  print: 'Imprimir',
  reprint: 'Segunda via',
  notReceipt: ({ state }) => `${state}: isto não é um recibo`,
  underWay: 'Ainda não terminou',
  notReceiptText: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Não pague outra vez até que esteja claro. Olhe a tela do terminal ${terminal} ou o painel administrativo.`
      : `Não repita até que esteja claro. Olhe a tela do terminal ${terminal} ou o painel administrativo.`,
  tip: 'Gorjeta',
  total: 'Total',
  held: 'Reservado, ainda não cobrado.',
  voided: 'O pagamento foi cancelado. Nada é cobrado no cartão.',
  refunded: 'O dinheiro volta para o cartão, o que pode levar alguns dias.',
  nothingMoved: ({ kind }) => nothingMoved[kind],
};

const sentBefore = ({ amount, terminal, time }: SentBefore) =>
  terminal
    ? `${amount} enviados a ${terminal}${time ? ` (${time})` : ''}.`
    : `${amount} enviados há pouco, talvez em outro caixa.`;

const doubts: Partial<Record<Phase, string>> = {
  complete: 'Esse pagamento foi concluído.',
  partial: 'Uma parte foi aprovada.',
  failed: 'Esse pagamento não foi concluído.',
  rejected: 'O serviço não o aceitou.',
  unknown: 'Ainda não se sabe o que aconteceu com ele.',
};

const terminalCheckout: Labels['terminalCheckout'] = {
  form: 'Novo pagamento',
  formAuthorize: 'Nova pré-autorização',
  orderNumber: 'Número do pedido',
  orderNumberMissing: 'Informe um número de pedido.',
  customValues: 'Detalhes',
  choose: 'Escolha…',
  customValueMissing: 'Esta informação é necessária.',
  quickAmounts: 'Valores rápidos',
  orderTotal: 'Total',
  orderPaid: 'Pago',
  orderPending: 'Reservado, ou ainda não se sabe',
  orderDue: 'Falta pagar',
  orderSettled: 'Este pedido está pago.',
  orderAlone: 'Conta só o que este navegador cobrou.',
  orderUnread: 'Não dá para ler agora o que falta pagar.',
  split: 'Dividir em partes iguais',
  splitFewer: 'Uma pessoa a menos',
  splitMore: 'Uma pessoa a mais',
  splitInto: ({ people }) =>
    plural(people, { one: `${people.text} pessoa`, other: `${people.text} pessoas` }),
  tooMuchTitle: 'Cobrar mais do que falta?',
  tooMuchSentence: ({ due }) => `Deste pedido faltam só ${due}.`,
  receipt: 'Enviar comprovante',
  receiptMissing: 'Marque esta caixa para continuar.',
  email: 'E-mail',
  phone: 'Telefone',
  emailMissing: 'Informe um e-mail.',
  phoneMissing: 'Informe um número de telefone.',
  emailInvalid: 'Informe um endereço como nome@example.com.',
  phoneInvalid: 'Informe um número de telefone com seus algarismos.',
  receiptAddressMissing: 'Informe um e-mail ou um telefone para enviar o comprovante.',
  terminalMissing: 'Escolha um terminal.',
  terminalNotLoaded: 'Carregue primeiro a lista de terminais.',

  charge: ({ amount, terminal }) =>
    ['Cobrar', amount, terminal && `em ${terminal}`].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    ['Autorizar', amount, terminal && `em ${terminal}`].filter(Boolean).join(' '),
  loading: 'Um momento…',
  loadAgain: 'Não carregou. Tentar de novo',
  notLoaded:
    'Ainda não é possível enviar nada: uma parte desta página não pôde ser carregada. Verifique a conexão e tente de novo. Se não adiantar, recarregue a página.',
  missingBoth: 'Falta: terminal e valor.',
  missingTerminal: 'Falta: terminal.',
  missingAmount: 'Falta: valor.',
  terminalBusy: ({ terminal }) => `${terminal} está ocupado com outro pagamento.`,

  confirmTitle: ({ amount, terminal }) => `Cobrar ${amount} em ${terminal}?`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `Autorizar ${amount} em ${terminal}?`,
  confirmText: ({ terminal }) => `${terminal} pedirá o cartão assim que você disser sim.`,
  confirmYes: ({ amount }) => `Sim, cobrar ${amount}`,
  confirmAuthorizeYes: ({ amount }) => `Sim, autorizar ${amount}`,

  unusual: 'É pelo menos dez vezes o valor habitual aqui.',
  duplicateAuthorizeTitle: 'Autorizar outra vez o mesmo valor?',
  duplicateTitle: 'Cobrar outra vez o mesmo valor?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = sentBefore({ amount, terminal, time });
    const said = `Alguém registrou como ${charged ? 'cobrado' : 'não cobrado'}.`;
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
  tooSlow: 'Nada foi enviado: este dispositivo demorou demais para registrar o pagamento. Pressione de novo.',
  unreachable:
    'Nada foi enviado: não há conexão com o serviço de pagamento. Verifique a conexão deste dispositivo e pressione de novo. Se não puder esperar, receba de outra forma.',
  refusedField: 'Nada foi enviado: altere isto primeiro.',
  refused: ({ field }) =>
    `Nada foi enviado: um dado não é válido${field ? ` (${field})` : ''}. Avise quem cuida desta página.`,

  nextCustomer: 'Próximo cliente',
  tryAgain: ({ amount }) => `Tentar de novo, ${amount}`,
  tryAgainIn: ({ seconds }) =>
    plural(seconds, {
      one: `Tentar de novo em ${seconds.text} segundo`,
      other: `Tentar de novo em ${seconds.text} segundos`,
    }),
  lastSale: 'Último pagamento',
  seenLast: 'Entendi',
  add: 'Adicionar',
  addReceipt: 'Comprovante',
  takeRest: ({ kind, amount }) => `${kind === 'pay' ? 'Cobrar' : 'Autorizar'} os ${amount} restantes`,
  backToSale: 'Voltar a esta venda',
  decideLater: 'Decidir mais tarde',
  unknown: ({ count, amount, terminal }) =>
    [`${count.text} sem confirmação`, amount, terminal].filter(Boolean).join(', '),
  decideLaterHint: ({ terminal }) => `${terminal} continua ocupado até lá.`,
};

const terminalPicker: Labels['terminalPicker'] = {
  label: 'Terminal',
  placeholder: 'Escolha um terminal',
  toggle: 'Mostrar terminais',
  loading: 'Carregando terminais…',
  empty: 'Ainda não há terminais',
  emptyHint: 'Peça ao seu provedor de pagamentos que ative um. Ele aparecerá aqui por si só.',
  loadError: 'Não foi possível carregar os terminais.',
  retry: 'Carregar de novo',
  noMatch: ({ query }) => `Nenhum terminal coincide com “${query}”`,
  resultCount: ({ count }) =>
    plural(count, { one: `${count.text} terminal`, other: `${count.text} terminais` }),
  moreResults: ({ shown, count }) =>
    `${shown.text} de ${count.text} mostrados. Digite para encontrar outros.`,
  loadingMore: 'Carregando mais…',
  searching: ({ searched, pages }) => `Buscando… ${searched.text} de ${pages.text} páginas`,
  searchPaused: ({ searched, pages }) =>
    `Busca feita em ${searched.text} de ${pages.text} páginas. O serviço pediu uma pausa.`,
  searchFailed: ({ searched, pages }) =>
    `Busca feita em ${searched.text} de ${pages.text} páginas. As outras não puderam ser carregadas.`,
  searchOn: 'Buscar no restante',
  refreshing: 'Atualizando…',
  refreshError: 'Não foi possível atualizar a lista, e ela pode estar desatualizada.',
  free: 'Livre',
  busy: 'Ocupado',
  unresolved: 'Ainda não se sabe',
  unreachable: 'Sem conexão',
  chosenBusy: ({ terminal }) => `${terminal} está ocupado com outro pagamento.`,
  chosenUnresolved: ({ terminal }) => `Ainda não se sabe como terminou o último pagamento em ${terminal}.`,
  chosenUnreachable: ({ terminal }) =>
    `Não há conexão com ${terminal}. Verifique se está ligado e conectado.`,
  lookAgain: 'Verificar de novo',
  freeNow: 'Livres agora',
  lastSeen: ({ at }) => `Visto pela última vez: ${at}`,
  unlisted: 'Este terminal não está mais na sua lista. Verifique se é o certo.',
  useAnyway: 'Usar mesmo assim',
  required: 'Escolha um terminal.',
};

const actionDoubts: Partial<Record<Phase, string>> = {
  complete: 'Isso foi concluído.',
  partial: 'Isso foi concluído em parte.',
  failed: 'Isso não foi concluído.',
  rejected: 'O serviço não o aceitou.',
};

const giveBackTexts: Record<GiveBackWay, string> = {
  release: 'Todo o valor reservado é liberado. O cliente não é cobrado.',
  cancel: 'O pagamento é cancelado: o cliente não é cobrado.',
  try: 'Se ainda não for tarde, o pagamento é cancelado e o cliente não é cobrado. Se for tarde, você poderá reembolsar em um segundo passo.',
  part: 'Uma parte volta ao cartão, o que pode levar alguns dias. Só é possível depois do fechamento do dia.',
  refund: 'O dinheiro volta ao cartão, o que pode levar alguns dias.',
};

const transactionActions: Labels['transactionActions'] = {
  region: 'Pagamento',
  title: ({ kind }) => (kind === 'pay' ? 'Venda' : 'Pré-autorização'),
  terminal: 'Terminal',
  captured: 'Cobrado',
  refunded: 'Reembolsado',
  leftToCapture: 'Resta cobrar',
  leftToRefund: 'Resta reembolsar',
  settlement: 'Fechamento do dia',
  settled: 'Feito',
  notSettled: 'Ainda não',
  reference: 'Referência',

  capture: 'Cobrar a reserva',
  captureText: 'Cobra tudo o que está reservado ou uma parte, uma só vez.',
  captureHint: ({ max, rest }) =>
    rest === undefined ? `Até ${max}.` : `Até ${max}. Os ${rest} restantes não poderão ser cobrados depois.`,
  captureTooMuch: ({ max }) => `Somente ${max} estão reservados.`,
  captureButton: ({ amount, terminal }) => (amount ? `Cobrar ${amount} em ${terminal}` : 'Cobrar a reserva'),
  giveBack: ({ isHold }) => (isHold ? 'Liberar a reserva' : 'Devolver dinheiro'),
  giveBackText: ({ way }) => giveBackTexts[way],
  partLater: 'Você pode devolver uma parte depois do fechamento do dia.',
  giveBackHint: ({ max, rest }) =>
    rest === undefined ? `Até ${max}.` : `Até ${max}. Os ${rest} restantes continuam pagos.`,
  giveBackTooMuch: ({ max }) => `Você pode devolver no máximo ${max}.`,
  giveBackButton: ({ amount, isHold }) => {
    if (isHold) return amount ? `Liberar ${amount}` : 'Liberar';
    return amount ? `Devolver ${amount}` : 'Devolver';
  },

  confirmTitle: ({ amount, way }) => (way === 'release' ? `Liberar ${amount}?` : `Devolver ${amount}?`),
  confirmText: ({ amount, terminal, rest, way }) => {
    switch (way) {
      case 'release':
        return `Os ${amount} reservados em ${terminal} são liberados e não poderão mais ser cobrados. Isso não pode ser desfeito.`;
      case 'cancel':
        return `A venda de ${amount} em ${terminal} é cancelada, e o cliente não é cobrado. Isso não pode ser desfeito.`;
      case 'try':
        return `Se ainda não for tarde, a venda de ${amount} em ${terminal} é cancelada, e o cliente não é cobrado. Isso não pode ser desfeito. Se for tarde, nada é devolvido ainda.`;
      case 'part':
      case 'refund':
        return `${amount} voltam ao cartão do cliente, em ${terminal}. ${rest ? `${rest} continuam pagos. ` : ''}Isso não pode ser desfeito.`;
    }
  },
  confirmDoubt:
    'Uma tentativa anterior pode ter sido concluída. Confira antes no comprovante ou na retaguarda.',
  confirmYes: ({ amount, way }) => (way === 'release' ? `Sim, liberar ${amount}` : `Sim, devolver ${amount}`),
  goBack: 'Voltar',

  insteadHint:
    'Talvez seja tarde para cancelar. Você pode reembolsar: o dinheiro volta ao cartão, o que pode levar alguns dias.',
  instead: ({ amount }) => `Reembolsar ${amount} em vez disso`,

  voided: 'Este pagamento foi cancelado. Nada mais pode ser feito com ele.',
  allRefunded: 'Tudo foi reembolsado.',
  nothingCaptured: 'Nada foi cobrado, então não há o que devolver.',
  underWay: 'Em outro caixa algo está sendo feito com este pagamento. Espere até terminar.',
  role: 'Você não pode devolver dinheiro aqui. Peça a alguém que possa.',
  terminalGone: ({ terminal }) =>
    `O dinheiro só pode ser devolvido em ${terminal}, que não está mais entre os seus terminais.`,

  duplicateTitle: 'Enviar outra vez o mesmo valor?',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = sentBefore({ amount, terminal, time });
    return `${sent} ${actionDoubts[phase] ?? 'Não é certo o que aconteceu.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? `Sim, cobrar ${amount} outra vez` : `Sim, devolver ${amount} outra vez`,
  busy: ({ terminal }) => `Nada foi enviado: ${terminal} está ocupado com este pagamento.`,
  busyElsewhere: ({ terminal }) =>
    `Nada foi enviado: ${terminal} está ocupado com um pagamento de outra janela.`,
  noJournal:
    'Nada foi enviado: este dispositivo não conseguiu registrar o pagamento, e o resultado poderia se perder. Permita que este site guarde dados e pressione de novo.',
  tooSlow: 'Nada foi enviado: este dispositivo demorou demais para registrar isso. Pressione de novo.',
  unreachable:
    'Nada foi enviado: não há conexão com o serviço de pagamento. Verifique a conexão deste dispositivo e pressione de novo.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount') return 'Nada foi enviado: não resta tanto assim.';
    if (code === 'not-allowed')
      return 'Nada foi enviado: outra coisa foi feita, ou está sendo feita, com este pagamento.';
    return `Nada foi enviado: um dado não é válido${field ? ` (${field})` : ''}. Avise quem cuida desta página.`;
  },
  back: 'Voltar ao pagamento',
};

const seenOn: Record<ResolutionBasis, string> = {
  'terminal-screen': 'visto na maquininha',
  receipt: 'visto em um comprovante',
  'back-office': 'visto no sistema de gestão',
  other: 'sabido por outra via',
};

const transactionList: Labels['transactionList'] = {
  region: 'Pagamentos',
  loading: 'Carregando os pagamentos',
  notLoaded: 'Não foi possível carregar os pagamentos.',
  tryAgain: 'Tentar de novo',
  onlyThisBrowser: 'Estes são os pagamentos deste dispositivo. Os de outros caixas não estão na lista.',
  headline: ({ taken, givenBack, payments }) =>
    `${taken} recebidos em ${plural(payments, { one: `${payments.text} pagamento`, other: `${payments.text} pagamentos` })}${givenBack === undefined ? '' : `, ${givenBack} devolvidos`}`,
  onlyGivenBack: ({ givenBack }) => `${givenBack} devolvidos`,
  nothingTaken: 'Nada recebido',

  day: 'Dia',
  today: 'Hoje',
  yesterday: 'Ontem',
  anyDay: 'Qualquer dia',
  date: 'Data',

  search: 'Buscar valor, número de pedido ou de pagamento',
  readAsAmount: ({ amount }) => `Buscando o valor ${amount}`,
  readAsNumber: ({ text }) => `Buscando o número de pedido ou de pagamento “${text}”`,
  searchAmountInstead: ({ amount }) => `Buscar o valor ${amount} em vez disso`,
  searchNumberInstead: ({ text }) => `Buscar o número de pedido ou de pagamento “${text}” em vez disso`,

  filter: 'Mostrar',
  all: 'Todos',
  approved: 'Aprovados',
  notCompleted: 'Não concluídos',
  unknown: 'Ainda não se sabe',
  underWay: 'Em andamento',
  unseen: 'Ainda não vistos',
  givenBack: 'Devolvidos',
  terminal: 'Terminal',
  anyTerminal: 'Todos os terminais',
  actor: 'Iniciados por',
  anyActor: 'Qualquer pessoa',
  clear: 'Mostrar todos',

  toLookAt: 'Verifique estes, por favor',
  others: 'Todos os outros',
  order: ({ number }) => `Pedido ${number}`,
  more: 'Mostrar mais',

  emptyTitle: 'Nenhum pagamento hoje ainda',
  emptyText: 'Cada pagamento e cada reembolso aparecerá aqui, com o seu resultado.',
  emptyDay: 'Nenhum pagamento neste dia.',
  noMatch: 'Nenhum pagamento corresponde.',

  download: 'Baixar como tabela (CSV)',
  downloading: 'Preparando a tabela',
  csvFile: ({ day }) => `pagamentos-${day}.csv`,
  notDownloaded: 'Não foi possível criar a tabela. Escolha menos dias ou tente de novo.',

  detailNotLoaded: 'Não foi possível carregar os detalhes.',
  history: 'O que aconteceu',
  startedBy: ({ actor }) =>
    actor === undefined ? 'Enviado à maquininha' : `Enviado à maquininha por ${actor}`,
  atTerminal: 'Na maquininha',
  becameUnknown: 'Ainda não se sabe',
  resolved: ({ charged, basis, actor }) =>
    `${actor === undefined ? 'Registrado' : `${actor} registrou`}: ${charged ? 'cobrado' : 'não cobrado'}, ${seenOn[basis]}`,
  approvedBy: ({ actor }) =>
    actor === undefined ? 'Autorizado por outra pessoa' : `Autorizado por ${actor}`,
  seenBy: ({ actor }) => (actor === undefined ? 'Visto' : `Visto por ${actor}`),
  doubtful: 'Algo não confere',
  acknowledge: 'Pronto',
  elsewhere: 'Outro caixa está com este pagamento. O resultado aparecerá aqui.',
  slip: 'Comprovante',
};

/** Portuguese as in Brazil. Not yet reviewed by a native speaker. */
export const ptBR: Labels = {
  amountField,
  attachmentField,
  closeBatch,
  closeDay,
  dayReport,
  linkShare,
  openOperations,
  paymentLinkForm,
  paymentLinkList,
  paymentMirror,
  paymentStatus,
  receipt,
  terminalCheckout,
  terminalPicker,
  transactionActions,
  transactionList,
};
