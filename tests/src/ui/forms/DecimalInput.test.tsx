import { zodResolver } from '@hookform/resolvers/zod';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, Form } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { dollars } from '#domain/shared/fields.ts';
import { DecimalInput } from '#src/ui/forms/DecimalInput.tsx';
import { i18nProvider } from '#src/i18nProvider.ts';
import { render } from '#tests/support/unstyled.tsx';

const schema = z.object({ price: dollars('Price must be a positive number') });

const open = (emptyValue?: number) => {
  const save = vi.fn<(values: unknown) => void>();
  render(
    <CoreAdminContext i18nProvider={i18nProvider}>
      <Form
        record={{ id: 1, price: 49.5 }}
        resolver={zodResolver(schema)}
        onSubmit={(values: Record<string, unknown>) => save(values['price'])}
      >
        <DecimalInput source="price" label="Price" emptyValue={emptyValue} />
        <button type="submit">Save</button>
      </Form>
    </CoreAdminContext>,
  );
  const type = async (text: string) => {
    const user = userEvent.setup();
    await user.clear(screen.getByLabelText('Price'));
    if (text) await user.type(screen.getByLabelText('Price'), text);
    await user.click(screen.getByRole('button', { name: 'Save' }));
  };
  return { save, type };
};

test('the stored number is shown', () => {
  open();
  expect(screen.getByLabelText('Price')).toHaveValue('49.5');
});

test.each([
  ['12.50', 12.5],
  ['12,50', 12.5],
  ['.50', 0.5],
  ['1,250.00', 1250],
  ['12.', 12],
])('%s is saved as %d, and stays as it was typed', async (text, expected) => {
  const { save, type } = open();
  await type(text);
  expect(save).toHaveBeenCalledExactlyOnceWith(expected);
  expect(screen.getByLabelText('Price')).toHaveValue(text);
});

test.each([
  ['1,2,3', 'Price must be a positive number'],
  ['-5', 'Price must be a positive number'],
  ['1.999', 'Must have at most two decimals'],
])('%s is refused: %s', async (text, message) => {
  const { save, type } = open();
  await type(text);
  expect(await screen.findByText(message)).toBeVisible();
  expect(save).not.toHaveBeenCalled();
});

test('an empty field has the configured value', async () => {
  const { save, type } = open(0);
  await type('');
  expect(save).toHaveBeenCalledExactlyOnceWith(0);
});
