/** The input of an integrator's program, and the results that it reports. */
export interface Given {
  baseUrl: string;
  token: string;
  locationId: string;
  contactId: string;
  salesItemId: string;
  picture: Blob;
  idempotencyKey: string;
}

export interface Report {
  thumbnailUrl: string | undefined;
  /** The invoice of the same sale, sent twice with one key. */
  invoiceIds: (string | undefined)[];
  /** The response for a contact that does not exist. */
  refusal: string | undefined;
}

export const nobody = '00000000-0000-7000-8000-000000000000';
