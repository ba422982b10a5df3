/**
 * Agreements that contacts have signed, or have to. Tables: signatures, signature_drawings, signature_requests, sealing_keys, signing_certificates. A
 * signature is never changed; the sealing adds the file.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { paperSignatureRoutes } from './paperRoutes.ts';
import { signatureRequestRoutes } from './requestRoutes.ts';
import { certificateRoutes } from './certificateRoutes.ts';
import { signatureRoutes } from './routes.ts';
import { sealSignatures } from './seal/sealJob.ts';
import { verifyRoutes } from './verifyRoutes.ts';

export const signatures: Module = {
  routes: [signatureRoutes, signatureRequestRoutes, paperSignatureRoutes, certificateRoutes, verifyRoutes],
  jobs: [{ name: 'seals', seconds: minute / 6, run: sealSignatures }],
  // Until then an expired link says that it has expired.
  retention: [{ table: 'signature_requests', column: 'expires_at', days: 90 }],
};

export { isUnsigned, findUnsignedNames } from './missing.ts';
export { signedFileName } from './rows.ts';
export { signaturesRepo } from './repo.ts';
export { signatureRequestsRepo } from './requestRepo.ts';
export { signatureRequestUrl } from './requestUrl.ts';
export { verifyHashes } from './verify.ts';
