import type { FastifyRequest } from 'fastify';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { COHORT, COHORTS_CLAIM } from './cohort.ts';
import type { Auth, Caller, ModuleScope } from '../kit/platform.ts';
import { createDiscovery } from '../kit/discovery.ts';
import { ServerError } from '../kit/server-error.ts';

/** A user's id; a partner agreement has its own claim. */
const UserId = z
  .string()
  .min(1)
  .refine((id) => !id.startsWith('PartnerLink/'));

const Claims = z.object({
  sub: UserId,
  exp: z.number(),
  scope: z.string().default(''),
  box_user: UserId.optional(),
  sid: z.string().min(1).optional(),
  /**
   * SMART claim of the person behind a token; 'Practitioner/12' or 'Organization/7' marks a professional or a
   * facility's system.
   */
  fhirUser: z.string().optional(),
  /** Another provider may name groups that no release knows. */
  [COHORTS_CLAIM]: z
    .array(z.string())
    .transform((names) => names.filter((name) => COHORT.test(name)))
    .optional()
    .catch(undefined),
  /** The agreement that a partner's token acts under (ADR 0043). */
  partner_link: z.string().startsWith('PartnerLink/').optional(),
});

export interface AuthOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: JWTVerifyGetKey;
  /** Whether a token's sign-in session has ended; absent if another service manages sessions. */
  readonly sessionEnded?: (sid: string) => Promise<boolean>;
  /** Allowed calls of a module; without it module tokens may call nothing. */
  readonly scopeOf?: (module: string) => Promise<ModuleScope | undefined>;
}

interface Known {
  readonly caller: Caller;
  /** The one module that the token is for. */
  readonly module: string | undefined;
  readonly exp: number;
}

const CACHE_SIZE = 5_000;

/** Verifies access tokens (JWT, at+jwt) against the issuer's keys, caching results until they expire. */
export function createAuth(options: AuthOptions): Auth {
  const known = new Map<string, Known>();

  const check = async (token: string): Promise<Known> => {
    const remembered = known.get(token);
    if (remembered !== undefined) {
      if (remembered.exp * 1_000 > Date.now()) return remembered;
      known.delete(token);
    }
    const fresh = await verifyToken(token, options);
    known.set(token, fresh);
    const oldest = known.size > CACHE_SIZE ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return fresh;
  };

  const checked = async (token: string): Promise<Known> => {
    const known = await check(token);
    const { sessionId } = known.caller;
    if (sessionId !== undefined && (await options.sessionEnded?.(sessionId)) === true)
      throw unauthorized('The session has ended');
    return known;
  };

  return {
    async verify(token) {
      const { caller, module } = await checked(token);
      if (module !== undefined) throw outOfScope();
      return caller;
    },
    async authenticate(request) {
      const token = bearerOf(request);
      if (token === undefined) throw unauthorized('An access token is needed');
      const { caller, module } = await checked(token);
      if (module === undefined) return caller;
      const scopeOfModule = await options.scopeOf?.(module);
      if (scopeOfModule?.permits(request.method, request.url) !== true) throw outOfScope();
      return { ...caller, scopeOfModule };
    },
    async holderOf(request) {
      const token = bearerOf(request);
      if (token === undefined) return undefined;
      return checked(token).then(
        ({ caller }) => caller.userId,
        (error: unknown) => {
          if (error instanceof ServerError && error.code === 'UNAUTHORIZED') return undefined;
          throw error;
        },
      );
    },
  };
}

/** True if a request has a valid token; use `authenticate` for what it may call. */
export async function isSignedIn(auth: Auth, request: FastifyRequest): Promise<boolean> {
  return auth.authenticate(request).then(
    () => true,
    (error: unknown) => error instanceof ServerError && error.code === 'ACCESS_DENIED',
  );
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Keys of another OpenID provider, from its discovery document, loaded on first use. An unknown key id triggers a
 * reload, at most once per `cooldownMs`.
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
      issuer: options.issuer,
      audience: options.audience,
      typ: 'at+jwt',
      requiredClaims: ['exp', 'sub'],
      clockTolerance: 5,
    });
    const claims = Claims.parse(payload);
    const scope = claims.scope.split(' ').filter((item) => item !== '');
    const module = moduleOf(claims, scope);
    const cohorts = claims[COHORTS_CLAIM];
    return {
      module,
      caller: {
        userId: claims.partner_link ?? professionalOf(claims) ?? claims.box_user ?? claims.sub,
        sub: claims.sub,
        scope,
        ...(claims.sid === undefined ? {} : { sessionId: claims.sid }),
        ...(cohorts === undefined ? {} : { cohorts }),
      },
      exp: claims.exp,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError)
      throw unauthorized('The access token is not valid', error);
    throw error;
  }
}

/** Module of a partner's token. Invalid with just one of the two claims, or with two modules. */
function moduleOf({ partner_link: link }: z.output<typeof Claims>, scope: readonly string[]): string | undefined {
  const modules = scope.flatMap((item) => /^module:(.+)$/.exec(item)?.[1] ?? []);
  if (modules.length > 1 || (modules.length === 0) !== (link === undefined))
    throw unauthorized('The access token is not valid');
  return modules[0];
}

/** professionals are identified by their FHIR reference; their rights come from consents only */
function professionalOf({ fhirUser }: z.output<typeof Claims>): string | undefined {
  return /(?:^|\/)((?:Practitioner|Organization)\/[A-Za-z0-9.-]{1,64})$/.exec(fhirUser ?? '')?.[1];
}

function outOfScope(): ServerError {
  return new ServerError('ACCESS_DENIED', 'The token is for another module');
}

function unauthorized(message: string, cause?: unknown): ServerError {
  return new ServerError('UNAUTHORIZED', message, cause === undefined ? {} : { cause });
}
