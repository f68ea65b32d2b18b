/** The signed-in person in the fake responses: an account with one relative, and nothing in either record. */
export const PERSONS = { main: 'gate-main', relative: 'gate-relative' } as const;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** A page that leads on by itself, in place of a body. */
  readonly leadsTo?: string;
}

const NAMES: Readonly<Record<string, string>> = {
  [PERSONS.main]: 'TRẦN THỬ NGHIỆM',
  [PERSONS.relative]: 'TRẦN THỬ HAI',
};
const LIFE_S = 3_600;

/**
 * Responses of an identity service and of the record's services for a module that is being checked: valid and empty,
 * without data of real people.
 */
export function fakeAnswer(method: string, url: URL, issuer: string, form: URLSearchParams): Answer {
  if (url.origin === issuer) return identityAnswer(url, issuer, form);
  if (url.pathname.startsWith('/fhir')) return recordAnswer(method, url);
  if (url.pathname.endsWith('/related-person/rights'))
    return good(
      Object.values(PERSONS).map((patientId) => ({
        patientId,
        rights: 'write',
        may: ['read', 'create', 'update', 'delete', 'share'],
      })),
    );
  return good({ data: [] });
}

const good = (body: unknown): Answer => ({ status: 200, body });

function identityAnswer(url: URL, issuer: string, form: URLSearchParams): Answer {
  switch (url.pathname) {
    case '/.well-known/openid-configuration':
      return good({
        issuer,
        authorization_endpoint: `${issuer}/connect/authorize`,
        token_endpoint: `${issuer}/connect/token`,
        userinfo_endpoint: `${issuer}/connect/userinfo`,
        end_session_endpoint: `${issuer}/connect/endsession`,
      });
    case '/connect/authorize': {
      const back = new URL(url.searchParams.get('redirect_uri') ?? issuer);
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      // the code is the nonce itself, so that nothing has to be stored between the two requests
      back.searchParams.set('code', url.searchParams.get('nonce') ?? '');
      return { status: 200, body: '', leadsTo: back.href };
    }
    case '/connect/token':
      return good({
        access_token: token({ sub: 'gate', nonce: '' }, issuer),
        id_token: token({ sub: 'gate', nonce: form.get('code') ?? '' }, issuer),
        token_type: 'Bearer',
        expires_in: LIFE_S,
        scope: 'openid',
      });
    case '/connect/userinfo':
      return good({
        sub: 'gate',
        box_user: 'gate-user',
        preferred_username: '0900000000',
        phone_number_verified: true,
      });
    default:
      return good({ data: [] });
  }
}

/** A token that no service would accept: it is not checked here. */
function token({ sub, nonce }: { readonly sub: string; readonly nonce: string }, issuer: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: issuer, aud: 'phr-web', sub, sid: 'gate', nonce, iat: now, auth_time: now, exp: now + LIFE_S };
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.unsigned`;
}

function recordAnswer(method: string, url: URL): Answer {
  const [type = '', id, list] = url.pathname.replace(/^\/fhir\/?/, '').split('/');
  if (method !== 'GET') return { status: 201, body: { resourceType: type === '' ? 'Bundle' : type, id: 'gate-new' } };
  if (list === 'Group')
    return bundle([
      {
        resourceType: 'Group',
        id: 'gate-family',
        type: 'person',
        actual: true,
        member: Object.values(PERSONS).map((person) => ({
          entity: { reference: `Patient/${person}`, display: NAMES[person] },
        })),
      },
    ]);
  if (id === undefined || list !== undefined) return bundle([]);
  if (type === 'User') return good({ resourceType: 'User', id, data: { patient_id: PERSONS.main } });
  if (type === 'RelatedPerson')
    return good({
      resourceType: type,
      id,
      patient: { reference: `Patient/${PERSONS.relative}` },
      relationship: [{ coding: [{ code: 'NMTH' }] }],
    });
  if (type === 'Patient')
    return good({
      resourceType: type,
      id,
      name: [{ text: NAMES[id] ?? 'TRẦN THỬ NGHIỆM' }],
      birthDate: '1985-04-12',
      gender: 'female',
      ...(id === PERSONS.main
        ? { link: [{ type: 'seealso', other: { reference: 'RelatedPerson/gate-related' } }] }
        : {}),
    });
  return { status: 404, body: { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'not-found' }] } };
}

const bundle = (resources: readonly object[]): Answer =>
  good({
    resourceType: 'Bundle',
    type: 'searchset',
    total: resources.length,
    entry: resources.map((resource) => ({ resource, search: { mode: 'match' } })),
  });
