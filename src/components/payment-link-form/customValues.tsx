'use client';
import { memo, type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentLinkFormLabels } from '../../words/words.ts';
import { Button } from '../kit/Button.tsx';
import { useIsCollapsed } from '../kit/OptionalFields.tsx';
import { Icon, type IconName } from '../kit/Icon.tsx';
import { FieldError, TextField } from '../kit/fields.tsx';
import type { CustomRow, CustomValueOption } from './linkFormValues.ts';
import type { CustomRows, LinkForm } from './useLinkForm.ts';
import { definePart, useLinkEntry } from './useSubmitLink.ts';

interface AddCustomValueProps {
  /** The options that no row uses. */
  customFields: readonly CustomValueOption[];
  hasFreeKeys: boolean;
  labels: PaymentLinkFormLabels;
  /** Without a key, the person types the key. */
  onAdd: (key?: string) => void;
}

/** Chooses the option of the next custom value and adds its row. */
function AddCustomValue({ customFields, hasFreeKeys, labels, onAdd }: AddCustomValueProps) {
  const [chosen, setChosen] = useState('');
  // Prefixed, because a key may be any text, even `free`.
  const choices = [
    ...customFields.map(({ key, label }) => ({ name: `key ${key}`, key, label })),
    ...(hasFreeKeys ? [{ name: 'free', key: undefined, label: labels.otherKey }] : []),
  ];
  const next = choices.find(({ name }) => name === chosen) ?? choices[0];
  return (
    <div className="tillkit-payment-link-form-add">
      {choices.length > 1 && (
        <span className="tillkit-payment-link-form-select">
          <select
            className="tillkit-input"
            aria-label={labels.customKey}
            value={next?.name}
            onChange={(event) => setChosen(event.target.value)}
          >
            {choices.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron" />
        </span>
      )}
      <Button
        className="tillkit-payment-link-form-next"
        aria-disabled={next ? undefined : true}
        onClick={() => next && onAdd(next.key)}
      >
        <Icon name="plus" />
        {labels.addCustomValue}
      </Button>
    </div>
  );
}

interface CustomValueInputProps {
  registered: UseFormRegisterReturn;
  option: CustomValueOption | undefined;
  defaultValue: string | undefined;
  labels: PaymentLinkFormLabels;
  control: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };
}

/** The control of one custom value, by type. It is uncontrolled: React renders nothing while a person types. */
function CustomValueInput({ registered, option, defaultValue, labels, control }: CustomValueInputProps) {
  const shared = {
    ...registered,
    ...control,
    className: 'tillkit-input',
    defaultValue,
    autoComplete: 'off',
    'aria-required': option?.required || undefined,
  };
  switch (option?.type) {
    case 'choice':
      return (
        <span className="tillkit-payment-link-form-select">
          <select {...shared}>
            <option value="">{labels.choose}</option>
            {option.choices?.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="chevron" />
        </span>
      );
    case 'date':
      return <input type="date" {...shared} />;
    case 'number':
      return <input type="text" inputMode="decimal" {...shared} />;
    default:
      return <input type="text" dir="auto" {...shared} />;
  }
}

interface RowToolsProps {
  rowId: string;
  label: string;
  isFirst: boolean;
  isLast: boolean;
  canRemove: boolean;
  labels: PaymentLinkFormLabels;
  onMove: (rowId: string, by: -1 | 1, label: string) => void;
  onRemove: (rowId: string, label: string) => void;
}

/** Moves a row up or down, or removes it. A button that can do no more stays in place, so that it keeps the focus. */
function RowTools(props: RowToolsProps) {
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
    <Button
      data-action={action}
      data-variant="quiet"
      data-shape="icon"
      aria-label={name}
      aria-disabled={onPress ? undefined : true}
      onClick={onPress}
    >
      <Icon name={icon} />
    </Button>
  );
}

interface CustomValueRowProps extends Pick<RowToolsProps, 'onMove' | 'onRemove' | 'isFirst' | 'isLast'> {
  form: LinkForm;
  row: CustomRow;
  /** From 1. */
  position: number;
  option: CustomValueOption | undefined;
  keyError: string | undefined;
  valueError: string | undefined;
  labels: PaymentLinkFormLabels;
}

/** One custom value: its label or the input of its key, its control and the row's buttons. */
const CustomValueRow = /*#__PURE__*/ memo(function CustomValueRow(props: CustomValueRowProps) {
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
      {error !== undefined && <FieldError id={`${id}error`}>{error}</FieldError>}
    </li>
  );
});

interface UseRowFocusOptions {
  form: LinkForm;
  customRows: CustomRows;
  labels: PaymentLinkFormLabels;
  onTouch: () => void;
}

interface UseRowFocusResult {
  element: RefObject<HTMLFieldSetElement | null>;
  add: (key?: string) => void;
  move: (id: string, by: -1 | 1, label: string) => void;
  remove: (id: string, label: string) => void;
}

/** Changes the rows and moves the focus: into the new row, to the pressed button, or to the next row. */
function useRowFocus(options: UseRowFocusOptions): UseRowFocusResult {
  const { form, customRows, labels, onTouch } = options;
  const { announce } = usePaymentsContext();
  const count = useCount();
  const { rows, current, add: addRow, move: moveRow, remove: removeRow } = customRows;
  const element = useRef<HTMLFieldSetElement>(null);
  const next = useRef<(() => void) | undefined>(undefined);

  useEffect(() => {
    next.current?.();
    next.current = undefined;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once the changed rows are on the page
  }, [rows]);

  const add = useCallback(
    (key?: string) => {
      onTouch();
      const id = addRow(key);
      next.current = () => form.setFocus(key === undefined ? `keys.${id}` : `values.${id}`);
    },
    [addRow, form, onTouch],
  );
  const move = useCallback(
    (id: string, by: -1 | 1, label: string) => {
      onTouch();
      const pressed = document.activeElement;
      // A row loses the focus when it is moved in the document.
      next.current = () => pressed instanceof HTMLElement && pressed.focus();
      moveRow(id, by);
      const position = current().findIndex((row) => row.id === id) + 1;
      announce(labels.moved({ label, position: count(position), count: count(current().length) }));
    },
    [moveRow, current, announce, count, labels, onTouch],
  );
  const remove = useCallback(
    (id: string, label: string) => {
      onTouch();
      const place = current().findIndex((row) => row.id === id);
      next.current = () => buttonAt(element.current, place)?.focus();
      removeRow(id);
      announce(labels.removed(label));
    },
    [removeRow, current, announce, labels, onTouch],
  );
  return { element, add, move, remove };
}

/** The remove button of the row at an index, else of the last row, else the button that adds a row. */
function buttonAt(section: HTMLElement | null, place: number): HTMLElement | null | undefined {
  const rows = section?.querySelectorAll('li');
  const row = rows?.[Math.min(place, rows.length - 1)];
  return (
    row?.querySelector<HTMLElement>('[data-action="remove"]') ??
    section?.querySelector<HTMLElement>('.tillkit-payment-link-form-next')
  );
}

/** The options that no row uses. */
export function unusedKinds(customFields: readonly CustomValueOption[], rows: readonly CustomRow[]) {
  const used = new Set(rows.map(({ key }) => key));
  return customFields.filter(({ key }) => !used.has(key));
}

export interface PaymentLinkFormCustomValuesState {
  invalid: boolean;
}

/** Custom values under the configured keys and, if the host allows it, under typed keys. */
export const PaymentLinkFormCustomValues = /*#__PURE__*/ definePart(
  'fieldset',
  function PaymentLinkFormCustomValues() {
    const { form, setup, customRows, content, touch } = useLinkEntry();
    const { customFields, fields, labels } = setup;
    const rule = fields.customValues;
    const { rows } = customRows;
    const errorId = useId();
    const { element, add, move, remove } = useRowFocus({ form, customRows, labels, onTouch: touch });
    const byKey = useMemo(() => new Map(customFields.map((option) => [option.key, option])), [customFields]);
    // A collapsed section hides only the controls that add rows. The row of a required value is always shown.
    const isCollapsed = useIsCollapsed()('customValues');
    const isThere = customFields.length > 0 || rows.length > 0 || rule?.freeKeys || rule?.value;
    if (rule?.hidden || !isThere || (isCollapsed && rows.length === 0)) return undefined;

    const { errors } = form.formState;
    const groupError = rows.length === 0 ? errors.values?.root?.message : undefined;
    const own = {
      className: 'tillkit-field tillkit-payment-link-form-values',
      'aria-describedby': groupError === undefined ? undefined : errorId,
      children: (
        <>
          <legend className={isCollapsed ? 'tillkit-visually-hidden' : 'tillkit-label'}>
            {labels.customValues}
          </legend>
          {rule?.readOnly ? (
            content().customValues.map(({ key, label, value, valueLabel }, index) => (
              <TextField
                key={`${index} ${key}`}
                label={label ?? key}
                value={valueLabel ?? value}
                readOnly
                onValueChange={() => undefined}
              />
            ))
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
              {!isCollapsed && (
                <AddCustomValue
                  customFields={unusedKinds(customFields, rows)}
                  hasFreeKeys={rule?.freeKeys ?? false}
                  labels={labels}
                  onAdd={add}
                />
              )}
            </>
          )}
          {groupError !== undefined && <FieldError id={errorId}>{groupError}</FieldError>}
        </>
      ),
    };
    const state = { invalid: groupError !== undefined };
    return { ...own, ref: element, state };
  },
);
