import { isObject } from '@phr/fhir/json';
import { isOwnSource, readSource, sourceUri, type Source } from '@phr/fhir/source';
import type { Actor } from '../fhir/actor.ts';
import { parseReference, textAt, valuesAt, type Resource } from '../fhir/resource.ts';
import type { Write } from '../fhir/write-request.ts';

/** Authors that may be referenced: the person, relatives and their meters. */
export const PERSONAL = new Set(['Patient', 'RelatedPerson', 'Device']);
const PROFESSIONAL = new Set(['Organization', 'Practitioner', 'PractitionerRole']);
/** Elements D-45 checks in unstamped entries. */
const PERFORMERS = ['performer', 'performer.actor', 'asserter', 'recorder'];

/** A stored resource with its known origin. */
export interface Origin {
  /** Null or absent: stored before stamps, origin unknown. */
  readonly source?: Source | null;
  readonly content: string;
}

/**
 * Source of a new resource. Services name their own. The system stores others' content, whose source is in
 * `meta.source`; undefined if missing.
 */
export function sourceOf(actor: Actor, { source, resource }: Pick<Write, 'source' | 'resource'>): Source | undefined {
  if (actor.kind !== 'person' && source !== undefined) return source;
  if (actor.kind === 'system') {
    const given = textAt(resource, 'meta.source');
    return given === undefined ? undefined : (readSource(given) ?? 'facility');
  }
  if (actor.userId.startsWith('hub:')) return 'device';
  if (actor.userId.startsWith('PartnerLink/')) return 'partner';
  return /^(?:Practitioner|PractitionerRole|Organization)\//.test(actor.userId) ? 'facility' : 'person';
}

/** The stored `meta.source`: the previous version's (JSON text) is kept, whatever is sent. */
export function sourceToStore(
  actor: Actor,
  write: Pick<Write, 'source' | 'resource'>,
  before: string | undefined,
): string | undefined {
  if (before !== undefined) return textAt(JSON.parse(before), 'meta.source');
  const given =
    actor.kind === 'system' && write.source === undefined ? textAt(write.resource, 'meta.source') : undefined;
  const source = sourceOf(actor, write);
  return given ?? (source === undefined ? undefined : sourceUri(source));
}

/** The resource with this `meta.source` and no other. */
export function withSource(resource: Resource, source: string | undefined): Resource {
  const { meta, ...rest } = resource;
  const newMeta = metaWithSource(isObject(meta) ? meta : {}, source);
  return { ...rest, resourceType: resource.resourceType, ...(Object.keys(newMeta).length > 0 && { meta: newMeta }) };
}

/** A resource's `meta` with this source and no other. */
export function metaWithSource(meta: object, source: string | undefined): object {
  const { source: _earlier, ...others } = meta as { readonly source?: unknown };
  return source === undefined ? others : { ...others, source };
}

/** True if the server knows an entry's source. */
export function hasKnownSource({ source }: Origin): boolean {
  return source !== undefined && source !== null;
}

/** True for the person's entry, which they may change and delete: by the server's stamp, else by content. */
export function isOwn({ source, content }: Origin): boolean {
  return source === undefined || source === null
    ? enteredByPatient(JSON.parse(content || '{}') as Resource)
    : isOwnSource(source);
}

/**
 * Ownership by content, for entries from before stamps (D-45): no organisation or professional as performer; a typed
 * place does not count. Insurance is the person's own if nobody else pays.
 */
export function enteredByPatient(resource: Resource): boolean {
  if (resource.resourceType === 'Coverage')
    return valuesAt(resource, 'payor').every((payor) => PERSONAL.has(typeNamed(payor, resource) ?? ''));
  return !PERFORMERS.flatMap((path) => valuesAt(resource, path)).some((performer) =>
    PROFESSIONAL.has(typeNamed(performer, resource) ?? ''),
  );
}

/** Type of a reference's target: stated, contained, or from its URL. */
export function typeNamed(value: unknown, holder: Resource): string | undefined {
  if (!isObject(value)) return undefined;
  const type = textAt(value, 'type');
  if (type !== undefined) return type;
  const reference = typeof value['reference'] === 'string' ? value['reference'] : '';
  if (!reference.startsWith('#')) return parseReference(reference)?.type;
  return textAt(
    valuesAt(holder, 'contained').find((one) => textAt(one, 'id') === reference.slice(1)),
    'resourceType',
  );
}
