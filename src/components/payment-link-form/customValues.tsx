'use client';
import { memo, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentLinkFormLabels } from '../../words/words.ts';
import { Button } from '../kit/Button.tsx';
import { useIsCollapsed } from '../kit/OptionalFields.tsx';
import { Icon, type IconName } from '../kit/Icon.tsx';
import { FieldError, TextField } from '../kit/fields.tsx';
import type { CustomRow, CustomValueOption } from './linkFormValues.ts';
import type { LinkForm } from './useLinkForm.ts';
import { definePart, type LinkEntry, useLinkEntry } from './useSubmitLink.ts';

/** The controls that add a row: for a configured key that the person chooses, or for a key to be typed. */
function AddCustomValue({ onAdd }: { onAdd: (key?: string) => void }) {
  const { customRows, setup } = useLinkEntry();
  const { customFields, fields, labels } = setup;
  const [chosen, setChosen] = useState('');
  // The prefix `key ` keeps a configured key with the name `free` apart from the choice to type a key.
  const choices = [
    ...unusedKinds(customFields, customRows.rows).map(({ key, label }) => ({
      name: `key ${key}`,
      key,
      label,
    })),
    ...(fields.customValues?.freeKeys ? [{ name: 'free', key: undefined, label: labels.otherKey }] : []),
  ];
  const next = choices.find(({ name }) => name === chosen) ?? choices[0];
  return (
    <div className="tillkit-payment-link-form-add">
      {choices.length > 1 && (
        <span className="tillkit-select">
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
  form: LinkForm;
  name: `${'keys' | 'values'}.${string}`;
  id: string;
  /** The option with the value's key, if there is one. Always undefined for the input of a key. */
  option?: CustomValueOption | undefined;
  /** The id of the error sentence; undefined if there is none. */
  errorId: string | undefined;
  labels: PaymentLinkFormLabels;
}

/** The control of one custom value, by the option's type. While a person types, React renders nothing. */
function CustomValueInput({ form, name, id, option, errorId, labels }: CustomValueInputProps) {
  const { ref, ...registered } = form.register(name);
  const shared = {
    ...registered,
    ref: (control: HTMLInputElement | HTMLSelectElement | null) => {
      const typed = control?.value;
      ref(control);
      // `ref` empties the control if a person typed before React hydrated the page. This sets the typed text again.
      if (typed && typed !== form.getValues(name)) form.setValue(name, typed);
    },
    id,
    'aria-invalid': errorId === undefined ? undefined : true,
    'aria-describedby': errorId,
    className: 'tillkit-input',
    defaultValue: form.getValues(name),
    autoComplete: 'off',
    'aria-required': option?.required || undefined,
  };
  switch (option?.type) {
    case 'choice':
      return (
        <span className="tillkit-select">
          {/* Options may load after the value. A new `key` then makes a new `select`, which shows the value. */}
          <select key={option.choices?.length} {...shared}>
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

interface ToolProps {
  action: 'up' | 'down' | 'remove';
  name: string;
  icon: IconName;
  onPress: (() => void) | undefined;
}

/** A button of a row. Without `onPress` the button is unavailable but keeps the focus. */
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

interface CustomValueRowProps {
  form: LinkForm;
  row: CustomRow;
  /** The row's number, from 1. */
  position: number;
  option: CustomValueOption | undefined;
  keyError: string | undefined;
  valueError: string | undefined;
  isFirst: boolean;
  isLast: boolean;
  labels: PaymentLinkFormLabels;
  onMove: (id: string, by: -1 | 1, label: string) => void;
  onRemove: (id: string, label: string) => void;
}

/** One custom value: its label or an input for its key, an input for the value, and the row's buttons. */
const CustomValueRow = /*#__PURE__*/ memo(function CustomValueRow(props: CustomValueRowProps) {
  const { form, row, position, option, keyError, valueError, isFirst, isLast, labels } = props;
  const id = useId();
  const count = useCount();
  const isFree = row.key === undefined;
  const label = option?.label ?? row.key ?? labels.freeValue;
  const name = isFree ? labels.freeRow(count(position)) : label;
  const error = keyError ?? valueError;
  const errorIdOf = (sentence: string | undefined) => (sentence === undefined ? undefined : `${id}error`);
  const move = (by: -1 | 1) => () => props.onMove(row.id, by, name);
  return (
    <li className="tillkit-payment-link-form-value" data-invalid={error === undefined ? undefined : ''}>
      {isFree && (
        <div className="tillkit-field">
          <label className="tillkit-label" htmlFor={`${id}key`}>
            {labels.freeKey}
          </label>
          <CustomValueInput
            form={form}
            name={`keys.${row.id}`}
            id={`${id}key`}
            errorId={errorIdOf(keyError)}
            labels={labels}
          />
        </div>
      )}
      <div className="tillkit-field">
        <label className="tillkit-label" htmlFor={`${id}value`}>
          <bdi>{label}</bdi>
        </label>
        <CustomValueInput
          form={form}
          name={`values.${row.id}`}
          id={`${id}value`}
          option={option}
          errorId={errorIdOf(valueError)}
          labels={labels}
        />
      </div>
      <div className="tillkit-payment-link-form-tools">
        {!(isFirst && isLast) && (
          <>
            <Tool
              action="up"
              name={labels.moveUp(name)}
              icon="chevron"
              onPress={isFirst ? undefined : move(-1)}
            />
            <Tool
              action="down"
              name={labels.moveDown(name)}
              icon="chevron"
              onPress={isLast ? undefined : move(1)}
            />
          </>
        )}
        {!option?.required && (
          <Tool
            action="remove"
            name={labels.removeCustomValue(name)}
            icon="close"
            onPress={() => props.onRemove(row.id, name)}
          />
        )}
      </div>
      {error !== undefined && <FieldError id={`${id}error`}>{error}</FieldError>}
    </li>
  );
});

/** Adds, moves and removes rows, then focuses the new row, the pressed button, or what `buttonAt` returns. */
function useRowFocus({ form, setup: { labels }, customRows, touch }: LinkEntry) {
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

  const add = (key?: string) => {
    touch();
    const id = addRow(key);
    next.current = () => form.setFocus(key === undefined ? `keys.${id}` : `values.${id}`);
  };
  const move = useCallback(
    (id: string, by: -1 | 1, label: string) => {
      touch();
      const root = element.current?.getRootNode() as Document | ShadowRoot | undefined;
      const pressed = root?.activeElement as HTMLElement | null | undefined;
      // Moving a row takes the focus from the pressed button, so the button is focused again.
      next.current = () => pressed?.focus();
      moveRow(id, by);
      const position = current().findIndex((row) => row.id === id) + 1;
      announce(labels.moved({ label, position: count(position), count: count(current().length) }));
    },
    [moveRow, current, announce, count, labels, touch],
  );
  const remove = useCallback(
    (id: string, label: string) => {
      touch();
      const place = current().findIndex((row) => row.id === id);
      next.current = () => buttonAt(element.current, place)?.focus();
      removeRow(id);
      announce(labels.removed(label));
    },
    [removeRow, current, announce, labels, touch],
  );
  return { element, add, move, remove };
}

/** The button to focus after the row at `place` was removed: a neighbour's remove button, else the add button. */
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

/** The custom values. Each has a configured key or, if the host allows it, a key that a person types. */
export const PaymentLinkFormCustomValues = /*#__PURE__*/ definePart(
  'fieldset',
  function PaymentLinkFormCustomValues() {
    const entry = useLinkEntry();
    const { form, setup, customRows, content } = entry;
    const { customFields, fields, labels } = setup;
    const rule = fields.customValues;
    const { rows } = customRows;
    const errorId = useId();
    const { element, add, move, remove } = useRowFocus(entry);
    // While collapsed, the section hides the controls that add rows. Without rows, the whole section is hidden.
    const isCollapsed = useIsCollapsed()('customValues');
    const isThere = customFields.length > 0 || rows.length > 0 || rule?.freeKeys || rule?.value;
    if (rule?.hidden || !isThere || (isCollapsed && rows.length === 0)) return undefined;

    const { errors } = form.formState;
    const groupError = rows.length === 0 ? errors.values?.root?.message : undefined;
    return {
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
                      option={customFields.find(({ key }) => key === row.key)}
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
              {!isCollapsed && <AddCustomValue onAdd={add} />}
            </>
          )}
          {groupError !== undefined && <FieldError id={errorId}>{groupError}</FieldError>}
        </>
      ),
      ref: element,
      state: { invalid: groupError !== undefined },
    };
  },
);
