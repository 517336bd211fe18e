/** A device that keeps passkeys, in software: makes keys and signs with them as the standard has it, or wrongly where a test wants that. */
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Options = Record<string, unknown>;

interface Twist {
  /** Where the browser says that it is. */
  origin?: string;
  /** The site's name that the device was asked by. */
  site?: string;
  /** Whether the person has shown herself to the device by a finger, a face or a PIN. */
  isVerified?: boolean;
  /** How often the key was used, as the device says. */
  counter?: number;
}

const flags = { present: 0x01, verified: 0x04, newKey: 0x40 };
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');

function clientData(type: string, challenge: unknown, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(site: string, flag: number, counter: number, rest = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(site), Buffer.from([flag]), count, rest]);
}

export interface Authenticator {
  /** Makes a key, as the answer to options of a new one. */
  make(options: Options, twist?: Twist): NewKeyAnswer;
  /** Signs with the key that was made last, as the answer to options of a proof. */
  prove(options: Options, twist?: Twist): ProofAnswer;
}
interface NewKeyAnswer {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; attestationObject: string; transports: string[] };
}
interface ProofAnswer {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}

/** A new device, on the site that people open at `siteUrl`. */
export function openAuthenticator(siteUrl: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { origin: ownOrigin, hostname } = new URL(siteUrl);
  let used = 0;
  const signed = (flag: number, isVerified = true): number => flags.present | flag | (isVerified ? flags.verified : 0);
  return {
    make: ({ challenge }, { origin = ownOrigin, site = hostname, isVerified } = {}) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const head = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, Buffer.from(isoCBOR.encode(cose))]);
      const authData = new Uint8Array(authenticatorData(site, signed(flags.newKey, isVerified), 0, head));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as never));
      return {
        ...{ id: text(id), rawId: text(id), type: 'public-key' },
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, origin)),
          attestationObject: text(attestationObject),
          transports: ['internal'],
        },
      };
    },
    prove: ({ challenge }, { origin = ownOrigin, site = hostname, isVerified, counter = (used += 1) } = {}) => {
      const data = authenticatorData(site, signed(0, isVerified), counter);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = createSign('SHA256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...{ id: text(id), rawId: text(id), type: 'public-key' },
        response: { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
      };
    },
  };
}
