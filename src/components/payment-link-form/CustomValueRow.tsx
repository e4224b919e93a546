'use client';
import { memo, useId } from 'react';
import { useCount } from '../../hooks/useLabels.ts';
import { Icon } from '../icon/Icon.tsx';
import { CustomValueInput } from './CustomValueInput.tsx';
import type { CustomRow, CustomValueOption } from './linkFormValues.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';
import { RowTools, type RowToolsProps } from './RowTools.tsx';
import type { LinkForm } from './useLinkForm.ts';

export interface CustomValueRowProps extends Pick<
  RowToolsProps,
  'onMove' | 'onRemove' | 'isFirst' | 'isLast'
> {
  form: LinkForm;
  row: CustomRow;
  /** From 1. */
  position: number;
  option: CustomValueOption | undefined;
  keyError: string | undefined;
  valueError: string | undefined;
  labels: PaymentLinkFormLabels;
}

/** One custom value: its label or the key to be typed, its control, and what can be done with the row. */
export const CustomValueRow = memo(function CustomValueRow(props: CustomValueRowProps) {
  const { form, row, position, option, keyError, valueError, labels } = props;
  const id = useId();
  const count = useCount();
  const isFree = row.key === undefined;
  const label = option?.label ?? row.key ?? labels.freeValue;
  const error = keyError ?? valueError;
  const wiring = (part: 'key' | 'value', partError: string | undefined) => ({
    id: `${id}${part}`,
    'aria-invalid': partError === undefined ? undefined : (true as const),
    'aria-describedby': partError === undefined ? undefined : `${id}error`,
  });
  const valueName = `values.${row.id}` as const;
  const keyName = `keys.${row.id}` as const;
  return (
    <li className="tillkit-payment-link-form-value" data-invalid={error === undefined ? undefined : ''}>
      {isFree && (
        <div className="tillkit-field">
          <label className="tillkit-label" htmlFor={`${id}key`}>
            {labels.freeKey}
          </label>
          <CustomValueInput
            registered={form.register(keyName)}
            option={undefined}
            defaultValue={form.getValues(keyName)}
            labels={labels}
            control={wiring('key', keyError)}
          />
        </div>
      )}
      <div className="tillkit-field">
        <label className="tillkit-label" htmlFor={`${id}value`}>
          <bdi>{label}</bdi>
        </label>
        <CustomValueInput
          registered={form.register(valueName)}
          option={option}
          defaultValue={form.getValues(valueName)}
          labels={labels}
          control={wiring('value', valueError)}
        />
      </div>
      <RowTools
        label={isFree ? labels.freeRow(count(position)) : label}
        canRemove={!option?.required}
        isFirst={props.isFirst}
        isLast={props.isLast}
        labels={labels}
        rowId={row.id}
        onMove={props.onMove}
        onRemove={props.onRemove}
      />
      {error !== undefined && (
        <p id={`${id}error`} className="tillkit-error">
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </li>
  );
});
