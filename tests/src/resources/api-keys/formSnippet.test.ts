import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { formSnippet } from '#domain/sign-ups/formSnippet.ts';
import { signUpBody, signUpReceived } from '#domain/sign-ups/contract.ts';

const north = { id: '01900000-0000-7000-8000-0000000000a1', name: 'North' };
const south = { id: '01900000-0000-7000-8000-0000000000a2', name: 'South "Side" <b>' };

afterEach(() => document.body.replaceChildren());

/** As a browser does with a page that has the snippet. */
function paste(locations: { id: string; name: string }[]): HTMLFormElement {
  document.body.innerHTML = formSnippet({ address: 'https://spotter.test', key: 'spot_pub_x', locations });
  // A script that is set as HTML does not run by itself.
  const script = document.querySelector('script')?.textContent ?? expect.fail('no script');
  new Function(script)();
  return document.querySelector('form') ?? expect.fail('no form');
}

const typed = { firstName: 'Alex', lastName: 'Kim', email: 'alex@example.com', message: 'Do you have yoga?' };

function fill(form: HTMLFormElement, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values))
    ((form.elements.namedItem(name) as HTMLInputElement | null) ?? expect.fail(name)).value = value;
}

function answerWith(status: number, body: object) {
  const fetched = vi.fn(async () => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetched);
  onTestFinished(() => void vi.unstubAllGlobals());
  return fetched;
}

test('the form sends what the sign-up takes, with the key, and thanks', async () => {
  const fetched = answerWith(202, { message: signUpReceived });
  const form = paste([north, south]);
  expect([...form.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([north.name, south.name]);
  fill(form, { ...typed, locationId: south.id });
  form.requestSubmit();
  await vi.waitFor(() => expect(form.querySelector('output')).toHaveTextContent(signUpReceived));
  const [url, init] = fetched.mock.calls[0] as unknown as [string, RequestInit];
  expect([url, init.method, init.headers]).toEqual([
    'https://spotter.test/api/sign-ups',
    'POST',
    {
      Authorization: 'Bearer spot_pub_x',
      'Content-Type': 'application/json',
      'Idempotency-Key': expect.stringMatching(/^\d+-0\.\d+$/),
    },
  ]);
  const sent = JSON.parse(String(init.body));
  expect(Object.keys(sent).filter((name) => !Object.hasOwn(signUpBody.shape, name))).toEqual([]);
  expect(signUpBody.parse(sent)).toEqual({ ...typed, phone: '', locationId: south.id });
  expect(form.elements.namedItem('firstName')).toHaveValue('');
});

test('a refusal is shown and what was typed stays', async () => {
  answerWith(429, { message: 'Too many sign-ups. Please try again later.' });
  const form = paste([north]);
  expect(form.elements.namedItem('locationId')).toBeNull();
  fill(form, typed);
  form.requestSubmit();
  await vi.waitFor(() => expect(form.querySelector('output')).toHaveTextContent('Too many sign-ups.'));
  expect(form.elements.namedItem('firstName')).toHaveValue('Alex');
});

test('a second press while an answer is awaited sends nothing, and a try after a lost answer has the same key until it is answered', async () => {
  let lose = (): void => expect.fail('not sent');
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ message: signUpReceived }));
  fetched.mockImplementationOnce(
    () => new Promise((_resolve, reject) => (lose = () => reject(new TypeError('Failed to fetch')))),
  );
  vi.stubGlobal('fetch', fetched);
  onTestFinished(() => void vi.unstubAllGlobals());
  const form = paste([north]);
  const answer = form.querySelector('output');
  fill(form, typed);
  form.requestSubmit();
  expect([answer?.value, form.querySelector('button')?.disabled]).toEqual(['Sending...', true]);
  form.requestSubmit();
  expect(fetched).toHaveBeenCalledOnce();
  lose();
  await vi.waitFor(() =>
    expect(answer).toHaveTextContent('No answer came. Please try again: you are signed up only once.'),
  );
  expect(form.elements.namedItem('message')).toHaveValue(typed.message);
  form.requestSubmit();
  await vi.waitFor(() => expect(answer).toHaveTextContent(signUpReceived));
  fill(form, typed);
  form.requestSubmit();
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
  const keys = fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('Idempotency-Key'));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
