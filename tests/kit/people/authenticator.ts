/**
 * A software passkey authenticator: creates key pairs and signs with them as WebAuthn specifies, or incorrectly where a test wants
 * that.
 */
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Options = Record<string, unknown>;

interface Overrides {
  /** The origin that the browser reports. */
  origin?: string;
  /** The relying party id that the authenticator received. */
  rpId?: string;
  /** Whether the user was verified by a fingerprint, a face or a PIN. */
  isVerified?: boolean;
  /** The signature counter that the authenticator reports. */
  counter?: number;
}

const flags = { present: 0x01, verified: 0x04, newKey: 0x40 };
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer): string => bytes.toString('base64url');

function clientData(type: string, challenge: unknown, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(rpId: string, flag: number, counter: number, attestedData = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flag]), count, attestedData]);
}

export interface Authenticator {
  /** Creates a key pair: the response to registration options. */
  register(options: Options, overrides?: Overrides): RegistrationResponse;
  /** Signs with the latest key pair: the response to authentication options. */
  authenticate(options: Options, overrides?: Overrides): AuthenticationResponse;
}
interface RegistrationResponse {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
}
interface AuthenticationResponse {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}

/** A new authenticator for the site at `siteUrl`. */
export function openAuthenticator(siteUrl: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { origin: siteOrigin, hostname } = new URL(siteUrl);
  let signCount = 0;
  const flagsWith = (flag: number, isVerified = true): number => flags.present | flag | (isVerified ? flags.verified : 0);
  return {
    register: ({ challenge }, { origin = siteOrigin, rpId = hostname, isVerified } = {}) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const attestedCredentialData = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, Buffer.from(isoCBOR.encode(cose))]);
      const authData = new Uint8Array(authenticatorData(rpId, flagsWith(flags.newKey, isVerified), 0, attestedCredentialData));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never));
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    authenticate: ({ challenge }, { origin = siteOrigin, rpId = hostname, isVerified, counter = (signCount += 1) } = {}) => {
      const data = authenticatorData(rpId, flagsWith(0, isVerified), counter);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = createSign('SHA256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: { clientDataJSON: base64url(client), authenticatorData: base64url(data), signature: base64url(signature) },
      };
    },
  };
}
