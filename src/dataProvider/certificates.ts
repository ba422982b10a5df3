import type { MessageResponse } from '#domain/shared/contract.ts';
import type { CertificateResponse, CertificateState } from '#domain/signatures/certificateContract.ts';
import { http } from './http.ts';

/** A company's own signing certificate. */
export const certificateActions = {
  read: (companyId: string, signal: AbortSignal) =>
    http<CertificateState>(`/companies/${companyId}/signing-certificate`, { signal }),

  upload: (companyId: string, { file, password }: { file: File; password: string }) => {
    const form = new FormData();
    form.append('password', password);
    form.append('file', file, file.name);
    return http<CertificateResponse>(`/companies/${companyId}/signing-certificate`, {
      method: 'POST',
      body: form,
      stale: ['settings'],
    });
  },

  remove: (companyId: string) =>
    http<MessageResponse>(`/companies/${companyId}/signing-certificate`, { method: 'DELETE', stale: ['settings'] }),
};
