import { type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { preAuthEncoding } from '@phr/contract/release';

/** The private key in RELEASE_SIGNING_KEY: PEM, or the path of a file; '' if unset. */
export const readSigner = async (given: string): Promise<string> =>
  /^$|-----BEGIN/.test(given) ? given : readFile(given, 'utf8');

/** Signs bytes with an ed25519 key in a DSSE envelope. */
export function signEnvelope(payloadType: string, payload: Buffer, key: { id: string; private: KeyObject }) {
  const sig = sign(null, preAuthEncoding(payloadType, payload), key.private).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: key.id, sig }] };
}
