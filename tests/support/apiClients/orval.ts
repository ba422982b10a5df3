import { getContact, purchaseSalesItems, uploadContactImage } from './orval/client';
import { nobody, type Given, type Report } from './scenario';

/** A program that uses the fetch client of orval, which is generated with the address of the server. */
export async function run({
  token,
  locationId,
  contactId,
  salesItemId,
  picture,
  idempotencyKey,
}: Given): Promise<Report> {
  const headers = { Authorization: `Bearer ${token}` };
  const upload = await uploadContactImage(contactId, { image: picture }, { headers });
  const sell = () =>
    purchaseSalesItems(
      { locationId, contactId, items: [{ salesItemId, quantity: 1 }], paymentMethod: 'cash' },
      { headers: { ...headers, 'Idempotency-Key': idempotencyKey } },
    );
  const sales = [await sell(), await sell()];
  const missing = await getContact(nobody, { headers });
  return {
    thumbnailUrl: upload.status === 200 ? upload.data.thumbnailUrl : undefined,
    invoiceIds: sales.map((sale) => (sale.status === 201 ? sale.data.invoice.id : undefined)),
    refusal: missing.status === 404 ? missing.data.message : undefined,
  };
}
