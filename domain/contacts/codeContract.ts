import { z } from 'zod';

/** The code on a contact's card, which checks them in. */
export const contactCodeResponse = z
  .object({
    code: z.string(),
    /** SVG images: a QR code and a Code 128 bar code. */
    qr: z.string(),
    barcode: z.string(),
    message: z.string().optional(),
  })
  .meta({ id: 'ContactCodeResponse' });
export type ContactCodeResponse = z.output<typeof contactCodeResponse>;
