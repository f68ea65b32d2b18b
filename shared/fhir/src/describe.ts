import type { Locale } from '@phr/contract/locale';
import { localized } from '@phr/i18n/localized';
import { absenceIn } from './absent.ts';
import { authorsIn } from './authors.ts';
import { isConditional } from './conditional.ts';
import { conceptWords, toldConcept, toldConcepts } from './concepts.ts';
import { codeableConcept, type CodeableConcept, meta, primitiveMeta, type Meta } from './datatypes.ts';
import { elementLines } from './describe/any-value.ts';
import { follow, parsed } from './describe/cursor.ts';
import { elementWords } from './describe/element-words.ts';
import { ELEMENTS, isHarmless } from './describe/elements.ts';
import { HISTORY } from './describe/history.ts';
import { leftOver } from './describe/left-over.ts';
import { MEDICINES } from './describe/medicines.ts';
import { PAPERS } from './describe/papers.ts';
import { PEOPLE } from './describe/people.ts';
import { PLANS } from './describe/plans.ts';
import { RESULTS } from './describe/results.ts';
import { standingOf, type Standing } from './describe/standing.ts';
import { formatter, type Formatter, type Told } from './describe/tell.ts';
import { absenceWords, line, type Line } from './describe-value.ts';
import { statusWords } from './dictionary.codes.ts';
import { LABELS, SMALL_WORDS } from './dictionary.labels.ts';
import { typeWords } from './dictionary.types.ts';
import { isObject, text } from './json.ts';
import { hasCode } from './reading.ts';
import * as r4 from './resources.ts';
import { isOwnSource, readSource } from './source.ts';

/** A resource in words: never blank, a bare code, or the name of a missing value. */
export interface Description {
  readonly type: string;
  readonly title: string;
  readonly subtitle?: string;
  /** Date or period with its given precision. */
  readonly when?: string;
  readonly status?: string;
  /** Status code, for colours and lists: entered-in-error and cancelled must not look valid. */
  readonly statusCode?: string;
  /** 'none': nothing is known to exist; 'unknown': nobody said. Neither counts as an entry. */
  readonly negation?: 'none' | 'unknown';
  /** Whether it is true now, was, or never was; only 'current' counts anywhere. */
  readonly standing: Standing;
  readonly lines: readonly Line[];
  /** Names of elements not covered by the words above. */
  readonly unshown: readonly string[];
  /** An unknown modifier may change the meaning of everything: no verdict, no count, no chart. */
  readonly isConditional: boolean;
}

type Holder = { readonly [key: string]: unknown };

const FORMATTERS: Readonly<Record<string, Formatter>> = {
  ...RESULTS,
  ...HISTORY,
  ...MEDICINES,
  ...PLANS,
  ...PAPERS,
  ...PEOPLE,
  Account: formatter(r4.place, (a) => ({ title: a.name, subtitle: a.description })),
};

/**
 * Describes any resource in a language. Never throws on odd data; unknown types and codes get a generic word. Units,
 * dates and absent values are in words too (see quantities, dates, describe-value). Elements that were not read are
 * listed in `unshown`.
 */
export function describe(json: unknown, locale: Locale): Description {
  const type = (isObject(json) ? text(json['resourceType']) : undefined) ?? '';
  const resource = withStatusSystems(type, isObject(json) ? json : {});
  const { view, read } = follow(withLocalNames(resource, locale));
  const described: Told = Object.hasOwn(FORMATTERS, type) ? (FORMATTERS[type]?.(view, locale) ?? {}) : {};
  const state = stateOf(type, view, described, locale);
  const hasUnknownCondition = isConditional(resource);
  const lines = [
    ...namelessLine(view, described, locale),
    ...(described.lines ?? []),
    ...otherLines(type, view, read, locale),
    ...absentLines(view, read, locale),
    ...securityLine(view, locale),
    ...enteredLine(resource, locale),
  ];
  const inside = containedIn(resource, locale);
  return {
    type,
    title: described.title ?? typeWords(type, locale),
    ...(described.subtitle === undefined ? {} : { subtitle: described.subtitle }),
    ...(described.when === undefined ? {} : { when: described.when }),
    ...state,
    ...(described.negation === undefined ? {} : { negation: described.negation }),
    standing: standingOf(type, resource, described.negation, hasUnknownCondition),
    lines: (hasUnknownCondition ? lines.map(withoutVerdict) : lines).concat(inside.lines),
    unshown: [
      ...new Set([
        ...lines.filter(({ value }) => value.includes(SMALL_WORDS.seeOriginal[locale])).map(({ label }) => label),
        ...leftOver(type, withoutContained(resource), read, locale),
        ...inside.unshown,
      ]),
    ],
    isConditional: hasUnknownCondition,
  };
}

function withoutVerdict({ label, value }: Line): Line {
  return { label, value };
}

function withoutContained({ contained: _contained, ...rest }: Holder): Holder {
  return rest;
}

/** Code systems that FHIR binds to these elements. */
const STATUS_SYSTEMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Condition: { clinicalStatus: 'condition-clinical', verificationStatus: 'condition-ver-status' },
  AllergyIntolerance: {
    clinicalStatus: 'allergyintolerance-clinical',
    verificationStatus: 'allergyintolerance-verification',
  },
};

/** Adds the code system of statuses if the sender omitted it. */
function withStatusSystems(type: string, resource: Holder): Holder {
  const systems = Object.hasOwn(STATUS_SYSTEMS, type) ? STATUS_SYSTEMS[type] : undefined;
  const named = Object.entries(systems ?? {}).flatMap(([key, system]) => {
    const concept = resource[key];
    if (!isObject(concept) || !Array.isArray(concept['coding'])) return [];
    const coding = concept['coding'].map((one: unknown) => (isObject(one) ? { system, ...one } : one));
    return [[key, { ...concept, coding }] as const];
  });
  return named.length === 0 ? resource : { ...resource, ...Object.fromEntries(named) };
}

/** Status in words and as code. Negations have no status; prohibitions come first. */
function stateOf(type: string, view: Holder, told: Told, l: Locale): Pick<Description, 'status' | 'statusCode'> {
  const code = text(view['status']) ?? text(view['lifecycleStatus']);
  const clinical = clinicalStatus(view, l);
  const denied = denialOf(view, l);
  if (denied !== undefined) return { status: denied.words, statusCode: denied.code };
  if (told.negation !== undefined && code !== 'entered-in-error') return {};
  if (code === undefined) return clinical === undefined ? {} : { status: clinical };
  if (view['doNotPerform'] === true && code === 'active')
    return {
      status: SMALL_WORDS[type === 'MedicationRequest' ? 'forbidden' : 'doNotPerform'][l],
      statusCode: 'do-not-perform',
    };
  return { status: statusWords(type, code)?.[l] ?? `${SMALL_WORDS.otherStatus[l]} (${code})`, statusCode: code };
}

/** Shows the code of an entry that would otherwise be titled by its type only. */
function namelessLine(view: Holder, told: Told, l: Locale): readonly Line[] {
  if (told.title !== undefined || !isObject(view['code'])) return [];
  return line(LABELS.code[l], toldConcept(parsed(codeableConcept, view['code']), l));
}

/** Lines for elements of the type's table that its formatter did not read. */
function otherLines(type: string, view: Holder, read: ReadonlySet<string>, l: Locale): readonly Line[] {
  const touched = new Set([...read].map((path) => path.split('.')[0]));
  const keys = Object.keys(view).filter((key) => !touched.has(key) && !isHarmless(type, key) && !isExpected(view, key));
  const table = Object.hasOwn(ELEMENTS, type) ? ELEMENTS[type] : undefined;
  const ordered =
    table?.flatMap((name) => keys.filter((key) => isNamed(key, name))) ??
    keys.filter((key) => elementWords(key, l) !== undefined && !NOT_TOLD.has(key) && !key.startsWith('_'));
  return elementLines(view, ordered, l);
}
const NOT_TOLD = new Set(['extension', 'modifierExtension', 'implicitRules', 'contained', 'status', 'doNotPerform']);

/** True for a plain order; only other intents are worth a line. */
function isExpected(view: Holder, key: string): boolean {
  return key === 'intent' && view[key] === 'order';
}

/** Whether a JSON key is the element or a choice type of it: onset, onsetAge. */
function isNamed(key: string, name: string): boolean {
  return key === name || (key.startsWith(name) && CHOICE.test(key.slice(name.length)));
}
const CHOICE =
  /^(?:Boolean|Integer|PositiveInt|UnsignedInt|Decimal|String|Code|Date|DateTime|Instant|Time|Uri|Age|CodeableConcept|Coding|Duration|Money|Period|Quantity|Range|Ratio|Reference|Timing|Attachment)$/;

/** Why a primitive is missing, from its `_` sibling. */
function absentLines(view: Holder, read: ReadonlySet<string>, l: Locale): readonly Line[] {
  return Object.keys(view).flatMap((key) => {
    if (
      !key.startsWith('_') ||
      view[key.slice(1)] !== undefined ||
      [...read].some((path) => path.startsWith(`${key}.`))
    )
      return [];
    const absence = absenceIn(parsed(primitiveMeta, view[key]));
    return absence === undefined ? [] : line(elementWords(key, l) ?? key.slice(1), absenceWords(absence, l));
  });
}

/** Security labels: who may see it. */
function securityLine(view: Holder, l: Locale): readonly Line[] {
  const { security }: Meta = parsed(meta, view['meta']) ?? {};
  return line(
    LABELS.security[l],
    toldConcepts(
      security?.map((one) => ({ coding: [one] })),
      l,
    ),
  );
}

/** Contained resources, each by type and in words. */
function containedIn(
  resource: Holder,
  l: Locale,
): { readonly lines: readonly Line[]; readonly unshown: readonly string[] } {
  const contained = Array.isArray(resource['contained']) ? resource['contained'] : [];
  const references = localReferences(resource);
  // skip those a reference already names
  const all = contained
    .map((one: unknown) => ({ ...describe(one, l), isNamed: isObject(one) && references.has(`#${String(one['id'])}`) }))
    .filter(({ isNamed, lines, unshown }) => !isNamed || lines.length + unshown.length > 0);
  return {
    lines: all.flatMap(({ type, title, lines }) =>
      line(
        typeWords(type, l),
        [
          title,
          ...lines.map((one) => `${one.label}: ${one.value}${one.flag === undefined ? '' : ` (${one.flag})`}`),
        ].join('; '),
      ),
    ),
    unshown: all.some(({ unshown }) => unshown.length > 0) ? [elementWords('contained', l) ?? 'contained'] : [],
  };
}

/** The local references ('#p1') in a resource. */
function localReferences(value: unknown): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'reference' && typeof inner === 'string' && inner.startsWith('#') ? [inner] : [...localReferences(inner)],
    ),
  );
}

/** Copies the names of contained resources into the references to them. */
function withLocalNames(resource: Holder, l: Locale): Holder {
  const { contained } = resource;
  if (!Array.isArray(contained)) return resource;
  const names = new Map(
    contained.filter(isObject).map((one) => [`#${String(one['id'])}`, describe(one, l).title] as const),
  );
  return { ...named(withoutContained(resource), names), contained };
}

function named(value: Holder, names: ReadonlyMap<string, string>): Holder {
  const inside = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    Array.isArray(inner)
      ? inner.map((one: unknown) => (isObject(one) ? named(one, names) : one))
      : isObject(inner)
        ? named(inner, names)
        : inner,
  ]);
  const name = value['display'] === undefined ? names.get(String(value['reference'])) : undefined;
  return { ...value, ...Object.fromEntries(inside), ...(name === undefined ? {} : { display: name }) };
}

/** A performer's display name: text typed by the record's owner must not look like the performer's own statement. */
export function asEntered(name: string | undefined, uri: unknown, locale: Locale): string | undefined {
  const source = readSource(uri);
  return name === undefined || source === undefined || !isOwnSource(source)
    ? name
    : `${name} (${SMALL_WORDS.typedByKeeper[locale]})`;
}

/** Marks the person's own entry that names a hospital or doctor as entered by the person. */
function enteredLine(json: Holder, locale: Locale): readonly Line[] {
  const source = readSource(meta(json['meta'])?.source);
  if (source === undefined || !isOwnSource(source)) return [];
  const namesOthers = authorsIn(json).some(
    ({ value }) => isObject(value) && value['reference'] === undefined && value['display'] !== undefined,
  );
  return namesOthers ? line(LABELS.enteredBy[locale], SMALL_WORDS.keeper[locale]) : [];
}

/** A refuted or erroneous disease or allergy; takes precedence over its clinical status. */
function denialOf(view: Holder, l: Locale): { readonly code: string; readonly words: string } | undefined {
  const { verificationStatus } = parsed(r4.condition, view) ?? {};
  const code = ['entered-in-error', 'refuted'].find((one) => hasCode(verificationStatus, one));
  const words = conceptWords(verificationStatus, l);
  return code === undefined || words === undefined ? undefined : { code, words };
}

function clinicalStatus(view: Holder, l: Locale): string | undefined {
  const read = parsed(r4.condition, view);
  if (!isContact(read?.code)) return toldConcept(read?.clinicalStatus, l);
  const words = OCCASION_STATUS.find(({ codes }) => codes.some((code) => hasCode(read?.clinicalStatus, code)))?.words;
  return words?.[l] ?? toldConcept(read?.clinicalStatus, l);
}

/**
 * A check-up or another contact with health services (ICD-10, chapter XXI) is not a disease that people have or recover
 * from.
 */
const isContact = (code: CodeableConcept | undefined): boolean =>
  code?.coding?.some(({ system, code: one }) => system?.includes('icd-10') === true && /^Z\d\d/.test(one ?? '')) ===
  true;

const OCCASION_STATUS = [
  { codes: ['resolved', 'inactive', 'remission'], words: localized('Đã qua', 'Over') },
  { codes: ['active', 'recurrence', 'relapse'], words: localized('Đang có', 'Current') },
] as const;
