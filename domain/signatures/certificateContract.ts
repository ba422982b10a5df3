import { z } from 'zod';
import { timestamp } from '#domain/shared/contract.ts';

export const certificateRequired = 'Choose a .p12 or .pfx file';
export const certificateMaxBytes = 100 * 1024;

const signingCertificate = z
  .object({
    /** In the certificate's words, such as `CN=Iron Peak LLC, C=US`. */
    subject: z.string(),
    issuer: z.string(),
    validFrom: timestamp,
    validTo: timestamp,
    /** Agreements are sealed with it now. */
    isUsed: z.boolean(),
    uploadedAt: timestamp,
    uploadedBy: z.string(),
  })
  .meta({ id: 'SigningCertificate' });
export type SigningCertificate = z.output<typeof signingCertificate>;

/** Null while agreements are sealed with the installation's own certificate. */
export const certificateState = z
  .object({ certificate: signingCertificate.nullable() })
  .meta({ id: 'SigningCertificateState' });
export type CertificateState = z.output<typeof certificateState>;

export const certificateResponse = certificateState
  .extend({ message: z.string() })
  .meta({ id: 'SigningCertificateResponse' });
export type CertificateResponse = z.output<typeof certificateResponse>;

/** The password may be empty. */
export const certificateFields = z.object({ password: z.string().max(200, 'Use at most 200 characters').default('') });

/** The same with its file, as OpenAPI describes it. */
export const certificateUploadFields = certificateFields
  .extend({ file: z.file() })
  .meta({ id: 'SigningCertificateUpload' });
