import { createPublicKey, verify } from 'node:crypto';
import { preAuthEncoding } from '@phr/contract/release';
import { z } from 'zod';

/** A signed text (DSSE 1.0.2): type and raw bytes are signed, independent of JSON formatting. */
export const Envelope = z.object({
  payloadType: z.string().max(100),
  payload: z.base64().max(4_000_000),
  signatures: z
    .array(z.object({ keyid: z.string().max(100), sig: z.base64().max(200) }))
    .min(1)
    .max(4),
});
export type Envelope = z.infer<typeof Envelope>;

/** An envelope's bytes and signing key; undefined if no known key matches. `publicKeyOf` returns a PEM. */
export async function openEnvelope(
  { payloadType, payload, signatures }: Envelope,
  publicKeyOf: (keyid: string) => Promise<string | undefined>,
): Promise<{ readonly keyid: string; readonly bytes: Buffer } | undefined> {
  const bytes = Buffer.from(payload, 'base64');
  for (const { keyid, sig } of signatures) {
    const pem = await publicKeyOf(keyid);
    if (pem === undefined) continue;
    const key = createPublicKey(pem);
    const isOurs = key.asymmetricKeyType === 'ed25519';
    if (isOurs && verify(null, preAuthEncoding(payloadType, bytes), key, Buffer.from(sig, 'base64')))
      return { keyid, bytes };
  }
  return undefined;
}
