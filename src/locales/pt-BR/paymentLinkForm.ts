import type { PaymentLinkFormLabels } from '../../components/payment-link-form/paymentLinkFormLabels.ts';
import { plural } from './plural.ts';

/** Not yet reviewed by a native speaker. */
export const paymentLinkForm: PaymentLinkFormLabels = {
  title: 'Novo link de pagamento',
  create: 'Criar link de pagamento',
  creating: 'Criando…',
  restored: 'Isto é o que você havia preenchido antes.',
  filesLost: 'Os arquivos não são guardados: adicione-os de novo.',
  startAfresh: 'Começar do zero',

  showBilling: 'Solicitar endereço de cobrança',
  showShipping: 'Solicitar endereço de entrega',
  applyDiscount: 'Aplicar desconto',
  applyDiscountHint: 'Desconta uma porcentagem quando há desconto e o cliente paga com cartão de crédito.',
  discountHint: ({ percent }) => `Quem paga com cartão de crédito paga ${percent} a menos.`,
  flagMissing: 'É necessário marcar esta caixa.',

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
  notUploaded: 'Nem todos os arquivos foram enviados. Antes, envie-os de novo ou remova-os.',

  estimate: 'Estimativa',
  amount: 'Valor',
  withPercent: ({ label, percent }) => `${label}, ${percent}`,
  plusTaxes: 'mais impostos',
  total: 'Total',
  discount: ({ percent }) => `Desconto, ${percent}`,
  cardTotal: 'Com cartão de crédito',
  taxRounding: 'Cada imposto é arredondado separadamente, com a metade para cima.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'O desconto é subtraído do total e arredondado, com a metade para cima.'
      : 'O desconto é uma parte do valor sem impostos, arredondada, com a metade para cima.',
  notKnown: '—',

  serviceSays: (sentence) => `O serviço informa: ${sentence}`,
  rejectedTitle: 'Não aceito',
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `Não saiu desta página: um dado não é válido${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited') return 'O serviço está recebendo solicitações demais. Aguarde um minuto.';
    if (code === 'unauthorized') return 'Sua sessão não é válida para isto. Entre e pressione de novo.';
    if (code === 'too-large') return 'Passa do tamanho que o serviço aceita.';
    return `O serviço não informou o motivo${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Ainda não se sabe',
  unknownText:
    'Não veio uma resposta clara, então o link pode ter sido criado ou não. Nada é reenviado automaticamente.',
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
  listNotRead: 'Não foi possível ler a lista.',
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
