import type { ModuleManifest } from '@phr/contract/registry';
import { createCallCheck } from '@phr/loader/declared-calls';
import type { Finding } from '../ports.ts';
import { inManifest, type Gate } from './gate.ts';

/** A registered server route: ':name' parameters, '*' for the rest. */
export interface KnownRoute {
  readonly method: string;
  readonly url: string;
}

export interface CallsOptions {
  /** All callable server routes, read at each check. */
  readonly routes: () => Promise<readonly KnownRoute[]>;
  /** Types of the record server; calls of others find nothing. */
  readonly types: readonly string[];
}

/** Approval name for embedding on partner pages. */
const ON_PARTNERS_PAGES = 'partner pages';
const CALL = /^(GET|POST|PUT|DELETE) (identity|fhir|phr|admin|directory|emr) (\/\S*)$/;

/** What operators must approve in a manifest: calls and embedding, by their names in `World.approved`. */
export function requiredApprovals(manifest: ModuleManifest): readonly string[] {
  return [...manifest.calls, ...(manifest.partner === undefined ? [] : [ON_PARTNERS_PAGES])];
}

/** Each call must exist on a server, prefetched ones be declared, and new ones approved. */
export function callsGate({ routes, types }: CallsOptions): Gate {
  return {
    id: 'CALLS',
    async findings({ manifest }, { current, approved }) {
      const isAnswered = answersOf(await routes());
      return [
        ...manifest.calls.flatMap((call, at) =>
          approved.includes(`elsewhere ${call}`) ? [] : unanswered(call, inManifest('calls', at), types, isAnswered),
        ),
        ...undeclaredAhead(manifest),
        ...notApproved(
          manifest,
          new Set([...approved, ...(current === undefined ? [] : requiredApprovals(current.manifest))]),
        ),
      ];
    },
  };
}

type IsAnswered = (method: string, service: string, path: string) => boolean;

/** Whether a server has a route for an address. */
function answersOf(routes: readonly KnownRoute[]): IsAnswered {
  const known = routes.map(({ method, url }) => ({ method, matches: patternOf(url) }));
  return (method, service, path) => {
    const address = (service === 'fhir' ? `/fhir${path}` : path).replace(/\/$/, '') || '/';
    return known.some((route) => route.method === method && route.matches.test(address));
  };
}

function unanswered(call: string, where: string, types: readonly string[], isAnswered: IsAnswered): readonly Finding[] {
  const [, method = '', service = '', path = ''] = CALL.exec(call) ?? [];
  if (method === '')
    return [{ where, message: `"${call}" is no call`, fix: "Write it like 'GET fhir /Patient/:id/Observation'" }];
  const type = service === 'fhir' ? unknownType(path, types) : undefined;
  if (type !== undefined)
    return [{ where, message: `The record server keeps no ${type}`, fix: 'Use a type that docs/fhir.md lists' }];
  if (isAnswered(method, service, exampleOf(path))) return [];
  return [
    {
      where,
      message: `No server answers ${call}`,
      fix: `Name it as the catalogue does; where a vendor's server answers it, ask the operators to approve "elsewhere ${call}"`,
    },
  ];
}

function undeclaredAhead({ slots, calls }: ModuleManifest): readonly Finding[] {
  const isDeclared = createCallCheck(calls);
  return slots.flatMap(({ ahead = [] }, slot) =>
    ahead.flatMap((call, at): readonly Finding[] => {
      const [, method, service, path] = CALL.exec(call) ?? [];
      const declared =
        method === 'GET' &&
        isDeclared({ method, service: (service ?? 'fhir') as 'fhir', path: exampleOf(path ?? '/', 'x') });
      return declared
        ? []
        : [
            {
              where: inManifest('slots', slot, 'ahead', at),
              message: `${call} is made ahead and not declared`,
              fix: 'Add it to "calls", without its query',
            },
          ];
    }),
  );
}

function notApproved(manifest: ModuleManifest, known: ReadonlySet<string>): readonly Finding[] {
  return requiredApprovals(manifest)
    .filter((wish) => !known.has(wish))
    .map((wish) => ({
      where: wish === ON_PARTNERS_PAGES ? inManifest('partner') : inManifest('calls', manifest.calls.indexOf(wish)),
      message: `"${wish}" is new and not approved`,
      fix: `Ask the operators to approve "${wish}" for ${manifest.name}, and say what it is for`,
    }));
}

/** Unknown resource type at the start of a path, or of a person's list. */
function unknownType(path: string, types: readonly string[]): string | undefined {
  return path
    .split(/[/?]/)
    .filter((segment) => /^[A-Z]\w*$/.test(segment))
    .find((segment) => !types.includes(segment));
}

/** An address of a pattern, without its query. */
function exampleOf(path: string, value = 'x1'): string {
  return (path.split('?')[0] ?? '')
    .split('/')
    .map((segment) => (segment.startsWith(':') ? value : segment))
    .join('/');
}

function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.+^$()[\]{}|\\]/g, String.raw`\$&`)
    .replace(/\*/g, '.*')
    .replace(/:\w+\?/g, '[^/]*')
    .replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}/?$`);
}
