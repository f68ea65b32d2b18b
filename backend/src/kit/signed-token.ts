import { createHmac, timingSafeEqual } from 'node:crypto';

/** Small tamper-proof tokens with expiry, readable by anyone. */
export interface SignedTokens {
  make(facts: Readonly<Record<string, string>>, seconds: number, now?: number): string;
  /** The content; 'expired' after its time, undefined if altered or for another purpose. */
  read(token: string, now?: number): Readonly<Record<string, string>> | 'expired' | undefined;
}

/** Tokens of one purpose; those of another one are refused. */
export function createSignedTokens(secret: string, purpose: string): SignedTokens {
  const sign = (payload: string): Buffer => createHmac('sha256', secret).update(`${purpose}\n${payload}`).digest();

  return {
    make(facts, seconds, now = Date.now()) {
      const payload = Buffer.from(JSON.stringify([Math.floor(now / 1_000) + seconds, facts])).toString('base64url');
      return `${payload}.${sign(payload).toString('base64url')}`;
    },

    read(token, now = Date.now()) {
      const [payload = '', signature = '', ...rest] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const right = sign(payload);
      if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      // verified by our own signature
      const [expires, facts] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as [
        number,
        Record<string, string>,
      ];
      return expires * 1_000 <= now ? 'expired' : facts;
    },
  };
}
