import { vi } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const credential = {
  id: 'YQ',
  rawId: bytes('a'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
};

/** A browser that supports passkeys, which jsdom does not. Each call resolves, or fails with an error of this name. */
export function browserPasskeys(failure?: string) {
  const fail = () => Promise.reject(new DOMException('The browser’s own words', failure));
  const assertion = {
    ...credential,
    response: {
      clientDataJSON: bytes('c'),
      authenticatorData: bytes('d'),
      signature: bytes('s'),
      userHandle: bytes('u'),
    },
  };
  const attestation = {
    ...credential,
    response: { clientDataJSON: bytes('c'), attestationObject: bytes('o'), getTransports: () => ['internal'] },
  };
  const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(failure ? fail : async () => assertion);
  const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(
    failure ? fail : async () => attestation,
  );
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create } });
  return { get, create };
}

export const requestOptions = () => ({
  options: { challenge: 'AAAA', rpId: 'localhost', userVerification: 'required', timeout: 300_000 },
});
export const creationOptions = () => ({
  options: {
    challenge: 'AAAA',
    rp: { id: 'localhost', name: 'Spotter' },
    user: { id: 'AAAA', name: 'sam@example.test', displayName: 'Sam' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  },
});
