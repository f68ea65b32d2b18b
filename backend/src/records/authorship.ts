import { isObject } from '@phr/fhir/json';
import { isOwnSource, readSource, sourceUri, type Source } from '@phr/fhir/source';
import type { Actor } from '../fhir/actor.ts';
import { parseReference, textAt, valuesAt, type Resource } from '../fhir/resource.ts';
import type { Write } from '../fhir/write-request.ts';

/** Who may be named by more than words: the person, relatives and their meters. */
export const PERSONAL = new Set(['Patient', 'RelatedPerson', 'Device']);
const PROFESSIONAL = new Set(['Organization', 'Practitioner', 'PractitionerRole']);
/** Where D-45 looks at entries that nobody stamped. */
const PERFORMERS = ['performer', 'performer.actor', 'asserter', 'recorder'];

/** A resource as it is stored, with what the server knows of its origin. */
export interface Origin {
  /** Null or absent: stored before there were stamps, and nothing tells. */
  readonly source?: Source | null;
  readonly content: string;
}

/**
 * Whom a new resource comes from. Services name what they make by themselves. The system stores what others wrote and says so in `meta.source`; undefined
 * where it does not say.
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

/** The `meta.source` that is stored: that of the version before (JSON text) stays, whatever is sent later. */
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

/** True when the server knows whom an entry comes from. */
export function isTold({ source }: Origin): boolean {
  return source !== undefined && source !== null;
}

/** True for what the person entered, who may change and delete it: the server's stamp says so, and its content only where there is none. */
export function isOwn({ source, content }: Origin): boolean {
  return source === undefined || source === null
    ? enteredByPatient(JSON.parse(content || '{}') as Resource)
    : isOwnSource(source);
}

/**
 * What the content says of an entry that was stored before there were stamps (D-45): no performer is an organisation or a professional. A typed place
 * (display only) is none. An insurance is the person's own when nobody else pays it.
 */
export function enteredByPatient(resource: Resource): boolean {
  if (resource.resourceType === 'Coverage')
    return valuesAt(resource, 'payor').every((payor) => PERSONAL.has(typeNamed(payor, resource) ?? ''));
  return !PERFORMERS.flatMap((path) => valuesAt(resource, path)).some((performer) =>
    PROFESSIONAL.has(typeNamed(performer, resource) ?? ''),
  );
}

/** Type of what a reference names: as it says, of what is contained, or by its address. */
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
