import createClient from 'openapi-fetch';
import type { paths } from './openapiTypescript';
import { nobody, type Given, type Report } from './scenario';

/** A program that uses the types of openapi-typescript. */
export async function run({
  baseUrl,
  token,
  locationId,
  contactId,
  salesItemId,
  picture,
  idempotencyKey,
}: Given): Promise<Report> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
  const upload = await api.POST('/api/contacts/{id}/image', {
    params: { path: { id: contactId } },
    body: { image: picture },
    bodySerializer({ image }) {
      const form = new FormData();
      form.append('image', image);
      return form;
    },
  });
  const sell = () =>
    api.POST('/api/sales-items/purchase', {
      params: { header: { 'Idempotency-Key': idempotencyKey } },
      body: { locationId, contactId, items: [{ salesItemId, quantity: 1 }], paymentMethod: 'cash' },
    });
  const sales = [await sell(), await sell()];
  const missing = await api.GET('/api/contacts/{id}', { params: { path: { id: nobody } } });
  return {
    thumbnailUrl: upload.data?.thumbnailUrl,
    invoiceIds: sales.map(({ data }) => data?.invoice.id),
    refusal: missing.error?.message,
  };
}
