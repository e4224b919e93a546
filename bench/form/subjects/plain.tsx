import { type Resolver, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { rows } from '../rows.ts';
import { zodResolver } from './zodResolver.js';

const schema = z.object({
  amount: z.string().check(z.minLength(1, 'Enter an amount.')),
  values: z.array(z.string().check(z.minLength(1, 'Enter a value.'))),
});
const defaultValues = { amount: '', values: rows.map(({ value }) => value) };
const resolver = zodResolver(schema) as Resolver<z.infer<typeof schema>>;

/** react-hook-form as in its documentation: `register` without a wrapper. */
export const plain = (isValidated: boolean) => () => <Plain isValidated={isValidated} />;

function Plain({ isValidated }: { isValidated: boolean }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues,
    ...(isValidated && { resolver }),
  });
  const errors = isValidated ? formState.errors : {};
  return (
    <form onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
      <label>
        Amount
        <input {...register('amount')} aria-invalid={errors.amount ? true : undefined} />
      </label>
      {rows.map(({ key, label }, index) => (
        <div key={key}>
          <label htmlFor={key}>{label}</label>
          <input id={key} {...register(`values.${index}`)} />
          {errors.values?.[index] && <p>{errors.values[index].message}</p>}
        </div>
      ))}
      <button type="submit">Create</button>
    </form>
  );
}
