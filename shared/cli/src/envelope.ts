import { type KeyObject, sign } from 'node:crypto';
import { preAuthEncoding } from '@phr/contract/release';

/** Signs bytes with an ed25519 key, in a DSSE envelope. */
export function signEnvelope(payloadType: string, payload: Buffer, key: { id: string; private: KeyObject }) {
  const sig = sign(null, preAuthEncoding(payloadType, payload), key.private).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: key.id, sig }] };
}
