import { screen } from '@testing-library/react';
import type { ContactImportBody } from '#domain/contact-import/contract.ts';
// The screen is a chunk of its own: loaded here, so that no test waits for it.
import '#src/resources/contacts/import/ContactImport.tsx';
import type { Routes } from '#tests/support/consoleApi.ts';
import { buildLocation } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

export const members = `Given Name,Surname,E-mail Address,Mobile,DOB,Shoe size
Maya,Okafor,maya@example.test,(303) 555-0142,25/3/1990,38
Robin,Vale,robin@example.test,,4/5/1991,
Sam,,sam@example.test,,,
Robin,Vale,ROBIN@example.test,,,
Dana,Known,dana@example.test,,,
`;
export const dana = { id: '018f0000-0000-7000-8000-00000000dada', firstName: 'Dana', lastName: 'Known' };
export const location = buildLocation();
export const getBody = ({ body }: { body: unknown }) => body as ContactImportBody;
/** Answers like the server, which already has Dana. */
export const server = (call: { body: unknown }) => {
  const { contacts, dryRun } = getBody(call);
  const duplicates = contacts.flatMap(({ email }, index) =>
    email === 'dana@example.test' ? [{ index, contact: dana }] : [],
  );
  return { message: '', imported: contacts.length - duplicates.length, duplicates, dryRun };
};
export const openImport = async (routes: Routes = {}) => {
  const page = renderScreen(
    '/contacts/import',
    { 'POST /contacts/import': server, 'GET /contact-imports': () => ({ imports: [] }), ...routes },
    { locations: [location] },
  );
  await screen.findByRole('heading', { name: 'Import contacts' });
  return page;
};
type Page = Awaited<ReturnType<typeof openImport>>;
export const choose = async ({ user }: Page, text = members, name = 'members.csv') =>
  user.upload(screen.getByLabelText('CSV file'), new File([text], name, { type: 'text/csv' }));
export const press = async ({ user }: Page, name: string) => user.click(await screen.findByRole('button', { name }));
export const check = async (page: Page) => {
  await choose(page);
  await press(page, 'Check 5 Rows');
};
export const sentTo = ({ api }: Page) => api.to('POST /contacts/import');
export const row = (name: RegExp) => screen.findByRole('row', { name });
