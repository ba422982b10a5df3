import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { LoginResponse } from '#domain/auth/contract.ts';
import type { PasskeyOptions } from '#domain/auth/passkeysContract.ts';
import { http } from '#src/dataProvider/http.ts';
import { startSession } from './session.ts';

export const signInWithPasskey = async () => {
  const { options } = await http<PasskeyOptions>('/auth/passkey/options', { method: 'POST', anonymous: true });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await askDevice(
    startAuthentication({ optionsJSON }),
    optionsJSON.rpId,
    'No passkey was used. Try again, or sign in with your password.',
  );
  startSession(await http<LoginResponse>('/auth/passkey', { method: 'POST', body: response, anonymous: true }));
};

export const createPasskey = ({ options }: PasskeyOptions) => {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return askDevice(startRegistration({ optionsJSON }), optionsJSON.rp.id, 'No passkey was added. Please try again.');
};

const askDevice = async <T>(response: Promise<T>, host: string | undefined, refused: string): Promise<T> => {
  try {
    return await response;
  } catch (error) {
    const { name } = error as DOMException;
    if (name === 'InvalidStateError')
      throw new Error('This device has a passkey for your account already.', { cause: error });
    if (name === 'SecurityError')
      throw new Error(`Passkeys work at ${host} only. Open Spotter there.`, { cause: error });
    throw new Error(refused, { cause: error });
  }
};
