/** What a program of an integrator is given, and what it has to report. */
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
  /** Of the same sale, asked for twice with one key. */
  invoiceIds: (string | undefined)[];
  /** Of a contact that does not exist. */
  refusal: string | undefined;
}

export const nobody = '00000000-0000-7000-8000-000000000000';
