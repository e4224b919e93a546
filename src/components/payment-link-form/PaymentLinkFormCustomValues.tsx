'use client';
import { forwardRef, useId, useMemo } from 'react';
import { TextField } from '../field/TextField.tsx';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { AddCustomValue } from './AddCustomValue.tsx';
import { CustomValueRow } from './CustomValueRow.tsx';
import { contentOf } from './linkContent.ts';
import { useLinkEntry } from './useLinkEntry.ts';
import { useRowFocus } from './useRowFocus.ts';

export interface PaymentLinkFormCustomValuesState {
  invalid: boolean;
}

export interface PaymentLinkFormCustomValuesProps extends PartProps<
  'fieldset',
  PaymentLinkFormCustomValuesState
> {}

/** Values under keys that the merchant's set-up knows, and where the host allows it under others. */
export const PaymentLinkFormCustomValues = forwardRef<HTMLFieldSetElement, PaymentLinkFormCustomValuesProps>(
  function PaymentLinkFormCustomValues(props, ref) {
    const { form, setup, customRows, touch } = useLinkEntry();
    const { options, fields, labels } = setup;
    const rule = fields.customValues;
    const { rows } = customRows;
    const errorId = useId();
    const { element, add, move, remove } = useRowFocus({ form, customRows, labels, onTouch: touch });
    const byKey = useMemo(() => new Map(options.map((option) => [option.key, option])), [options]);
    if (rule?.hidden || (options.length === 0 && rows.length === 0 && !rule?.freeKeys && !rule?.value))
      return null;

    const { errors } = form.formState;
    const groupError = rows.length === 0 ? errors.values?.root?.message : undefined;
    const used = new Set(rows.map(({ key }) => key));
    const own = {
      className: 'tillkit-field tillkit-payment-link-form-values',
      'aria-describedby': groupError === undefined ? undefined : errorId,
      children: (
        <>
          <legend className="tillkit-label">{labels.customValues}</legend>
          {rule?.readOnly ? (
            contentOf(form.getValues(), rows, setup).customValues.map(
              ({ key, label, value, valueLabel }, index) => (
                <TextField
                  key={`${index} ${key}`}
                  label={label ?? key}
                  value={valueLabel ?? value}
                  readOnly
                  onValueChange={() => undefined}
                />
              ),
            )
          ) : (
            <>
              {rows.length > 0 && (
                <ol>
                  {rows.map((row, index) => (
                    <CustomValueRow
                      key={row.id}
                      form={form}
                      row={row}
                      position={index + 1}
                      option={row.key === undefined ? undefined : byKey.get(row.key)}
                      keyError={errors.keys?.[row.id]?.message}
                      valueError={errors.values?.[row.id]?.message}
                      isFirst={index === 0}
                      isLast={index === rows.length - 1}
                      labels={labels}
                      onMove={move}
                      onRemove={remove}
                    />
                  ))}
                </ol>
              )}
              <AddCustomValue
                options={options.filter(({ key }) => !used.has(key))}
                hasFreeKeys={rule?.freeKeys ?? false}
                labels={labels}
                onAdd={add}
              />
            </>
          )}
          {groupError !== undefined && (
            <p id={errorId} className="tillkit-error">
              <Icon name="alert" />
              <span>{groupError}</span>
            </p>
          )}
        </>
      ),
    };
    const state = { invalid: groupError !== undefined };
    return <Part as="fieldset" ref={ref} partRef={element} own={own} given={props} state={state} />;
  },
);
