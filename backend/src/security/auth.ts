import { hash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Auth, Caller } from '../platform.ts';
import { createDiscovery } from './discovery.ts';
import { ServerError } from './server-error.ts';

const Claims = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  scope: z.string().default(''),
  box_user: z.string().min(1).optional(),
  sid: z.string().min(1).optional(),
  /** SMART's claim for the person behind a token; 'Practitioner/12' or 'Organization/7' marks a professional or a facility's system. */
  fhirUser: z.string().optional(),
});

export interface AuthOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: JWTVerifyGetKey;
  /** Says whether the sign-in session of a token is over; absent when another service holds the sessions. */
  readonly sessionEnded?: (sid: string) => Promise<boolean>;
}

interface Known {
  readonly caller: Caller;
  readonly exp: number;
}

const CACHE_SIZE = 5_000;

/** Checks access tokens (JWT of type at+jwt) against the issuer's keys. Checked tokens are remembered until they end. */
export function createAuth(options: AuthOptions): Auth {
  const known = new Map<string, Known>();

  const check = async (token: string): Promise<Known> => {
    const id = hash('sha256', token, 'base64');
    const remembered = known.get(id);
    if (remembered !== undefined) {
      known.delete(id);
      if (remembered.exp * 1_000 > Date.now()) {
        known.set(id, remembered);
        return remembered;
      }
    }
    const fresh = await verifyToken(token, options);
    known.set(id, fresh);
    const oldest = known.size > CACHE_SIZE ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return fresh;
  };

  const verify = async (token: string): Promise<Caller> => {
    const { caller } = await check(token);
    if (caller.sessionId !== undefined && await options.sessionEnded?.(caller.sessionId) === true) throw unauthorized('The session has ended');
    return caller;
  };

  return {
    verify,
    authenticate(request) {
      const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
      return token === undefined ? Promise.reject(unauthorized('An access token is needed')) : verify(token);
    },
  };
}

/**
 * Keys of another OpenID provider, found by its discovery document at the first use. A key id that is not known makes them read again, at most
 * once in `cooldownMs`.
 */
export function discoveredKeys(issuer: string, cooldownMs = 10_000): JWTVerifyGetKey {
  const discover = createDiscovery(issuer);
  let keys: JWTVerifyGetKey | undefined;
  return async (header, token) => {
    keys ??= createRemoteJWKSet(new URL((await discover()).jwks_uri), { cooldownDuration: cooldownMs });
    return keys(header, token);
  };
}

async function verifyToken(token: string, options: AuthOptions): Promise<Known> {
  try {
    const { payload } = await jwtVerify(token, options.keys, {
      issuer: options.issuer, audience: options.audience, typ: 'at+jwt', requiredClaims: ['exp', 'sub'], clockTolerance: 5,
    });
    const claims = Claims.parse(payload);
    return {
      caller: {
        userId: professionalOf(claims) ?? claims.box_user ?? claims.sub, sub: claims.sub, scope: claims.scope.split(' ').filter((item) => item !== ''),
        ...(claims.sid === undefined ? {} : { sessionId: claims.sid }),
      },
      exp: claims.exp,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw unauthorized('The access token is not valid', error);
    throw error;
  }
}

/** Professionals are known by their FHIR reference; the rights of that id come from consents only. */
function professionalOf({ fhirUser }: z.output<typeof Claims>): string | undefined {
  return /(?:^|\/)((?:Practitioner|Organization)\/[A-Za-z0-9.-]{1,64})$/.exec(fhirUser ?? '')?.[1];
}

function unauthorized(message: string, cause?: unknown): ServerError {
  return new ServerError('UNAUTHORIZED', message, cause === undefined ? {} : { cause });
}
