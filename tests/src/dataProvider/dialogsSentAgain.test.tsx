import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
// The parts' own chunks, so that no test waits for them.
import '#src/custom/access-control/AccessControlPage.tsx';
import '#src/resources/contacts/ContactShow.tsx';
import '#src/resources/contacts/information/BlockDialog.tsx';
import '#src/resources/contacts/personal-data/EraseDialog.tsx';
import '#src/resources/doors/DoorDialog.tsx';
import '#src/resources/doors/HoursDialog.tsx';
import '#src/resources/doors/HoursTab.tsx';
import '#src/resources/households/HouseholdSection.tsx';
import '#src/resources/signatures/AgreementsSection.tsx';
import { buildAgreement } from '#tests/support/bookkeeping.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { at, maya, missingWaiver, opened, tab } from '#tests/support/contactPage.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

type Page = ReturnType<typeof renderScreen>;
type Dialog = ReturnType<typeof within>;

interface Sending {
  post: string;
  open: (lost: Routes) => Page;
  /** Presses what opens the dialog. */
  press: (page: Page) => Promise<unknown>;
  /** Enters what is to be sent; a draft may have it already. */
  enter?: (page: Page, dialog: Dialog) => Promise<unknown>;
  /** The button that sends. */
  send: string;
}

const place = buildLocation();
const agreement = buildAgreement();
const plan = { id: '01900000-0000-7000-8000-0000000000f1', name: 'Off-peak', visitsPerDay: null };
const scan = new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' });

const button =
  (name: string) =>
  async ({ user }: Page) =>
    user.click(await screen.findByRole('button', { name }));
const onContact = (lost: Routes) =>
  opened(at, {
    [`GET ${at}`]: () => ({ contact: { ...maya, dateOfBirth: '1990-05-01' }, homeLocation: null }),
    [`GET ${at}/signatures`]: () => ({ signatures: [], missing: [{ ...missingWaiver, terms: [] }] }),
    [`GET ${at}/blocks`]: () => ({ blocks: [] }),
    'GET /households': () => ({ households: [], pagination: createPage(0) }),
    ...lost,
  });
const onMemberships = (name: string) => async (page: Page) => {
  await page.user.click(await tab('Memberships'));
  await button(name)(page);
};
const type = (label: RegExp | string, text: string) => async (page: Page, dialog: Dialog) => {
  const field = dialog.getByLabelText(label);
  await page.user.clear(field);
  await page.user.type(field, text);
};
const openDoors = (name: string) => (lost: Routes) =>
  renderScreen(
    `/access-control/${name}`,
    {
      'GET /doors': () => ({ doors: [], pagination: createPage(0) }),
      'GET /devices': () => ({ devices: [] }),
      'GET /access-hours': () => ({ accessHours: [] }),
      'GET /memberships': () => ({ memberships: [{ membership: plan, location: null }], pagination: createPage(1) }),
      ...lost,
    },
    { locations: [place] },
  );

const sendings: Record<string, Sending> = {
  'a block': {
    post: `POST ${at}/blocks`,
    open: onContact,
    press: button('Block access'),
    enter: type(/Reason/, 'Damaged the rack'),
    send: 'Block access',
  },
  'an erasure': {
    post: `POST ${at}/erasure`,
    open: onContact,
    press: async (page) => {
      await button('More actions')(page);
      await page.user.click(await screen.findByRole('menuitem', { name: 'Erase data' }));
    },
    send: 'Erase in 24 hours',
  },
  'a signing link': {
    post: `POST ${at}/signature-requests`,
    open: onContact,
    press: onMemberships('Send link'),
    send: 'Send link',
  },
  'a signed paper': {
    post: `POST ${at}/signatures/paper`,
    open: onContact,
    press: onMemberships('Upload paper'),
    enter: (page, dialog) => page.user.upload(dialog.getByLabelText('Scan'), scan),
    send: 'Upload',
  },
  'a household': {
    post: 'POST /households',
    open: onContact,
    press: onMemberships('Create household'),
    send: 'Create',
  },
  'access hours': {
    post: 'POST /access-hours',
    open: openDoors('hours'),
    press: button('Add hours'),
    enter: async (page, dialog) => {
      if ((dialog.getByLabelText(/From/) as HTMLInputElement).value !== '') return;
      await page.user.click(dialog.getByRole('combobox', { name: /Plan/ }));
      await page.user.click(await screen.findByRole('option', { name: 'Off-peak' }));
      await page.user.click(dialog.getByRole('checkbox', { name: 'Sunday' }));
      await type(/From/, '08:00')(page, dialog);
      await type(/To/, '12:30')(page, dialog);
    },
    send: 'Add hours',
  },
  'a door': {
    post: 'POST /doors',
    open: openDoors('doors'),
    press: button('Add door'),
    enter: type(/Name/, 'Back door'),
    send: 'Add door',
  },
  'a fee': {
    post: `POST /locations/${place.id}/fees`,
    open: (lost) =>
      renderScreen(
        `/location/${place.id}`,
        { [`GET /locations/${place.id}`]: () => ({ location: place, fees: [] }), ...lost },
        { locations: [place] },
      ),
    press: button('Add fee'),
    enter: async (page, dialog) => {
      await type(/Name/, 'Towel')(page, dialog);
      await type(/Amount/, '2.5')(page, dialog);
    },
    send: 'Save',
  },
  'a version of an agreement': {
    post: `POST /agreements/${agreement.id}/versions`,
    open: (lost) =>
      renderScreen(`/agreements/${agreement.id}`, {
        [`GET /agreements/${agreement.id}`]: () => ({ agreement }),
        ...lost,
      }),
    press: button('Add First Version'),
    enter: (page, dialog) => page.user.upload(dialog.getByLabelText('PDF document'), scan),
    send: 'Add Version',
  },
};

test.each(Object.entries(sendings))(
  '%s whose answer was lost is sent with the same key again, also when its dialog was closed',
  async (_what, { post, open, press, enter, send }) => {
    const page = open({ [post]: () => respond(503, { message: 'The answer was lost' }) });
    const sendOnce = async () => {
      await press(page);
      const dialog = within(await screen.findByRole('dialog'));
      await enter?.(page, dialog);
      await page.user.click(dialog.getByRole('button', { name: send }));
      await screen.findByText(/The answer was lost/);
      const alert = screen.queryByRole('alertdialog');
      if (alert) await page.user.click(within(alert).getByRole('button'));
      return within(await screen.findByRole('dialog'));
    };
    const first = await sendOnce();
    await page.user.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await sendOnce();
    const keys = page.api.to(post).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.any(String), keys[0]]);
  },
);
