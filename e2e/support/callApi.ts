import type { Page } from '@playwright/test';
import { createPdf } from '#tests/support/pdf.ts';
import { password } from './ownGym.ts';

/** A new session of this person, over the API. */
export async function createSession(page: Page, email: string): Promise<{ token: string; user: object }> {
  const response = await page.request.post('/api/auth/login', { data: { email, password } });
  return (await response.json()) as { token: string; user: object };
}

/** Calls the API as who is signed in on the page; throws on any response from 400 on. */
export async function callApi<T = unknown>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const response = await page.request.fetch(`/api${path}`, {
    method,
    headers: await authorization(page),
    ...(body === undefined ? {} : { data: body }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

export const authorization = async (page: Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`,
});

interface NewAgreement {
  name: string;
  description?: string;
  locationId: string;
  fileName?: string;
}

/** Adds an agreement with its PDF and gives its id. */
export async function addAgreement(
  page: Page,
  { name, description = '', locationId, fileName = 'agreement.pdf' }: NewAgreement,
): Promise<string> {
  const pdf = { name: fileName, mimeType: 'application/pdf', buffer: createPdf() };
  const response = await page.request.post('/api/agreements', {
    headers: await authorization(page),
    multipart: { name, description, locationId, pdf },
  });
  const { agreement } = (await response.json()) as { agreement: { id: string } };
  return agreement.id;
}
