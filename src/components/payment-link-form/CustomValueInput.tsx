'use client';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Icon } from '../icon/Icon.tsx';
import type { CustomValueOption } from './linkFormValues.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

export interface CustomValueInputProps {
  registered: UseFormRegisterReturn;
  option: CustomValueOption | undefined;
  defaultValue: string | undefined;
  labels: PaymentLinkFormLabels;
  control: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };
}

/** The control of one custom value, by its type. The form reads it from the page: React renders nothing while it is typed in. */
export function CustomValueInput({
  registered,
  option,
  defaultValue,
  labels,
  control,
}: CustomValueInputProps) {
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
