import { formatName } from './names.ts';
import { codeableConcept, humanName, identifier, reference as readReference, type Reference } from './datatypes.ts';
import { authorsIn } from './authors.ts';
import { factsOf, uuidOf } from './import-facts.ts';
import { isOurSystem } from './identifiers.ts';
import { isObject, list } from './json.ts';

// Turns another system's FHIR file into transactions for one person's record. Pure: the same file and person give the
// same plan.

/** Why a whole file is rejected. */
export type RefusalReason =
  | 'not-json'
  | 'c-cda'
  | 'csv'
  | 'apple-health'
  | 'xml'
  | 'not-fhir'
  | 'bundle-kind'
  | 'empty'
  | 'two-patients'
  | 'duplicate-address'
  | 'nothing-to-store';

/** Why an entry is not stored, or how it was changed. */
export type NoteReason =
  | 'patient-kept'
  | 'named-inside'
  | 'form'
  | 'other-kind'
  | 'no-resource'
  | 'same-content'
  | 'unknown-person'
  | 'refused' // not stored
  | 'attachment-not-base64'
  | 'element-unknown'
  | 'reference-outside'; // stored with something left out

export interface ImportNote {
  readonly reason: NoteReason;
  /** 'entry[3] Observation'; 'Observation' for a single resource. */
  readonly where: string;
  /** Text from another system: a server's reason or a name. */
  readonly detail?: string;
}

export interface Refusal {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  /** The entries or the type concerned. */
  readonly where: readonly string[];
  readonly notes: readonly ImportNote[];
}

export interface PlannedEntry {
  /** Index in the file. */
  readonly index: number;
  readonly fullUrl: string;
  readonly resource: { readonly resourceType: string; readonly [element: string]: unknown };
  readonly request: { readonly method: 'POST'; readonly url: string; readonly ifNoneExist: string };
}

export interface ImportPlan {
  readonly kind: 'planned';
  /** Ordered so that nothing refers to a later transaction, except in cycles. */
  readonly transactions: readonly (readonly PlannedEntry[])[];
  /** Entries not stored. */
  readonly skipped: readonly ImportNote[];
  /** Entries stored with something left out. */
  readonly changed: readonly ImportNote[];
}

export interface ImportOptions {
  /** Id of the target Patient. */
  readonly patientId: string;
  /** Entries a server refused, by index in the file, with its reason. */
  readonly refused?: ReadonlyMap<number, string>;
  /**
   * Storable parts of a resource, and the paths dropped. The original of an entry with dropped parts is kept as a
   * document.
   */
  readonly known?: (resource: Content) => { readonly resource: Content; readonly left: readonly string[] };
  readonly maxEntries?: number;
  readonly maxBytes?: number;
}

/** Importable types, with the element that names the person. */
export const IMPORTABLE: Readonly<Record<string, string>> = {
  AllergyIntolerance: 'patient',
  CarePlan: 'subject',
  CareTeam: 'subject',
  Claim: 'patient',
  Composition: 'subject',
  Condition: 'subject',
  Coverage: 'beneficiary',
  DiagnosticReport: 'subject',
  DocumentReference: 'subject',
  Encounter: 'subject',
  ExplanationOfBenefit: 'patient',
  FamilyMemberHistory: 'patient',
  Goal: 'subject',
  ImagingStudy: 'subject',
  Immunization: 'patient',
  Media: 'subject',
  MedicationAdministration: 'subject',
  MedicationDispense: 'subject',
  MedicationRequest: 'subject',
  MedicationStatement: 'subject',
  Observation: 'subject',
  Procedure: 'subject',
  QuestionnaireResponse: 'subject',
  ServiceRequest: 'subject',
};

/** Types that are inlined as text where they are referenced. */
const NAMED_INSIDE = new Set([
  'Organization',
  'Practitioner',
  'PractitionerRole',
  'Location',
  'Medication',
  'Device',
  'HealthcareService',
  'Endpoint',
  'Specimen',
  'RelatedPerson',
  'Substance',
]);
const BUNDLE_KINDS = new Set(['transaction', 'batch', 'collection', 'searchset', 'document']);
const ID_SYSTEM = 'urn:ietf:rfc:3986';

/** Recognizes a file by its content: JSON, or the name of an unsupported kind. */
export function readFile(content: string): { readonly json: unknown } | { readonly reason: RefusalReason } {
  const start = content
    .slice(0, 4_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    try {
      const json: unknown = JSON.parse(content.replace(/^\uFEFF/, ''));
      return { json };
    } catch {
      return { reason: 'not-json' };
    }
  }
  if (start.startsWith('<')) {
    if (/<HealthData\b|HealthKit/.test(start)) return { reason: 'apple-health' };
    return { reason: /urn:hl7-org:v3|<ClinicalDocument\b|2\.16\.840\.1\.113883\./.test(start) ? 'c-cda' : 'xml' };
  }
  const [first = ''] = start.split('\n').filter((line) => line.trim() !== '');
  return { reason: /[,;\t]/.test(first) ? 'csv' : 'not-json' };
}

/** Plans the import of a FHIR R4 bundle (transaction, batch, collection, searchset, document) or a single resource. */
export function planImport(json: unknown, options: ImportOptions): ImportPlan | Refusal {
  const refuse = (
    reason: RefusalReason,
    where: readonly string[] = [],
    notes: readonly ImportNote[] = [],
  ): Refusal => ({ kind: 'refused', reason, where, notes });
  if (!isObject(json) || typeof json['resourceType'] !== 'string') return refuse('not-fhir');
  const isBundle = json['resourceType'] === 'Bundle';
  if (isBundle && !BUNDLE_KINDS.has(String(json['type']))) return refuse('bundle-kind', [String(json['type'])]);
  const given: readonly unknown[] = isBundle
    ? Array.isArray(json['entry'])
      ? json['entry']
      : []
    : [{ resource: json }];
  if (given.length === 0) return refuse('empty');

  const items = given.map((entry, index) => itemOf(entry, index, isBundle));
  const doubles = doubleAddresses(items);
  if (doubles.length > 0) return refuse('duplicate-address', doubles);
  const patients = items.filter(({ type }) => type === 'Patient');
  if (patients.length > 1)
    return refuse(
      'two-patients',
      patients.map(({ where }) => where),
    );
  const strangers = ownersOf(items, patients[0]);
  if (strangers.length > 1) return refuse('two-patients', strangers);

  const strange = ofUnknown(items);
  const skipped = items.flatMap((item): readonly ImportNote[] => skipNote(item, options, strange));
  const changed: ImportNote[] = [];
  const taken = items.filter((item) => skipNote(item, options, strange).length === 0);
  const keys = keysOf(taken, items);
  const stored = withoutRepeats(taken, keys, skipped);
  if (stored.length === 0) return refuse('nothing-to-store', [], skipped);

  const names = new Map<string, Item>();
  for (const item of items) for (const name of item.names) if (!names.has(name)) names.set(name, item);
  const fullUrls = new Map(
    taken.map((item) => [item, `urn:uuid:${uuidOf(`${options.patientId}\n${keys.get(item) ?? ''}`)}`]),
  );
  const cut: Item[] = [];
  const entries = stored.map((item): PlannedEntry => {
    const known = item.resource === undefined ? undefined : options.known?.(item.resource);
    if (known === undefined || known.left.length === 0)
      return entryOf(item, options.patientId, names, fullUrls, changed);
    cut.push(item);
    changed.push({
      reason: 'element-unknown',
      where: item.where,
      detail: `${known.left.slice(0, 5).join(', ')}${known.left.length > 5 ? ', …' : ''}`,
    });
    return entryOf({ ...item, resource: known.resource }, options.patientId, names, fullUrls, changed, item);
  });
  const originals = originalsOf(cut, options.patientId, fullUrls, given.length).filter(
    ({ index, resource: { resourceType } }) => {
      const reason = options.refused?.get(index);
      if (reason !== undefined) skipped.push({ reason: 'refused', where: resourceType, detail: reason });
      return reason === undefined;
    },
  );
  return {
    kind: 'planned',
    transactions: split(
      [...inOrder(entries), ...originals],
      options.maxEntries ?? 1_000,
      options.maxBytes ?? 15_000_000,
    ),
    skipped,
    changed,
  };
}

type Content = { readonly [element: string]: unknown };

interface Item {
  readonly index: number;
  readonly type: string;
  readonly resource: { readonly [element: string]: unknown } | undefined;
  readonly fullUrl: string | undefined;
  /** Names other entries may use to refer to it. */
  readonly names: readonly string[];
  readonly where: string;
}

function itemOf(entry: unknown, index: number, isBundle: boolean): Item {
  const resource = isObject(entry) && isObject(entry['resource']) ? entry['resource'] : undefined;
  const type = typeof resource?.['resourceType'] === 'string' ? resource['resourceType'] : '';
  const fullUrl =
    isObject(entry) && typeof entry['fullUrl'] === 'string' && entry['fullUrl'] !== '' ? entry['fullUrl'] : undefined;
  const id = typeof resource?.['id'] === 'string' ? resource['id'] : undefined;
  const names = [
    fullUrl,
    `resource:${index}`,
    id === undefined ? undefined : `${type}/${id}`,
    id === undefined ? undefined : `urn:uuid:${id}`,
  ].filter((name) => name !== undefined);
  return { index, type, resource, fullUrl, names, where: isBundle ? `entry[${index}] ${type}`.trim() : type };
}

function doubleAddresses(items: readonly Item[]): readonly string[] {
  const byUrl = new Map<string, Item>();
  for (const item of items) {
    if (item.fullUrl === undefined) continue;
    const first = byUrl.get(item.fullUrl);
    if (first !== undefined) return [`${first.where}`, `${item.where}`, item.fullUrl];
    byUrl.set(item.fullUrl, item);
  }
  return [];
}

/** The different persons named by entries, unless a Patient entry identifies them as one. */
function ownersOf(items: readonly Item[], patient: Item | undefined): readonly string[] {
  const owners = new Map<string, string>();
  for (const { type, resource, where } of items) {
    const element = IMPORTABLE[type];
    const owner = element === undefined ? undefined : readReference(resource?.[element])?.reference;
    if (owner === undefined || owner.startsWith('#') || patient?.names.includes(owner) === true) continue;
    // with a Patient in the file, a dangling reference means that person
    if (patient !== undefined && !/(^|\/)Patient\//.test(owner)) continue;
    const key = /(?:^|\/)(Patient\/[A-Za-z0-9.-]+)/.exec(owner)?.[1] ?? owner;
    if (patient?.names.includes(key) !== true && !owners.has(key)) owners.set(key, where);
  }
  return patient !== undefined && owners.size > 0 ? [patient.where, ...owners.values()] : [...owners.values()];
}

/**
 * Entries whose person is only a temporary URL matching no entry, in a file that has a Patient. In a file without one,
 * that URL is all there is.
 */
function ofUnknown(items: readonly Item[]): ReadonlySet<Item> {
  if (!items.some(({ type }) => type === 'Patient')) return new Set();
  const names = new Set(items.flatMap((item) => item.names));
  return new Set(
    items.filter(({ type, resource }) => {
      const element = IMPORTABLE[type];
      const owner = element === undefined ? undefined : readReference(resource?.[element])?.reference;
      return owner?.startsWith('urn:') === true && !names.has(owner);
    }),
  );
}

function skipNote(item: Item, { refused }: ImportOptions, strange: ReadonlySet<Item>): readonly ImportNote[] {
  const { index, type, resource, where } = item;
  const note = (reason: NoteReason, detail?: string): readonly ImportNote[] => [
    { reason, where, ...(detail === undefined ? {} : { detail }) },
  ];
  if (resource === undefined || type === '') return note('no-resource');
  if (type === 'Patient') return note('patient-kept');
  if (NAMED_INSIDE.has(type)) return note('named-inside', nameOf(resource));
  if (type === 'Questionnaire') return note('form');
  if (!Object.hasOwn(IMPORTABLE, type)) return note('other-kind', thingNamed(resource));
  if (strange.has(item)) return note('unknown-person');
  const reason = refused?.get(index);
  return reason === undefined ? [] : note('refused', reason);
}

/**
 * Identity key of an entry across repeats in this file or re-exports with new ids. Equal entries that are not timed
 * observations may be distinct (two doses), so their ordinal is part of the key.
 */
function keysOf(taken: readonly Item[], items: readonly Item[]): ReadonlyMap<Item, string> {
  const facts = factsOf(items);
  const sources = new Map<string, string>();
  const counts = new Map<string, number>();
  return new Map(
    taken.map((item) => {
      const source = `${item.fullUrl ?? ''}\n${JSON.stringify(item.resource)}`;
      const fact = facts(item);
      const place = isTimed(item) ? 0 : (counts.get(fact) ?? 0);
      const key = sources.get(source) ?? `${fact}\n${place}`;
      if (!sources.has(source)) counts.set(fact, place + 1);
      sources.set(source, key);
      return [item, key];
    }),
  );
}

/** True for an observation with a time to the second: equal values at the same second are one. */
function isTimed({ type, resource }: Item): boolean {
  const at = resource?.['effectiveDateTime'] ?? resource?.['effectiveInstant'];
  return type === 'Observation' && typeof at === 'string' && /T\d\d:\d\d:\d\d/.test(at);
}

function withoutRepeats(
  items: readonly Item[],
  keys: ReadonlyMap<Item, string>,
  skipped: ImportNote[],
): readonly Item[] {
  const usedKeys = new Set<string>();
  return items.filter((item) => {
    const key = keys.get(item) ?? '';
    if (!usedKeys.has(key)) return usedKeys.add(key);
    skipped.push({ reason: 'same-content', where: item.where });
    return false;
  });
}

// ---- one entry

/** `original` is the entry as sent, which determines its identity. */
function entryOf(
  item: Item,
  patientId: string,
  names: ReadonlyMap<string, Item>,
  kept: ReadonlyMap<Item, string>,
  changed: ImportNote[],
  original = item,
): PlannedEntry {
  const note = (reason: NoteReason, detail?: string): void => {
    changed.push({ reason, where: item.where, ...(detail === undefined ? {} : { detail }) });
  };
  const source = item.resource ?? {};
  const person = `Patient/${patientId}`;
  const containedPatients = new Set(
    (Array.isArray(source['contained']) ? source['contained'] : []).flatMap((inner) =>
      isObject(inner) && inner['resourceType'] === 'Patient' ? [`#${String(inner['id'])}`] : [],
    ),
  );
  const outside = new Set<string>();
  const owner = IMPORTABLE[item.type] ?? 'subject';
  const ownerName = readReference(source[owner])?.reference;

  const pointAt = (reference: Reference): object => {
    const name = reference.reference ?? '';
    const target =
      names.get(name) ??
      names.get(/(?:^|\/)([A-Z][A-Za-z]+\/[A-Za-z0-9.-]+)(?:\/_history\/[^/]*)?$/.exec(name)?.[1] ?? '');
    const { reference: _, resource: __, ...rest } = reference;
    if (
      name === ownerName ||
      target?.type === 'Patient' ||
      containedPatients.has(name) ||
      (target === undefined && /(^|\/)Patient\//.test(name))
    )
      return { ...rest, reference: person };
    if (name.startsWith('#') || name === '') return reference;
    const address = target === undefined ? undefined : kept.get(target);
    if (address !== undefined) return { ...rest, reference: address };
    if (target?.resource !== undefined && NAMED_INSIDE.has(target.type))
      return namedReference(target.type, target.resource, rest);
    outside.add(name);
    const type = /(?:^|\/)([A-Z][A-Za-z]+)\/[A-Za-z0-9.-]+$/.exec(name)?.[1] ?? target?.type;
    return { ...rest, ...(type === undefined ? {} : { type }) };
  };

  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.filter((member) => member !== null).map((member) => walk(member, key));
    if (!isObject(value)) return value;
    if (typeof value['reference'] === 'string') return pointAt(readReference(value) ?? {});
    const isAttachment =
      typeof value['data'] === 'string' &&
      (typeof value['contentType'] === 'string' ||
        ['attachment', 'presentedForm', 'photo', 'valueAttachment'].includes(key));
    const cut = isAttachment && !isBase64(String(value['data']));
    if (cut) note('attachment-not-base64', typeof value['title'] === 'string' ? value['title'] : undefined);
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, member]) =>
        member === null || (cut && name === 'data') ? [] : [[name, walk(member, name)]],
      ),
    );
  };

  const { id: _id, meta, contained, resourceType: _type, ...elements } = source;
  const body: Record<string, unknown> = { resourceType: item.type };
  const usable = isObject(meta)
    ? Object.fromEntries(Object.entries(meta).filter(([name]) => name !== 'versionId' && name !== 'lastUpdated'))
    : {};
  if (Object.keys(usable).length > 0) body['meta'] = usable;
  const inner = (Array.isArray(contained) ? contained : []).filter(
    (one) => isObject(one) && one['resourceType'] !== 'Patient',
  );
  if (inner.length > 0) body['contained'] = inner.map((one) => walk(one, 'contained'));
  for (const [name, value] of Object.entries(elements)) {
    if (value === null) continue;
    if (name === 'medicationReference' && inlineMedication(value, names, body)) continue;
    body[name] = walk(value, name);
  }
  body[owner] = {
    ...(isObject(body[owner]) && typeof body[owner]['display'] === 'string' ? { display: body[owner]['display'] } : {}),
    reference: person,
  };
  nameAuthorsInWords(body, inner);
  if (outside.size > 0) note('reference-outside', [...outside].slice(0, 3).join(', '));

  const fullUrl = kept.get(original) ?? '';
  return {
    index: item.index,
    fullUrl,
    resource: { ...body, resourceType: item.type, ...identified(item.type, body, fullUrl) },
    request: {
      method: 'POST',
      url: item.type,
      ifNoneExist: `identifier=${encodeURIComponent(ID_SYSTEM)}|${encodeURIComponent(fullUrl)}`,
    },
  };
}

/** Maximum number of originals a single document may refer to. */
const MOST_ORIGINALS = 400;

/** Documents holding the originals of partially stored entries; numbered after the file's last entry. */
function originalsOf(
  items: readonly Item[],
  patientId: string,
  kept: ReadonlyMap<Item, string>,
  firstIndex: number,
): readonly PlannedEntry[] {
  return Array.from({ length: Math.ceil(items.length / MOST_ORIGINALS) }, (_, number) => {
    const part = items.slice(number * MOST_ORIGINALS, (number + 1) * MOST_ORIGINALS);
    const text = JSON.stringify(part.map(({ resource }) => resource));
    const fullUrl = `urn:uuid:${uuidOf(`${patientId}\noriginal\n${text}`)}`;
    return {
      index: firstIndex + number,
      fullUrl,
      resource: {
        resourceType: 'DocumentReference',
        identifier: [{ system: ID_SYSTEM, value: fullUrl }],
        status: 'current',
        subject: { reference: `Patient/${patientId}` },
        type: { text: 'Bản gốc của dữ liệu nhập' },
        description: 'Bản gốc của những mục chưa hiển thị hết',
        content: [{ attachment: { contentType: 'application/json', title: 'ban-goc.json', data: base64Of(text) } }],
        context: { related: part.map((item) => ({ reference: kept.get(item) ?? '' })) },
      },
      request: {
        method: 'POST',
        url: 'DocumentReference',
        ifNoneExist: `identifier=${encodeURIComponent(ID_SYSTEM)}|${encodeURIComponent(fullUrl)}`,
      },
    };
  });
}

function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + 8_192)));
  return btoa(pieces.join(''));
}

/** Types that have a single identifier in R4. */
const SINGLE_IDENTIFIER = new Set(['Composition', 'QuestionnaireResponse']);

function identified(
  type: string,
  body: Readonly<Record<string, unknown>>,
  value: string,
): { readonly identifier: unknown } {
  const own = { system: ID_SYSTEM, value };
  // the source's own single identifier would be lost, so move it to a place where readers still find it
  if (SINGLE_IDENTIFIER.has(type))
    return {
      identifier: { ...own, ...(isObject(body['identifier']) ? { assigner: { identifier: body['identifier'] } } : {}) },
    };
  // only issuers assign numbers of this product's systems, never files
  return {
    identifier: [...(list(identifier)(body['identifier']) ?? []).filter(({ system }) => !isOurSystem(system)), own],
  };
}

/**
 * Replaces author references in an imported entry by text: the file is the person's, and must not speak for others by
 * reference. References to the person remain.
 */
function nameAuthorsInWords(body: Record<string, unknown>, contained: readonly unknown[]): void {
  for (const { steps, value } of authorsIn(body).toReversed()) {
    const { reference = '', display, identifier: number } = readReference(value) ?? {};
    const inside = contained.find((one) => isObject(one) && `#${String(one['id'])}` === reference);
    if (/^Patient\//.test(reference)) continue;
    const words = display ?? (isObject(inside) ? nameOf(inside) : undefined) ?? number?.value;
    if (words === undefined) removeAt(body, steps);
    else putAt(body, steps, { display: words });
  }
}

type Steps = readonly (string | number)[];

function holderOf(root: unknown, steps: Steps): unknown {
  return steps
    .slice(0, -1)
    .reduce<unknown>(
      (value, step) => (Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined),
      root,
    );
}

function putAt(root: unknown, steps: Steps, value: unknown): void {
  const holder = holderOf(root, steps);
  if (typeof holder === 'object' && holder !== null) Reflect.set(holder, steps.at(-1) ?? '', value);
}

/** Removes an element and any parents left empty. */
function removeAt(root: unknown, steps: Steps): void {
  const holder = holderOf(root, steps);
  if (Array.isArray(holder)) holder.splice(Number(steps.at(-1)), 1);
  else if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, steps.at(-1) ?? '');
  if (steps.length > 1 && typeof holder === 'object' && holder !== null && Object.keys(holder).length === 0)
    removeAt(root, steps.slice(0, -1));
}

/** Replaces a reference by text: type, name and identifier. */
function namedReference(
  type: string,
  resource: { readonly [element: string]: unknown },
  rest: Omit<Reference, 'reference' | 'resource'>,
): object {
  const display = rest.display ?? nameOf(resource);
  const number = list(identifier)(resource['identifier'])?.find(({ value }) => value !== undefined);
  return {
    type,
    ...(display === undefined ? {} : { display }),
    ...(number === undefined
      ? {}
      : { identifier: { ...(number.system === undefined ? {} : { system: number.system }), value: number.value } }),
  };
}

/** Inlines the code of a Medication in the same file in place of its reference. */
function inlineMedication(value: unknown, names: ReadonlyMap<string, Item>, body: Record<string, unknown>): boolean {
  const given = readReference(value);
  const target = given?.reference === undefined ? undefined : names.get(given.reference);
  const code = codeableConcept(target?.resource?.['code']);
  if (code === undefined) return false;
  body['medicationCodeableConcept'] = code;
  return true;
}

function nameOf(resource: { readonly [element: string]: unknown }): string | undefined {
  const { name } = resource;
  if (typeof name === 'string') return name;
  const [first] = list(humanName)(name) ?? [];
  const person = formatName(first);
  if (person !== undefined) return person;
  const concept = codeableConcept(resource['code']) ?? codeableConcept(resource['type']);
  const named = readReference(resource['practitioner'])?.display ?? readReference(resource['organization'])?.display;
  return named ?? concept?.text ?? concept?.coding?.find(({ display }) => display !== undefined)?.display;
}

/** What a skipped entry is about, so that a skipped pacemaker is reported by name. */
function thingNamed(resource: Content): string | undefined {
  return readReference(resource['device'])?.display ?? nameOf(resource) ?? describedAs(resource);
}

function describedAs({ description, title }: Content): string | undefined {
  const words = [title, description].find((one) => typeof one === 'string');
  return typeof words === 'string' ? words : undefined;
}

function isBase64(data: string): boolean {
  const packed = data.replace(/\s+/g, '');
  return packed.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(packed);
}

// ---- order and size

/** Topological order, targets first; cycles keep the file's order. */
function inOrder(entries: readonly PlannedEntry[]): readonly PlannedEntry[] {
  const byUrl = new Map(entries.map((entry) => [entry.fullUrl, entry]));
  const done = new Set<PlannedEntry>();
  const result: PlannedEntry[] = [];
  for (const start of entries) {
    const open = [{ entry: start, next: targetsOf(start, byUrl) }];
    if (done.has(start)) continue;
    done.add(start);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const target = top.next.pop();
      if (target === undefined) {
        result.push(top.entry);
        open.pop();
      } else if (!done.has(target)) {
        done.add(target);
        open.push({ entry: target, next: targetsOf(target, byUrl) });
      }
    }
  }
  return result;
}

function targetsOf(entry: PlannedEntry, byUrl: ReadonlyMap<string, PlannedEntry>): PlannedEntry[] {
  const found: PlannedEntry[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (isObject(value)) {
      const target = typeof value['reference'] === 'string' ? byUrl.get(value['reference']) : undefined;
      if (target !== undefined) found.push(target);
      Object.values(value).forEach(walk);
    }
  };
  walk(entry.resource);
  return found.reverse();
}

function split(
  entries: readonly PlannedEntry[],
  maxEntries: number,
  maxBytes: number,
): readonly (readonly PlannedEntry[])[] {
  const encoder = new TextEncoder();
  const transactions: PlannedEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = encoder.encode(JSON.stringify(entry)).length;
    const current = transactions.at(-1);
    if (current === undefined || current.length >= maxEntries || bytes + size > maxBytes) {
      transactions.push([entry]);
      bytes = size;
    } else {
      current.push(entry);
      bytes += size;
    }
  }
  return transactions;
}
