import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Caller } from './server.ts';

interface Site {
  origin: string;
  rpId: string;
}

/** What to falsify in a response, for tests of refusals. */
interface Tampering extends Partial<Site> {
  type?: string;
  /** As if the device had not verified its user. */
  isUnverified?: boolean;
  counter?: number;
  userHandle?: string;
  challenge?: string;
}

export const gymSite: Site = { origin: 'http://gym.test', rpId: 'gym.test' };

const encoded = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** A device that stores a passkey: it makes a real key (ES256) and signs with it, by the rules of WebAuthn. */
export function authenticator(site: Site = gymSite, { counts = true }: { counts?: boolean } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, flaw: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type: flaw.type ?? type,
        challenge: flaw.challenge ?? challenge,
        origin: flaw.origin ?? site.origin,
        crossOrigin: false,
      }),
    );

  /** The relying party, the flags (present, verified, with a key) and the signature counter. */
  const authenticatorData = (flags: number, flaw: Tampering) => {
    counter += counts ? 1 : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(flaw.counter ?? counter);
    return Buffer.concat([
      sha256(flaw.rpId ?? site.rpId),
      Buffer.from([flaw.isUnverified ? flags & ~verified : flags]),
      count,
    ]);
  };

  const credential = {
    id: encoded(id),
    rawId: encoded(id),
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  } as const;

  return {
    id: credential.id,

    /** The response to `navigator.credentials.create`. */
    create({ options }: { options: CreationOptions }, flaw: Tampering = {}) {
      userHandle = options.user.id;
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        authenticatorData(present | verified | withKey, flaw),
        Buffer.alloc(16),
        length,
        id,
        key,
      ]);
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      const clientDataJSON = encoded(clientData('webauthn.create', options.challenge, flaw));
      return {
        ...credential,
        response: { clientDataJSON, attestationObject: encoded(attestation), transports: ['internal'] },
      };
    },

    /** The response to `navigator.credentials.get`. */
    get({ options }: { options: { challenge: string } }, flaw: Tampering = {}) {
      const data = authenticatorData(present | verified, flaw);
      const client = clientData('webauthn.get', options.challenge, flaw);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(signature),
        userHandle: flaw.userHandle ?? userHandle,
      };
      return { ...credential, response };
    },
  };
}

export type Authenticator = ReturnType<typeof authenticator>;

interface CreationOptions {
  challenge: string;
  user: { id: string };
}

const present = 0x01;
const verified = 0x04;
const withKey = 0x40;

/** Adds a passkey of this device to the caller's account. */
export async function addPasskey(caller: Caller, device: Authenticator, proof: { password: string; code?: string }) {
  const options = (await caller.post('/account/passkeys/options', { body: proof })).body;
  const result = await caller.post('/account/passkeys', { body: device.create(options) });
  if (result.status !== 201) throw new Error(`The passkey was not added: ${result.body.message}`);
  return String(result.body.passkey.id);
}

type Cbor = number | string | Buffer | Map<number, Cbor> | Map<string, Cbor>;

/** The part of CBOR (RFC 8949) that WebAuthn uses: small numbers, texts, bytes and maps. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
}

function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  return size < 256 ? Buffer.from([(type << 5) | 24, size]) : Buffer.from([(type << 5) | 25, size >> 8, size & 255]);
}
