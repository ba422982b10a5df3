import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
// The page's own chunk, so that no test waits for it.
import '#src/custom/sign/SignPage.tsx';
import type { SigningPage } from '#domain/signatures/requestContract.ts';
import { noteServerTime } from '#src/clock.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { renderAuth } from '#tests/support/render.tsx';

const page = (change: Partial<SigningPage> = {}): SigningPage => ({
  company: { name: 'Iron Peak Fitness' },
  member: { firstName: 'Casey' },
  needsGuardian: false,
  agreements: [
    {
      name: 'Liability Waiver',
      versionNumber: 3,
      url: '/api/files/waiver.pdf',
      terms: ['I have read it.', 'I pay $49.'],
    },
  ],
  consent: 'I agree to sign electronically.',
  expiresAt: '2026-12-11T01:30:00.000Z',
  ...change,
});
const link = 'GET /signature-requests/abc';
const signing = 'POST /signature-requests/abc';
const open = (routes: Routes = {}, path = '/sign?token=abc') => renderAuth(path, { [link]: () => page(), ...routes });

const tickAll = async ({ user }: ReturnType<typeof open>) => {
  await screen.findByRole('heading', { level: 1, name: 'Iron Peak Fitness' });
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
};

test('shows the gym, the member and the PDF, and sends what was ticked and typed', async () => {
  const sent: Record<string, unknown>[] = [];
  const view = open({
    [signing]: ({ body }) => {
      sent.push(body as Record<string, unknown>);
      return respond(201, { message: 'Signed' });
    },
  });
  await tickAll(view);
  expect(screen.getByText('Casey, please read and sign this agreement.')).toBeVisible();
  expect(screen.getByLabelText('Liability Waiver, PDF')).toHaveAttribute('data', '/api/files/waiver.pdf');
  expect(screen.getByRole('link', { name: 'Open the PDF' })).toHaveAttribute('href', '/api/files/waiver.pdf');
  await view.user.type(screen.getByLabelText('Your full name'), 'Casey Jones');
  await view.user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toHaveFocus();
  expect(sent).toMatchObject([
    { name: 'Casey Jones', consent: true, ticks: [{ term: 'I have read it.' }, { term: 'I pay $49.' }] },
  ]);
  expect(window.location.search).toBe('');
});

test('a problem that belongs to no field stands above the button, and one that was mended goes', async () => {
  const terms = Array.from({ length: 21 }, (_, nth) => `Term ${nth}.`);
  const agreements = [{ name: 'Liability Waiver', versionNumber: 3, url: '/api/files/waiver.pdf', terms }];
  const view = open({ [link]: () => page({ agreements }) });
  await tickAll(view);
  await view.user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(screen.getByLabelText('Your full name')).toBeInvalid();
  await view.user.type(screen.getByLabelText('Your full name'), 'Casey Jones');
  expect(screen.getByLabelText('Your full name')).not.toBeInvalid();
  await view.user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(screen.getByRole('alert')).toHaveTextContent(/20/);
});

test('where the clock of the device is ahead, the moments of signing are by the server’s', async () => {
  const sent: { openedAt?: string; ticks?: { at: string }[] }[] = [];
  const anHourAgo = Date.now() - 3_600_000;
  noteServerTime(new Date(anHourAgo).toUTCString());
  onTestFinished(() => noteServerTime(new Date().toUTCString()));
  const view = open({
    [signing]: ({ body }) => {
      sent.push(body as (typeof sent)[number]);
      return respond(201, { message: 'Signed' });
    },
  });
  await tickAll(view);
  await view.user.type(screen.getByLabelText('Your full name'), 'Casey Jones');
  await view.user.click(screen.getByRole('button', { name: 'Sign' }));
  await screen.findByRole('heading', { name: 'Thank you' });
  for (const moment of [sent[0]?.openedAt, ...(sent[0]?.ticks ?? []).map(({ at }) => at)])
    expect(Math.abs(Date.parse(moment ?? '') - anHourAgo)).toBeLessThan(60_000);
});

/** What is missing has the focus, and the problem describes it. */
function expectProblemAt(input: HTMLElement) {
  expect(input).toHaveFocus();
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription(screen.getByRole('alert').textContent);
}

test('each term, the name and the consent are needed', async () => {
  const view = open();
  const press = async () => view.user.click(await screen.findByRole('button', { name: 'Sign' }));
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Please tick each term that you agree to');
  expectProblemAt(screen.getByRole('checkbox', { name: 'I have read it.' }));
  for (const name of ['I have read it.', 'I pay $49.']) await view.user.click(screen.getByRole('checkbox', { name }));
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Name is required');
  expectProblemAt(screen.getByLabelText('Your full name'));
  await view.user.type(screen.getByLabelText('Your full name'), 'Casey Jones');
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Agree to sign electronically');
  expectProblemAt(screen.getByRole('checkbox', { name: 'I agree to sign electronically.' }));
});

test('terms that several agreements share are said and ticked once', async () => {
  const [waiver] = page().agreements;
  const agreements = ['Liability Waiver', 'Privacy Notice'].map((name) => ({
    ...waiver!,
    name,
    terms: [`I have read ${name}.`, 'I pay $49.'],
  }));
  open({ [link]: () => page({ agreements }) });
  expect(await screen.findAllByRole('checkbox', { name: 'I pay $49.' })).toHaveLength(1);
  const membership = within(screen.getByRole('region', { name: 'Membership' }));
  expect(membership.getByRole('checkbox', { name: 'I pay $49.' })).toBeVisible();
  const waived = within(screen.getByRole('region', { name: 'Liability Waiver' }));
  expect(waived.getAllByRole('checkbox')).toHaveLength(1);
});

test('a guardian signs for a minor', async () => {
  const sent: unknown[] = [];
  const view = open({
    [link]: () => page({ needsGuardian: true }),
    [signing]: ({ body }) => {
      sent.push(body);
      return respond(201, { message: 'Signed' });
    },
  });
  await tickAll(view);
  await view.user.type(screen.getByLabelText('Full name of the member'), 'Casey Jones');
  await view.user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(screen.getByRole('alert')).toHaveTextContent('The guardian’s name is required');
  expectProblemAt(screen.getByLabelText('Your name (parent or guardian)'));
  await view.user.type(screen.getByLabelText('Your name (parent or guardian)'), 'Alex Jones');
  await view.user.type(screen.getByLabelText('You are their'), 'Mother');
  await view.user.click(screen.getByRole('button', { name: 'Sign' }));
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(sent).toMatchObject([{ name: 'Casey Jones', guardian: { name: 'Alex Jones', relation: 'Mother' } }]);
});

test.each([
  [410, { state: 'signed', message: 'Everything is signed.' }, 'Signed already'],
  [410, { state: 'replaced', message: 'A newer link was sent.' }, 'There is a newer link'],
  [410, { state: 'withdrawn', message: 'There is nothing to sign.' }, 'Nothing to sign'],
  [410, { state: 'expired', message: 'This link has expired. Ask.' }, 'This link has expired'],
  [404, { message: 'Signing link not found' }, 'This link is not valid'],
  [500, { message: 'Broken' }, 'Couldn’t load the agreements'],
])('a link that answers %i %j says so', async (status, body, title) => {
  open({ [link]: () => respond(status, body) });
  expect(await screen.findByRole('heading', { name: title })).toHaveFocus();
  expect(screen.queryByText(/^This link has expired\. /)).toBeNull();
});

test.each([
  [() => respond(503, { message: 'Broken' }), 'Something went wrong on our side. Try again in a moment.'],
  [
    () => respond(502, '<h1>Bad Gateway</h1>', 'Bad Gateway'),
    'Something went wrong on our side. Try again in a moment.',
  ],
  [() => Promise.reject(new TypeError('Failed to fetch')), 'Check your connection and try again.'],
])('a page that does not load says whether the connection is to blame', async (answer, text) => {
  open({ [link]: answer });
  expect(await screen.findByText(text)).toBeVisible();
});

test('when the answer is lost, it says to press again, and the second press finds that it is signed', async () => {
  let isSigned = false;
  const ended = () =>
    respond(410, { message: 'It was signed', state: 'signed', company: { name: 'Iron Peak Fitness' } });
  const view = open({
    [link]: () => (isSigned ? ended() : page()),
    [signing]: () => {
      if (isSigned) return ended();
      isSigned = true;
      throw new TypeError('Failed to fetch');
    },
  });
  await tickAll(view);
  await view.user.type(screen.getByLabelText('Your full name'), 'Casey Jones');
  await view.user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The connection was lost. Press Sign again. It is signed only once.',
  );
  expect(screen.getByLabelText('Your full name')).toHaveValue('Casey Jones');
  expect(screen.getByRole('button', { name: 'Sign' })).toHaveFocus();
  await view.user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByRole('heading', { name: 'Signed already' })).toBeVisible();
});

test('without a connection it says no more than that it could not be loaded', async () => {
  open({ [link]: () => Promise.reject(new TypeError('Failed to fetch')) });
  expect(await screen.findByText('Check your connection and try again.')).toBeVisible();
});

test('a link that is old says whom to ask for another', async () => {
  const company = { name: 'Iron Peak', email: 'desk@ironpeak.test' };
  open({ [link]: () => respond(410, { state: 'expired', message: 'This link has expired.', company }) });
  expect(await screen.findByRole('link', { name: 'Email Iron Peak' })).toHaveAttribute(
    'href',
    'mailto:desk@ironpeak.test',
  );
});

test('without a token the link is incomplete', async () => {
  open({}, '/sign');
  expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
});
