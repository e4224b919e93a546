import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PaymentLinkForm, type PaymentLinkFormProps } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import * as parts from 'tillkit/parts';
import { describe, expect, test, vi } from 'vitest';
import { said } from '../../said.ts';
import { add, addButton, bodyOf, createButton, createdHeading, show, textbox } from '../linkForm.tsx';

const options = [
  { key: 'table', label: 'Table' },
  { key: 'note', label: 'Note' },
  { key: 'waiter', label: 'Waiter' },
];
const keys = options.map(({ key }) => key);
const three = keys.map((key) => ({ key, value: `of ${key}` }));

/** A form with a sum in it, and rows. */
const open = ({ fields, ...props }: PaymentLinkFormProps = {}) =>
  show(
    {
      customFields: options,
      fields: { amount: { value: 4800 }, customValues: { value: three }, ...fields },
      ...props,
    },
    { customValueKeys: [...keys, 'mine', 'other'] },
  );
const button = (name: string) => screen.getByRole('button', { name });
/** By label: for a role jsdom works out the name of every button there is. */
const tool = (name: string) => screen.getByLabelText(name);
const rows = () => Array.from(document.querySelectorAll<HTMLElement>('ol > li'));
const order = () =>
  rows().map((row) =>
    Array.from(row.querySelectorAll('input, select'), (input) => (input as HTMLInputElement).value).join(),
  );
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const sentValues = (form: ReturnType<typeof open>) =>
  (bodyOf(form) as { customValues: { key: string; value: string }[] }).customValues.map(
    ({ key, value }) => `${key}=${value}`,
  );
const afresh = async ({ user, rerender }: ReturnType<typeof open>) => {
  rerender(<h1>Elsewhere</h1>);
  rerender(<PaymentLinkForm customFields={options} />);
  await user.click(button('Start afresh'));
};

describe('a row', () => {
  test('of a key that the host gave twice has the first label, as what is sent has', async () => {
    const twice = [...options, { key: 'note', label: 'Other note' }];
    const form = open({ customFields: twice });
    expect(screen.getAllByLabelText(/^(Other note|Note)/).length).toBeGreaterThan(0);
    expect(screen.queryByLabelText(/^Other note/)).toBeNull();
    await form.user.click(createButton());
    await createdHeading();
    expect(JSON.stringify(bodyOf(form))).not.toContain('Other note');
  });

  test('shows the choice that is sent, also if the host gives the choices later', async () => {
    const option = { key: 'note', label: 'Note', type: 'choice' as const };
    const form = open({
      customFields: [option],
      fields: { customValues: { value: [{ key: 'note', value: 'b' }] } },
    });
    const choices = [
      { value: 'a', label: 'North' },
      { value: 'b', label: 'South' },
    ];
    form.rerender(<PaymentLinkForm customFields={[{ ...option, choices }]} />);
    expect(screen.getByRole('combobox', { name: 'Note' })).toHaveDisplayValue('South');
    await form.user.click(createButton());
    await createdHeading();
    expect(sentValues(form)).toEqual(['note=b']);
  });

  test('is not sent by the key that only confirms what an input method composes', () => {
    open();
    const enter = (composing: object) =>
      fireEvent.keyDown(screen.getByDisplayValue('of note'), { key: 'Enter', ...composing });
    // Safari ends the composition before the key.
    expect([enter({ isComposing: true }), enter({ keyCode: 229 }), enter({})]).toEqual([false, false, true]);
  });

  test('is moved by one place, and its text with it', async () => {
    const form = open();
    await form.user.click(tool('Move Table down'));
    expect(order()).toEqual(['of note', 'of table', 'of waiter']);
    await said('Table is now 2 of 3.');
    await form.user.click(tool('Move Waiter up'));
    expect(order()).toEqual(['of note', 'of waiter', 'of table']);
    await said('Waiter is now 2 of 3.');
    await form.user.click(createButton());
    await createdHeading();
    expect(sentValues(form)).toEqual(['note=of note', 'waiter=of waiter', 'table=of table']);
  });

  test('at an end keeps its button, which does nothing', async () => {
    const { user } = open();
    const ends = [tool('Move Table up'), tool('Move Waiter down')];
    for (const end of ends) {
      expect(end).toHaveAttribute('aria-disabled', 'true');
      await user.click(end);
    }
    expect(order()).toEqual(['of table', 'of note', 'of waiter']);
    expect(tool('Move Table down')).not.toHaveAttribute('aria-disabled');
    expect(tool('Move Note up')).not.toHaveAttribute('aria-disabled');
  });

  test('that is alone cannot be moved', () => {
    open({ fields: { customValues: { value: three.slice(0, 1) } } });
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
    expect(tool('Remove Table')).toBeVisible();
  });

  test('that is removed from the middle gives the focus to the one that took its place, from the end to the last', async () => {
    const form = open();
    await form.user.click(tool('Remove Note'));
    expect(tool('Remove Waiter')).toHaveFocus();
    await form.user.click(tool('Remove Waiter'));
    expect(tool('Remove Table')).toHaveFocus();
    await said('Waiter was removed.');
    await form.user.click(createButton());
    await createdHeading();
    expect(sentValues(form)).toEqual(['table=of table']);
  });

  test('that was moved or removed is something to lose, without a key typed', async () => {
    for (const name of ['Move Table down', 'Remove Note']) {
      const form = open();
      expect(asks()).toBe(false);
      await form.user.click(tool(name));
      expect(asks()).toBe(true);
      await afresh(form);
      form.unmount();
    }
  });

  test('that was only added is nothing to lose until something stands in it', async () => {
    const form = open({
      fields: { customValues: { value: [] } },
      customFields: [{ key: 'table', label: 'Table', required: true }],
    });
    expect(asks()).toBe(false);
    await form.user.type(textbox('Table'), '7');
    expect(asks()).toBe(true);
    await form.user.clear(textbox('Table'));
    expect(asks()).toBe(false);
  });

  test('says what is wrong with it, for the control that it is about', async () => {
    const { user } = open({
      fields: { customValues: { freeKeys: true, value: [{ key: 'table', value: '' }] } },
    });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of detail' }), 'Other…');
    await user.click(addButton());
    await user.click(createButton());
    const [first, second] = rows();
    await waitFor(() => expect(textbox('Table')).toHaveFocus());
    expect(textbox('Table')).toHaveAccessibleDescription('Enter a value.');
    expect(first).toHaveAttribute('data-invalid', '');
    expect(textbox('Name')).toHaveAccessibleDescription('Enter a name.');
    expect(textbox('Name')).toBeInvalid();
    expect(second).toHaveTextContent('Enter a name.');
    await user.type(textbox('Name'), 'mine');
    await waitFor(() => expect(screen.getAllByText('Enter a value.')).toHaveLength(2));
    expect(textbox('Name')).toBeValid();
    expect(textbox('Value')).toHaveAccessibleDescription('Enter a value.');
    await user.type(textbox('Table'), '7');
    expect(first).not.toHaveAttribute('data-invalid');
    await user.clear(textbox('Table'));
    await user.clear(textbox('Name'));
  });

  test('whose key is typed is named by its place, and by the word for it', async () => {
    const form = open({
      fields: { customValues: { freeKeys: true, value: three.slice(0, 1) } },
      customFields: options.slice(0, 1),
    });
    const { user } = form;
    await user.click(addButton());
    await user.keyboard('mine');
    await user.tab();
    await user.keyboard('1');
    await user.click(addButton());
    await user.keyboard('other');
    await user.tab();
    await user.keyboard('2');
    await user.click(tool('Move detail 3 up'));
    await said('detail 3 is now 2 of 3.');
    expect(order()).toEqual(['of table', 'other,2', 'mine,1']);
    await user.click(createButton());
    await createdHeading();
    expect(sentValues(form)).toEqual(['table=of table', 'other=2', 'mine=1']);
  });
});

describe('adding a row', () => {
  const kinds = () => within(screen.getByRole('combobox', { name: 'Kind of detail' })).getAllByRole('option');

  test('offers the kinds that no row has, and after one of them the first that is left', async () => {
    const { user } = open({ fields: { customValues: { value: [] } } });
    expect(kinds().map(({ textContent }) => textContent)).toEqual(['Table', 'Note', 'Waiter']);
    await user.selectOptions(screen.getByRole('combobox'), 'Note');
    await user.click(addButton());
    expect(kinds().map(({ textContent }) => textContent)).toEqual(['Table', 'Waiter']);
    expect(screen.getByRole('combobox')).toHaveDisplayValue('Table');
    await user.click(addButton());
    expect(textbox('Table')).toHaveFocus();
    await user.click(tool('Remove Note'));
    expect(kinds().map(({ textContent }) => textContent)).toEqual(['Note', 'Waiter']);
    await user.click(tool('Remove Table'));
  });

  test('with a key of the catalogue that reads as another’s stand-in adds that one', async () => {
    const odd = [
      { key: 'free', label: 'Free of charge' },
      { key: '', label: 'Nameless' },
    ];
    const form = open({ customFields: odd, fields: { customValues: { freeKeys: true } } });
    await add(form.user, 'Details');
    await form.user.selectOptions(screen.getByRole('combobox'), 'Nameless');
    await form.user.click(addButton());
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    expect(textbox('Nameless')).toHaveFocus();
  });

  test('that is required leads the focus to its button, and is well once it is added', async () => {
    const { user } = open({ fields: { customValues: { required: true } } });
    const group = screen.getByRole('group', { name: 'Details' });
    expect(group).not.toHaveAttribute('data-invalid');
    await user.click(createButton());
    await waitFor(() => expect(group).toContainElement(document.activeElement as HTMLElement));
    expect(addButton()).toHaveFocus();
    expect(group).toHaveAttribute('data-invalid', '');
    expect(group).toHaveAccessibleDescription('Add a detail.');
    await user.click(addButton());
    expect(group).not.toHaveAttribute('data-invalid');
    expect(group).not.toHaveAccessibleDescription();
    await user.click(tool('Remove Table'));
  });

  test('is not there for values that are only shown, nor are their buttons', () => {
    const floor = {
      key: 'floor',
      label: 'Floor',
      type: 'choice' as const,
      choices: [{ value: 'g', label: 'Ground floor' }],
    };
    open({
      customFields: [floor],
      fields: {
        customValues: {
          readOnly: true,
          value: [
            { key: 'floor', value: 'g' },
            { key: 'mine', value: 'x' },
          ],
        },
      },
    });
    const group = screen.getByRole('group', { name: 'Details' });
    expect(
      within(group)
        .getAllByRole('textbox')
        .map((input) => (input as HTMLInputElement).value),
    ).toEqual(['Ground floor', 'x']);
    expect(textbox('mine')).toHaveAttribute('readonly');
    expect(within(group).queryByRole('button')).toBeNull();
  });

  test.each<[string, PaymentLinkFormProps, boolean]>([
    ['with a catalogue', { customFields: options, fields: { customValues: { value: [] } } }, true],
    ['where keys may be typed', { customFields: [], fields: { customValues: { freeKeys: true } } }, true],
    ['where the host filled some in', { customFields: [], fields: { customValues: { value: three } } }, true],
    ['without any of these', { customFields: [], fields: { customValues: {} } }, false],
    ['where they are hidden', { fields: { customValues: { hidden: true, value: three } } }, false],
  ])('has its place %s', async (_, props, isThere) => {
    const { user } = open(props);
    for (const extra of screen.queryAllByRole('button', { name: 'Details' })) await user.click(extra);
    expect(screen.queryAllByRole('group', { name: 'Details' })).toHaveLength(isThere ? 1 : 0);
  });
});

describe('the control of a kind', () => {
  test.each([
    ['text', 'text', null, 'auto'],
    ['number', 'text', 'decimal', null],
    ['date', 'date', null, null],
  ] as const)('%s is an input of type %s', (type, inputType, mode, direction) => {
    open({
      customFields: [{ key: 'table', label: 'Table', type, required: true }],
      fields: { customValues: { value: [] } },
    });
    const input = screen.getByLabelText('Table');
    expect(input).toHaveAttribute('type', inputType);
    expect(input.getAttribute('inputmode')).toBe(mode);
    expect(input.getAttribute('dir')).toBe(direction);
    expect(input).toHaveAttribute('autocomplete', 'off');
    expect(input).toBeRequired();
  });

  test('choice is a list whose first entry is none', () => {
    const choices = [{ value: 'g', label: 'Ground floor' }];
    open({
      customFields: [{ key: 'table', label: 'Floor', type: 'choice', choices }],
      fields: { customValues: { value: [{ key: 'table', value: 'g' }] } },
    });
    const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Floor' });
    expect(Array.from(list.options, ({ value, text }) => `${value}: ${text}`)).toEqual([
      ': Choose…',
      'g: Ground floor',
    ]);
    expect(list).toHaveDisplayValue('Ground floor');
    expect(list).not.toBeRequired();
  });
});

describe('the files that go with it', () => {
  const chooser = () => screen.getByLabelText<HTMLInputElement>('Add files', { selector: 'input' });
  const given = [{ path: 'a/menu.pdf' }, { name: 'terms.pdf', path: 'x' }, { size: 3 }];

  /** The form on a service whose uploads a test answers. */
  const serve = (fields: PaymentLinkFormProps['fields'] = {}) => {
    const answers: ((response: Response) => void)[] = [];
    const create = vi.fn((_: Request) => Promise.resolve(new Response(null, { status: 204 })));
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
      fetcher: (request) =>
        request.method === 'POST' ? create(request) : Promise.resolve(Response.json({ items: [], total: 0 })),
      uploader: () => new Promise((resolve) => answers.push(resolve)),
    });
    const form = show({ fields: { amount: { value: 4800 }, ...fields } }, { provider: { client } });
    const upload = async (name: string) => {
      const before = answers.length;
      await form.user.upload(chooser(), new File(['x'], name));
      await waitFor(() => expect(answers).toHaveLength(before + 1));
    };
    const body = async (): Promise<object> => (await create.mock.calls[0]?.[0].clone().json()) as object;
    const answer = (status: number) =>
      act(async () => answers.at(-1)?.(Response.json([{ path: 'stored' }], { status })));
    return { ...form, create, upload, answer, body };
  };

  test("are named by what the service's objects hold, else by their number, and sent", async () => {
    const form = serve({ attachments: { value: given } });
    const names = within(screen.getByText('Files already attached').parentElement!).getAllByRole('listitem');
    expect(names.map(({ textContent }) => textContent)).toEqual(['a/menu.pdf', 'terms.pdf', 'File 3']);
    await form.user.click(createButton());
    await createdHeading();
    expect(await form.body()).toMatchObject({ attachments: given });
  });

  test('have no heading where the host gave none, and no way to add where they are fixed', () => {
    const { rerender } = open({ fields: { attachments: { value: [] } } });
    expect(screen.queryByText('Files already attached')).toBeNull();
    rerender(<PaymentLinkForm fields={{ attachments: { readOnly: true, value: given } }} />);
    expect(screen.getByText('terms.pdf')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Attachments' })).toBeNull();
  });

  test('that were not uploaded hold the form up, until they are taken away', async () => {
    const form = serve();
    await add(form.user, 'Files');
    await form.upload('menu.txt');
    await form.answer(500);
    await form.user.click(createButton());
    expect(await screen.findByText('Retry or remove every file that was not uploaded.')).toBeVisible();
    expect(button('Add files')).toHaveAccessibleDescription(/Retry or remove every file/);
    expect(form.create).not.toHaveBeenCalled();
    await form.user.click(tool('Remove menu.txt'));
    await form.user.click(createButton());
    await createdHeading();
    expect(await form.body()).not.toHaveProperty('attachments');
  });

  test('are read when the form is sent: one that a part added just now holds it up', async () => {
    const AddAndSend = () => {
      const { uploads } = parts.useLinkEntry();
      const press = () => uploads.add([new File(['x'], 'menu.txt')]);
      return (
        <button type="submit" onClick={press}>
          Add and send
        </button>
      );
    };
    const form = serve();
    form.rerender(
      <parts.PaymentLinkForm.Root fields={{ amount: { value: 4800 } }}>
        <parts.PaymentLinkForm.Entry>
          <parts.PaymentLinkForm.Files />
          <AddAndSend />
        </parts.PaymentLinkForm.Entry>
      </parts.PaymentLinkForm.Root>,
    );
    await form.user.click(button('Add and send'));
    expect(await screen.findByText('Wait until every file is uploaded, or remove it.')).toBeVisible();
    expect(form.create).not.toHaveBeenCalled();
  });

  test("on their way hold the form up, and are sent after the host's once they are there", async () => {
    const form = serve({ attachments: { value: given.slice(0, 1) } });
    await form.upload('menu.txt');
    await form.user.click(createButton());
    expect(await screen.findByText('Wait until every file is uploaded, or remove it.')).toBeVisible();
    expect(asks()).toBe(true);
    await form.answer(200);
    await waitFor(() => expect(screen.queryByText(/^Wait until/)).toBeNull());
    expect(form.create).not.toHaveBeenCalled();
    await form.user.click(createButton());
    await createdHeading();
    expect(form.create).toHaveBeenCalledOnce();
    expect(await form.body()).toMatchObject({ attachments: [given[0], { path: 'stored' }] });
  });
});
