'use client';
import { createContext, forwardRef, type ReactNode, useContext, useId, useMemo, useRef } from 'react';
import { withDefaultPageOnlyFields } from '../../core/operations/operationFields.ts';
import type { RecordedOperation } from '../../core/operations/recorded.ts';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useLabels } from '../../hooks/useLabels.ts';
import { useOperation } from '../../hooks/useOperations.ts';
import { receipt } from '../../words/enReceipt.ts';
import { paymentStatus } from '../../words/enOutcomes.ts';
import { openOperations } from '../../words/enTitles.ts';
import type { ReceiptLabels } from '../../words/words.ts';
import { Icon } from '../kit/Icon.tsx';
import { Part, type PartProps, partsOf, usePartContext } from '../kit/part.tsx';
import { type Paper, printAlone } from '../kit/printAlone.ts';
import { TitleLevelContext, usePaymentView } from '../payment-status/usePaymentStatus.ts';
import { type ReceiptSlip, receiptSlip, type SlipRow } from './receiptSlip.ts';

/** The slip that a part belongs to. */
export interface ShownReceipt {
  /** The slip; undefined if there is no such operation, or if the journal has not been read yet. */
  slip: ReceiptSlip | undefined;
  operation: TerminalOperation | undefined;
  labels: ReceiptLabels;
  /** The sentence to show while there is no slip. */
  nothing: string;
  paper: Paper;
  isReprint: boolean;
  /** Prints the slip, and nothing else of the page. */
  print: () => void;
  titleId: string;
}

const ReceiptContext = /*#__PURE__*/ createContext<ShownReceipt | null>(null);

/** The slip that a part belongs to. Throws outside of a `Receipt.Root`. */
export function useReceiptContext(): ShownReceipt {
  return usePartContext(ReceiptContext, 'Receipt.Root');
}

export interface ReceiptState {
  phase: TerminalOperation['phase'] | undefined;
  kind: TerminalOperation['kind'] | undefined;
  paper: Paper;
  /** The tone of the slip's outcome; undefined while there is no slip. */
  tone: ReceiptSlip['tone'] | undefined;
  reprint: boolean;
  /** There is no such operation. */
  empty: boolean;
}

const stateOf = ({ slip, operation, paper, isReprint }: Omit<ShownReceipt, 'print'>): ReceiptState => ({
  phase: operation?.phase,
  kind: operation?.kind,
  tone: slip?.tone,
  paper,
  reprint: isReprint,
  empty: operation === undefined,
});

const definePart = /*#__PURE__*/ partsOf(useReceiptContext, stateOf);

export interface ReceiptRootProps extends PartProps<'article', ReceiptState> {
  /** The operation: one that this web page follows, or one from the gateway's record. */
  operation?: RecordedOperation | TerminalOperation | undefined;
  /** In place of `operation`: the id of an operation that this web page follows. */
  operationId?: string | undefined;
  /** The paper that the slip is printed on. Default `80mm`. */
  paper?: '58mm' | '80mm' | 'a4' | undefined;
  /** Whether a slip of this operation was printed before. If true, the slip says that it is a copy. */
  reprint?: boolean | undefined;
  labels?: Partial<ReceiptLabels> | undefined;
}

/** Provides the slip to the parts inside. */
export const ReceiptRoot = /*#__PURE__*/ forwardRef<HTMLElement, ReceiptRootProps>(function ReceiptRoot(
  { operation: given, operationId, paper = '80mm', reprint = false, labels: own, ...props },
  ref,
) {
  const labels = useLabels('receipt', receipt, own);
  const statusLabels = useLabels('paymentStatus', paymentStatus);
  const { kind } = useLabels('openOperations', openOperations);
  const found = useOperation(given ? undefined : operationId);
  const operation = useMemo(() => (given ? withDefaultPageOnlyFields(given) : found), [given, found]);
  const view = usePaymentView(operation, statusLabels);
  const element = useRef<HTMLElement>(null);
  const titleId = useId();
  const shown = {
    slip: view && receiptSlip(view, labels, kind),
    operation,
    labels,
    nothing: statusLabels.nothing,
    paper,
    isReprint: reprint,
    titleId,
  };
  const print = () => printAlone(element.current, paper);
  const attributes = {
    className: 'tillkit-receipt tillkit-card',
    'data-tillkit': 'receipt',
    'aria-labelledby': titleId,
  };
  return (
    <ReceiptContext.Provider value={{ ...shown, print }}>
      <Part as="article" ref={ref} partRef={element} own={attributes} given={props} state={stateOf(shown)} />
    </ReceiptContext.Provider>
  );
});

/** The outcome in a few words. A slip without an outcome says that it is not a receipt. */
export const ReceiptTitle = /*#__PURE__*/ definePart('h2', function ReceiptTitle({ slip, nothing, titleId }) {
  return {
    className: 'tillkit-receipt-title',
    id: titleId,
    'aria-level': useContext(TitleLevelContext),
    children: slip ? (
      <>
        <Icon name={slip.icon} />
        <span>{slip.title}</span>
      </>
    ) : (
      nothing
    ),
  };
});

/** Says that the slip was printed before. */
export const ReceiptReprint = /*#__PURE__*/ definePart(
  'p',
  function ReceiptReprint({ slip, isReprint, labels }) {
    return slip && isReprint && { className: 'tillkit-receipt-reprint', children: labels.reprint };
  },
);

interface ReceiptLinesProps {
  /** The lines to print. Line breaks in a string are shown. */
  children?: ReactNode;
}

/** The shop's name and address. Hidden while there is no slip. */
export const ReceiptShop = /*#__PURE__*/ definePart(
  'div',
  function ReceiptShop({ slip }, { children }: ReceiptLinesProps) {
    return slip && hasContent(children) && { className: 'tillkit-receipt-shop' };
  },
);

/** The shop's last lines. Hidden while there is no slip. */
export const ReceiptFooter = /*#__PURE__*/ definePart(
  'div',
  function ReceiptFooter({ slip }, { children }: ReceiptLinesProps) {
    return slip && hasContent(children) && { className: 'tillkit-receipt-footer' };
  },
);

const hasContent = (content: ReactNode) => content !== undefined && content !== null && content !== '';

const slipRows = (rows: readonly SlipRow[]) =>
  rows.map(({ term, text }) => (
    <div key={term}>
      <dt>{term}</dt>
      <dd className="tillkit-figures">
        <bdi>{text}</bdi>
      </dd>
    </div>
  ));

export interface ReceiptFiguresState extends Pick<ReceiptSlip, 'moved'> {}

/** The amounts, the most important first. */
export const ReceiptFigures = /*#__PURE__*/ definePart('dl', function ReceiptFigures({ slip }) {
  if (!slip?.figures.length) return undefined;
  const { figures, moved } = slip;
  const state: ReceiptFiguresState = { moved };
  return { className: 'tillkit-receipt-figures', children: slipRows(figures), state };
});

/** What the outcome means, and what to do if there is none. */
export const ReceiptSentences = /*#__PURE__*/ definePart('div', function ReceiptSentences({ slip }) {
  if (!slip?.sentences.length) return undefined;
  return {
    className: 'tillkit-receipt-sentences',
    children: slip.sentences.map(({ text, isFromService }) => (
      <p key={text}>{isFromService ? <bdi>{text}</bdi> : text}</p>
    )),
  };
});

/** Time, terminal and numbers. */
export const ReceiptDetails = /*#__PURE__*/ definePart('dl', function ReceiptDetails({ slip }) {
  return slip && { className: 'tillkit-receipt-details', children: slipRows(slip.details) };
});

/** A button that prints the slip, and nothing else of the page. The button itself is not printed. */
export const ReceiptPrint = /*#__PURE__*/ definePart(
  'button',
  function ReceiptPrint({ slip, labels, print }) {
    if (!slip) return undefined;
    return {
      className: 'tillkit-button tillkit-unprinted',
      onClick: print,
      children: labels.print,
    };
  },
);

export interface ReceiptProps extends Omit<ReceiptRootProps, 'children'> {
  /** Lines at the top of the slip, such as the shop's name and address. Line breaks in a string are shown. */
  shop?: ReactNode;
  /** Lines at the bottom of the slip. Line breaks in a string are shown. */
  footer?: ReactNode;
}

/**
 * A slip of one operation, on paper of 58 or 80 mm or A4. The ref is the slip.
 *
 * @example
 * <Receipt operationId={operation.id} shop="Café Aurora" />
 */
export const Receipt = /*#__PURE__*/ forwardRef<HTMLElement, ReceiptProps>(function Receipt(
  { shop, footer, ...props },
  ref,
) {
  return (
    <ReceiptRoot {...props} ref={ref}>
      <ReceiptReprint />
      <ReceiptShop>{shop}</ReceiptShop>
      <ReceiptTitle />
      <ReceiptFigures />
      <ReceiptSentences />
      <ReceiptDetails />
      <ReceiptFooter>{footer}</ReceiptFooter>
      <ReceiptPrint />
    </ReceiptRoot>
  );
});
