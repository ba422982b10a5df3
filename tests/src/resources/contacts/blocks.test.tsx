import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Block } from '#domain/doors/blocksContract.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { at, maya, opened } from '#tests/support/contactPage.ts';
import '#src/resources/contacts/information/BlockDialog.tsx';

const block: Block = {
  id: '01900000-0000-7000-8000-0000000000f1',
  contactId: maya.id,
  reason: 'Damaged the rack',
  until: '2020-03-01',
  createdAt: '2020-02-01T12:00:00.000Z',
  createdBy: 'Dana Whitfield',
};

test('an admin blocks a contact with a reason, until a day, and removes the block', async () => {
  let blocks: Block[] = [];
  const { user, api } = opened(at, {
    [`GET ${at}/blocks`]: () => ({ blocks }),
    [`POST ${at}/blocks`]: () => {
      blocks = [block];
      return respond(201, { block, message: 'Contact blocked' });
    },
    [`DELETE ${at}/blocks/${block.id}`]: () => {
      blocks = [];
      return { message: 'Block removed' };
    },
  });
  expect(await screen.findByText('Not blocked.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Block access' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Block access' }));
  await user.click(dialog.getByRole('button', { name: 'Block access' }));
  expect(await dialog.findByText('Reason is required')).toBeVisible();
  await user.type(dialog.getByLabelText(/Reason/), 'Damaged the rack');
  await user.type(dialog.getByLabelText(/Last day/), '2199-03-01');
  await user.click(dialog.getByRole('button', { name: 'Block access' }));
  expect(await screen.findByText('Damaged the rack')).toBeVisible();
  expect(api.to(`POST ${at}/blocks`)[0]?.body).toEqual({ reason: 'Damaged the rack', until: '2199-03-01' });
  expect(screen.getByText(/Ended March 1, 2020 · by Dana Whitfield/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the block: Damaged the rack' }));
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Remove this block?' })).getByRole('button', {
      name: 'Remove',
    }),
  );
  expect(await screen.findByText('Not blocked.')).toBeVisible();
});

test('blocks are for admins', async () => {
  const { api } = opened(at, {}, 'manager');
  expect(await screen.findByRole('button', { name: 'Show code' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Blocks' })).not.toBeInTheDocument();
  await waitFor(() => expect(api.to(`GET ${at}/blocks`)).toHaveLength(0));
});
