import { client } from './heyApi/client.gen';
import { getContact, purchaseSalesItems, uploadContactImage } from './heyApi/sdk.gen';
import { nobody, type Given, type Report } from './scenario';

/** A program that uses the client of @hey-api/openapi-ts. */
export async function run({
  baseUrl,
  token,
  locationId,
  contactId,
  salesItemId,
  picture,
  idempotencyKey,
}: Given): Promise<Report> {
  client.setConfig({ baseUrl, auth: token });
  const upload = await uploadContactImage({ path: { id: contactId }, body: { image: picture } });
  const sell = () =>
    purchaseSalesItems({
      headers: { 'Idempotency-Key': idempotencyKey },
      body: { locationId, contactId, items: [{ salesItemId, quantity: 1 }], paymentMethod: 'cash' },
    });
  const sales = [await sell(), await sell()];
  const missing = await getContact({ path: { id: nobody } });
  return {
    thumbnailUrl: upload.data?.thumbnailUrl,
    invoiceIds: sales.map(({ data }) => data?.invoice.id),
    refusal: missing.error?.message,
  };
}
