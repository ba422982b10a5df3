import { z } from 'zod';
import { timestamp } from '#domain/shared/contract.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 in hex');

/** The hashes of a file that `splitAtSeal` splits. Without a seal there is only that of the whole. */
export const verifyBody = z
  .object({
    hashes: z.object({
      whole: sha256,
      before: sha256.optional(),
      seal: sha256.optional(),
    }),
  })
  .meta({ id: 'VerifyBody' });
export type FileHashes = z.output<typeof verifyBody>['hashes'];

export const verifyResponse = z
  .object({
    /** True for a PDF that was sealed here, or made from one. `sealed` says the same. */
    known: z.boolean(),
    sealed: z.boolean(),
    /** True when every byte is as it was sealed. */
    intact: z.boolean(),
    company: z.string().optional(),
    agreement: z.string().optional(),
    version: z.int().optional(),
    signedAt: timestamp.optional(),
    /** Initials. */
    signer: z.string().optional(),
  })
  .meta({ id: 'VerifyResponse' });
export type Verdict = z.output<typeof verifyResponse>;
