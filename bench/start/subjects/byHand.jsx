// @ts-nocheck the peers of the benches are not installed with the kit
import { Button } from '@base-ui/react/button';
import { Checkbox } from '@base-ui/react/checkbox';
import { Combobox } from '@base-ui/react/combobox';
import { Field } from '@base-ui/react/field';
import { zodResolver } from '@hookform/resolvers/zod';
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { createService } from '../../day/service.ts';
import { show } from '../show.ts';
import './byHand.css';

const service = createService();
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const numberOf = (text) => Number(text.replace(',', '.'));
const ask = async (path, body) => {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : undefined;
  const response = await service(path, init);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
};

const saleSchema = z
  .object({
    terminal: z.object({ id: z.string(), name: z.string() }, 'Choose a terminal.'),
    amount: z
      .string()
      .regex(/^\d+([.,]\d{1,2})?$/, 'Enter an amount.')
      .refine((text) => numberOf(text) > 0, 'Enter an amount above zero.'),
    orderNumber: z.string().max(50, 'At most 50 characters.'),
    receipt: z.boolean(),
    email: z.string(),
  })
  .refine(({ receipt, email }) => !receipt || z.email().safeParse(email).success, {
    path: ['email'],
    message: 'Enter an e-mail address.',
  });

const defaultValues = { terminal: null, amount: '', orderNumber: '', receipt: false, email: '' };
const isOver = (status) => ['complete', 'failed', 'timeout'].includes(status);

/** The same page written with TanStack Query, react-hook-form, zod and Base UI. */
function Till() {
  const terminals = useQuery({ queryKey: ['terminals'], queryFn: () => ask('/api/terminals') });
  const form = useForm({ resolver: zodResolver(saleSchema), defaultValues });
  const hasReceipt = useWatch({ control: form.control, name: 'receipt' });
  const amount = useWatch({ control: form.control, name: 'amount' });
  const payment = useMutation({
    mutationFn: ({ terminal, amount: text, orderNumber, receipt, email }) =>
      ask('/api/terminal/pay', {
        terminalId: terminal.id,
        amount: Math.round(numberOf(text) * 100),
        ...(orderNumber && { orderNumber }),
        receipt,
        ...(receipt && { receiptEmail: email }),
      }),
  });
  const id = payment.data?.msgIdentifier;
  const message = useQuery({
    queryKey: ['message', id],
    queryFn: () => ask(`/api/processed-messages/${id}`),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : 2000),
  });
  const next = () => {
    payment.reset();
    form.reset();
  };
  if (payment.isSuccess) {
    const { status = 'waiting' } = message.data ?? {};
    return (
      <section data-phase={status}>
        <output>{status}</output>
        {isOver(status) && <Button onClick={next}>Next customer</Button>}
      </section>
    );
  }
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => payment.mutate(values))}>
      <Controller
        name="terminal"
        control={form.control}
        render={({ field, fieldState }) => (
          <Field.Root invalid={fieldState.invalid}>
            <Field.Label>Terminal</Field.Label>
            <Combobox.Root
              items={terminals.data?.items ?? []}
              value={field.value}
              onValueChange={field.onChange}
              itemToStringLabel={({ name }) => name}
              isItemEqualToValue={(one, other) => one.id === other.id}
            >
              <Combobox.Input
                ref={field.ref}
                onBlur={field.onBlur}
                aria-busy={terminals.isPending}
                placeholder={terminals.isPending ? 'Loading' : 'Choose'}
              />
              <Combobox.Portal>
                <Combobox.Positioner sideOffset={4}>
                  <Combobox.Popup className="popup">
                    <Combobox.Empty>No terminals.</Combobox.Empty>
                    <Combobox.List>
                      {(item) => (
                        <Combobox.Item key={item.id} value={item}>
                          {item.name}
                        </Combobox.Item>
                      )}
                    </Combobox.List>
                  </Combobox.Popup>
                </Combobox.Positioner>
              </Combobox.Portal>
            </Combobox.Root>
            <Field.Error match={fieldState.invalid}>{fieldState.error?.message}</Field.Error>
          </Field.Root>
        )}
      />
      {terminals.isError && <Button onClick={() => terminals.refetch()}>Try again</Button>}
      <Input form={form} name="amount" label="Amount" inputMode="decimal" />
      <Input form={form} name="orderNumber" label="Order number" />
      <Controller
        name="receipt"
        control={form.control}
        render={({ field }) => (
          <Field.Root>
            <Field.Label>
              <Checkbox.Root checked={field.value} onCheckedChange={field.onChange} className="checkbox">
                <Checkbox.Indicator>✓</Checkbox.Indicator>
              </Checkbox.Root>
              E-mail a receipt
            </Field.Label>
          </Field.Root>
        )}
      />
      {hasReceipt && <Input form={form} name="email" label="E-mail" type="email" />}
      <Button type="submit" disabled={payment.isPending}>
        Charge {numberOf(amount) > 0 && dollars.format(numberOf(amount))}
      </Button>
      {payment.isError && <p role="alert">The payment was not taken.</p>}
    </form>
  );
}

function Input({ form, name, label, ...props }) {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field.Root invalid={Boolean(error)}>
      <Field.Label>{label}</Field.Label>
      <Field.Control {...props} {...form.register(name)} />
      <Field.Error match={Boolean(error)}>{error?.message}</Field.Error>
    </Field.Root>
  );
}

show(
  <QueryClientProvider client={new QueryClient()}>
    <Till />
  </QueryClientProvider>,
);
