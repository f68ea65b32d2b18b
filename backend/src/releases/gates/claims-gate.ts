import type { ModuleManifest, RouteEntry } from '@phr/contract/registry';
import { claimsOf, firstSegment, namesOf, segmentsOf } from '../claims.ts';
import { isApiPath, isPublishedPath } from '../../kit/paths.ts';
import type { Claim, Finding } from '../ports.ts';
import { inManifest, type Gate } from './gate.ts';

/** Addresses of the web server itself. */
const OF_THE_SERVER = /^\/(?:health|ready|csp-report|index\.html|sw\.js|openapi|socket\.io|connect|releases|ops|sdk)$/;

/**
 * Rejects claimed paths, screens, purposes, types and tiles of others, unclaimable patterns, and ambiguous own URLs.
 */
export const claimsGate: Gate = {
  id: 'CLAIMS',
  findings: ({ manifest }, { claims }) => [
    ...manifest.routes.flatMap(greedy),
    ...taken(manifest, claims),
    ...twice(manifest.routes),
  ],
};

function greedy({ path }: RouteEntry, at: number): readonly Finding[] {
  const where = inManifest('routes', at, 'path');
  if (firstSegment(path) === undefined)
    return [
      {
        where,
        message: `GREEDY: ${path} takes the addresses of others`,
        fix: 'Begin it with a word of your own, like /notes/:id',
      },
    ];
  const first = `/${firstSegment(path)}`;
  return isApiPath(first) || isPublishedPath(first) || OF_THE_SERVER.test(first)
    ? [
        {
          where,
          message: `COLLISION: ${first} is an address of the server`,
          fix: 'Take another word for the first part of the path',
        },
      ]
    : [];
}

function taken(manifest: ModuleManifest, claims: readonly Claim[]): readonly Finding[] {
  return claimsOf(manifest).flatMap(({ kind, value, module }) => {
    const owner = claims.find((claim) => claim.kind === kind && claim.value === value && claim.module !== module);
    if (owner === undefined) return [];
    return [
      {
        where: placeOf(manifest, kind, value),
        message: `COLLISION: the ${kind} "${value}" belongs to ${owner.module}`,
        fix: `Take another name, or ask ${owner.module} to give it up and the operators to move it`,
      },
    ];
  });
}

function placeOf({ routes }: ModuleManifest, kind: Claim['kind'], value: string): string {
  if (kind === 'screen')
    return inManifest(
      'routes',
      routes.findIndex((route) => namesOf(route).includes(value)),
      'screen',
    );
  if (kind === 'segment')
    return inManifest(
      'routes',
      routes.findIndex(({ path }) => firstSegment(path) === value),
      'path',
    );
  return inManifest(`${kind}s`);
}

/** Own screens with equal names, and own patterns that could match the same URL. */
function twice(routes: readonly RouteEntry[]): readonly Finding[] {
  const segments = new Map(routes.map(({ path }) => [path, segmentsOf(path)]));
  const alike = (one: RouteEntry, other: RouteEntry): boolean =>
    areAlike(segments.get(one.path) ?? [], segments.get(other.path) ?? []);
  return routes.flatMap((route, at) =>
    routes.slice(0, at).flatMap((earlier): readonly Finding[] => {
      if (route.screen === earlier.screen)
        return [
          {
            where: inManifest('routes', at, 'screen'),
            message: `The screen "${route.screen}" is there twice`,
            fix: 'Give each route a screen of its own',
          },
        ];
      if (!alike(route, earlier)) return [];
      return [
        {
          where: inManifest('routes', at, 'path'),
          message: `${route.path} and ${earlier.path} match the same address, and nothing says which is meant`,
          fix: 'Let one of them have a word where the other has a parameter',
        },
      ];
    }),
  );
}

/** True if a URL could match both patterns with no literal to distinguish them. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const behind = long.slice(short.length);
  if (!behind.every((segment) => segment.endsWith('?'))) return false;
  return short.every((segment, at) => {
    const there = long[at] ?? '';
    return segment.startsWith(':') ? there.startsWith(':') : segment === there;
  });
}
