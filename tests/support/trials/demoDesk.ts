import type { SpotterProcess } from '#tests/support/spotterProcess.ts';

// The shape of a body is what a trial asserts, so it reads it freely.
type Body = ReturnType<typeof JSON.parse>;

export interface DeskResponse {
  status: number;
  headers: Headers;
  body: Body;
}

/** Signs in to a Spotter process with demo data, and finds the ids that a day at the desk needs. */
export async function demoDesk({ url }: Pick<SpotterProcess, 'url'>) {
  const call = async (
    method: string,
    path: string,
    { token, ...init }: RequestInit & { token?: string } = {},
  ): Promise<DeskResponse> => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}${path}`, { method, ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  const json = (body: unknown) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const { body: signedIn } = await call(
    'POST',
    '/api/auth/login',
    json({ email: 'admin@demo.test', password: 'demo-password' }),
  );
  const token: string = signedIn.token;
  const get = (path: string) => call('GET', `/api${path}`, { token });
  const send = (method: 'POST' | 'PUT', path: string, body: unknown) =>
    call(method, `/api${path}`, { token, ...json(body) });
  const upload = (path: string, form: FormData) => call('POST', `/api${path}`, { token, body: form });

  const { companyLocations } = (await get('/locations')).body;
  const locationId: string = companyLocations[0].location.id;
  const companyId: string = companyLocations[0].company.id;
  const { contacts } = (await get(`/contacts?locationId=${locationId}&memberFilter=members&limit=1`)).body;
  const contactId: string = contacts[0].contact.id;
  const { salesItem } = (await send('POST', '/sales-items', { locationId, name: 'Trial Towel', price: 3 })).body;
  const sale = {
    contactId,
    locationId,
    items: [{ salesItemId: salesItem.id as string, quantity: 1 }],
    paymentMethod: 'cash',
  };
  return { call, get, send, upload, companyId, locationId, contactId, sale };
}
export type DemoDesk = Awaited<ReturnType<typeof demoDesk>>;
