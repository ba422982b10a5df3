/**
 * Agreements that contacts have signed, or have to. Tables: signatures, signature_drawings, signature_requests, sealing_keys. A
 * signature is never changed; the sealing adds the file.
 */
import type { Module } from '#server/platform/module.ts';
import { signatureRoutes } from './routes.ts';

export const signatures: Module = {
  routes: [signatureRoutes],
};
