import type { MessageResponse } from '#domain/shared/contract.ts';
import type { PasskeyList, PasskeyOptions, PasskeyProof, PasskeyResponse } from '#domain/auth/passkeysContract.ts';
import { createPasskey } from '#src/authProvider/passkeys.ts';
import { http } from './http.ts';

const path = '/account/passkeys';

/** Apart from `account.ts`, so that the WebAuthn code is not loaded with it. */
export const accountPasskeyActions = {
  passkeys: async (signal?: AbortSignal) => (await http<PasskeyList>(path, { signal })).passkeys,

  /** The password and code are checked before the browser asks for a fingerprint, a face or a PIN. */
  async addPasskey(proof: PasskeyProof) {
    const options = await http<PasskeyOptions>(`${path}/options`, { method: 'POST', body: proof, stale: [] });
    return http<PasskeyResponse>(path, {
      method: 'POST',
      body: await createPasskey(options),
      stale: ['passkeys', 'second-factor'],
    });
  },

  removePasskey: (id: string, proof: PasskeyProof) =>
    http<MessageResponse>(`${path}/${id}`, { method: 'DELETE', body: proof, stale: ['passkeys', 'second-factor'] }),
};
