import { randomUUID } from 'node:crypto';
import { createSignedTokens } from '../../kit/signed-token.ts';
import type { Sql } from '../../kit/platform.ts';
import { ReleaseError } from '../release-error.ts';

/** Seconds for which a page's forms may be submitted. */
const LIFE_SECONDS = 1_800;

/**
 * The token in each form of the operators' pages: it proves that the form was made recently for this person, and is
 * accepted once.
 */
export interface Forms {
  make(who: string): string;
  /** Throws ReleaseError 403 for a token made for another person or too long ago; 409 for one that was used before. */
  take(token: unknown, who: string): Promise<void>;
}

export function createForms(sql: Sql, secret: string): Forms {
  const tokens = createSignedTokens(secret, 'form of operators');
  return {
    make: (who) => tokens.make({ id: randomUUID(), who }, LIFE_SECONDS),
    async take(token, who) {
      const facts = typeof token === 'string' ? tokens.read(token) : undefined;
      if (facts === undefined || facts === 'expired' || facts['who'] !== who)
        throw new ReleaseError(403, 'FORM_NOT_YOURS', 'This form was not made for you, or too long ago');
      const taken = await sql.query('insert into used_form (id) values ($1) on conflict do nothing returning id', [
        facts['id'],
      ]);
      if (taken.length === 0) throw new ReleaseError(409, 'FORM_USED', 'This form was sent before');
    },
  };
}
