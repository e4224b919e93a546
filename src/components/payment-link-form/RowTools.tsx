'use client';
import { Icon, type IconName } from '../icon/Icon.tsx';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface RowToolsProps {
  rowId: string;
  label: string;
  isFirst: boolean;
  isLast: boolean;
  canRemove: boolean;
  labels: PaymentLinkFormLabels;
  onMove: (rowId: string, by: -1 | 1, label: string) => void;
  onRemove: (rowId: string, label: string) => void;
}

/** Moves a row up or down, or takes it out. At the ends a button stays where it is, so that the focus does too. */
export function RowTools(props: RowToolsProps) {
  const { rowId, label, isFirst, isLast, labels, onMove } = props;
  const isAlone = isFirst && isLast;
  return (
    <div className="tillkit-payment-link-form-tools">
      {!isAlone && (
        <>
          <Tool
            action="up"
            name={labels.moveUp(label)}
            icon="chevron"
            onPress={isFirst ? undefined : () => onMove(rowId, -1, label)}
          />
          <Tool
            action="down"
            name={labels.moveDown(label)}
            icon="chevron"
            onPress={isLast ? undefined : () => onMove(rowId, 1, label)}
          />
        </>
      )}
      {props.canRemove && (
        <Tool
          action="remove"
          name={labels.removeCustomValue(label)}
          icon="close"
          onPress={() => props.onRemove(rowId, label)}
        />
      )}
    </div>
  );
}

interface ToolProps {
  action: 'up' | 'down' | 'remove';
  name: string;
  icon: IconName;
  onPress: (() => void) | undefined;
}

function Tool({ action, name, icon, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="tillkit-button"
      data-action={action}
      data-variant="quiet"
      data-shape="icon"
      aria-label={name}
      aria-disabled={onPress ? undefined : true}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
