import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SelectMenu } from '#src/ui/lists/SelectMenu.tsx';
import { render } from '#tests/support/unstyled.tsx';

const choices = ['All Contacts', 'Members', 'Non-members', 'Archived'].map((label) => ({ value: label, label }));

const Filter = ({ isMultiple = false }: { isMultiple?: boolean }) => {
  const [chosen, setChosen] = useState(['All Contacts']);
  return (
    <SelectMenu
      label="Filter"
      text={chosen.join(', ')}
      chosen={chosen}
      choices={choices}
      onChoose={(value) => setChosen(isMultiple ? [...chosen, value] : [value])}
      isMultiple={isMultiple}
    />
  );
};

const filter = () => screen.getByRole('combobox', { name: /^Filter: / });
const focus = () => act(() => filter().focus());

test.each(['{ArrowDown}', '{ArrowUp}', '{Enter}', ' '])('%s opens the menu at what is chosen', async (key) => {
  const user = userEvent.setup();
  render(<Filter />);
  focus();
  await user.keyboard(key);
  expect(screen.getByRole('listbox', { name: 'Filter' })).toBeVisible();
  expect(screen.getByRole('option', { name: 'All Contacts', selected: true })).toHaveFocus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(filter()).toHaveTextContent('Members');
  expect(filter()).toHaveFocus();
});

test.each([
  ['a letter chooses the next that begins with it', ['a', 'a', 'x'], ['Archived', 'All Contacts', 'All Contacts']],
  ['a word chooses what begins with it', ['a', 'l', 'l', ' ', 'c'], ['Archived', ...Array(4).fill('All Contacts')]],
  ['after a pause another word begins', ['n', 'pause', 'a'], ['Non-members', 'Non-members', 'Archived']],
  ['without one the word goes on', ['n', 'a'], ['Non-members', 'Non-members']],
])('as in a native select, %s', async (_rule, keys, chosen) => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5000);
  const user = userEvent.setup();
  render(<Filter />);
  focus();
  const texts: (string | null)[] = [];
  for (const key of keys) {
    if (key === 'pause') clock.mockReturnValue(6000);
    else await user.keyboard(key);
    texts.push(filter().textContent);
  }
  expect(texts).toEqual(chosen);
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

test('the menu stays open where several can be chosen', async () => {
  const user = userEvent.setup();
  render(<Filter isMultiple />);
  await user.click(filter());
  await user.click(screen.getByRole('option', { name: 'Members' }));
  await user.click(screen.getByRole('option', { name: 'Archived' }));
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(3);
  await user.keyboard('{Escape}');
  expect(filter()).toHaveTextContent('All Contacts, Members, Archived');
});

test('the name of the menu contains what it shows', async () => {
  const user = userEvent.setup();
  render(<Filter />);
  expect(filter()).toHaveAccessibleName('Filter: All Contacts');
  await user.click(filter());
  await user.click(screen.getByRole('option', { name: 'Members' }));
  expect(filter()).toHaveAccessibleName('Filter: Members');
});
