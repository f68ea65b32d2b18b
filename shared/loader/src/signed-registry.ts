import { preAuthEncoding, REGISTRY_TYPE } from '@phr/contract/release';

/**
 * True if a registry was signed with a key; undefined if the browser cannot verify (no Ed25519 in WebCrypto, or no
 * https).
 * @param text raw response text
 * @param signatures the response's `X-Phr-Signature`: key name and signature for each active key, 'k1f=:<base64>:,
 * k2a=:<base64>:'
 * @param publicKey 32 bytes in base64
 */
export async function isSigned(
  text: string,
  signatures: string | null,
  publicKey: string,
): Promise<boolean | undefined> {
  const { subtle } = crypto;
  if (subtle === undefined) return undefined;
  try {
    const key = await subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
    const signed = preAuthEncoding(REGISTRY_TYPE, new TextEncoder().encode(text));
    for (const [, signature = ''] of (signatures ?? '').matchAll(/=:([\w+/=]+):/g))
      if (await subtle.verify('Ed25519', key, bytesOf(signature), signed as BufferSource)) return true;
    return false;
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? undefined : false;
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
