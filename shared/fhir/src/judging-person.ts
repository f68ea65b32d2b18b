import type { Goal, Person, Pregnancy } from '@phr/clinical/assess/verdict';
import * as plainDate from '@phr/time/plain-date';
import { codeableConcept, meta, period, quantity, range, reference } from './datatypes.ts';
import { isObject, lenientObject, list, text, type Parser, type Read } from './json.ts';
import { readSource } from './source.ts';

// Facts in a record that determine who judges a person's readings, and how.

const goal = lenientObject({
  id: text,
  meta,
  lifecycleStatus: text,
  startDate: text,
  statusDate: text,
  expressedBy: reference,
  target: list(
    lenientObject({ measure: codeableConcept, detailQuantity: quantity, detailRange: range, dueDate: text }),
  ),
});
const provenance = lenientObject({
  target: list(reference),
  agent: list(lenientObject({ type: codeableConcept, who: reference })),
});
/** Provenance agent types that count as author, as does an agent without type; transmitters do not. */
const MADE: readonly string[] = ['author', 'AUT', 'composer'];

/**
 * Goals among a record's resources, completed by their author: from Provenance, else, for a goal that names nobody,
 * from the server's stamp.
 */
export function goalsIn(resources: readonly unknown[]): readonly Goal[] {
  const agents = new Map<string, NonNullable<Goal['author']>[]>();
  for (const { target = [], agent = [] } of ofType(resources, 'Provenance', provenance))
    for (const { reference: id = '' } of target) {
      const authors = agent.flatMap(({ type, who }) => (type === undefined || hasOne(type, MADE) ? (who ?? []) : []));
      agents.set(id, [...(agents.get(id) ?? []), ...authors]);
    }
  return ofType(resources, 'Goal', goal).map(({ meta: stamped, ...one }): Goal => {
    const written = agents.get(`Goal/${one.id ?? ''}`) ?? [];
    const author =
      written.find((who) => !isPerson(who)) ??
      written[0] ??
      (one.expressedBy === undefined ? stampedBy(stamped?.source) : undefined);
    return author === undefined ? one : { ...one, author };
  });
}

/** True for goals whose author only a Provenance can name. */
export function needsAuthor({ expressedBy, author }: Goal): boolean {
  return expressedBy === undefined && author === undefined;
}

const isPerson = ({ reference: id = '', type = '' }: { readonly reference?: string; readonly type?: string }) =>
  type === 'Patient' || type === 'RelatedPerson' || /(^|\/)(Patient|RelatedPerson)\//.test(id);

function stampedBy(source: string | undefined): Goal['author'] {
  const from = readSource(source);
  if (from === undefined || from === 'service') return undefined;
  return { type: from === 'facility' ? 'Organization' : 'Patient' };
}

const condition = lenientObject({
  code: codeableConcept,
  clinicalStatus: codeableConcept,
  verificationStatus: codeableConcept,
  onsetDateTime: text,
  onsetPeriod: period,
  recordedDate: text,
  abatementDateTime: text,
  abatementPeriod: period,
});
const statement = lenientObject({
  status: text,
  code: codeableConcept,
  effectiveDateTime: text,
  effectivePeriod: period,
  issued: text,
  valueCodeableConcept: codeableConcept,
});

/** LOINC: pregnancy status. */
export const PREGNANCY_STATUS = '82810-3';
/** LOINC answers and SNOMED CT: pregnant; not pregnant. */
const PREGNANT = ['LA15173-0', '77386006'];
const NOT_PREGNANT = ['LA26683-5', '60001007'];
/** ICD-10 chapter XV and Z33, SNOMED CT 77386006: conditions of a pregnant person. */
const PREGNANCY = /^(O[0-9][0-9A-Z](\.?[0-9A-Z]+)?|Z33(\.?[0-9A-Z]+)?|77386006)$/;
/** A pregnancy without a recorded end expires after this. */
const MONTHS = 10;
const ACTIVE: readonly string[] = ['active', 'recurrence', 'relapse'];
const DENIED: readonly string[] = ['refuted', 'entered-in-error'];

/** Days of recorded pregnancy, from Conditions and Observations; undated ones are ignored. */
export function pregnanciesIn(resources: readonly unknown[]): readonly Pregnancy[] {
  const said = ofType(resources, 'Observation', statement).filter(
    ({ code, status }) => hasOne(code, [PREGNANCY_STATUS]) && !DENIED.includes(status ?? '') && status !== 'cancelled',
  );
  const saidOn = (values: readonly string[]): readonly string[] =>
    said.flatMap(({ valueCodeableConcept, effectiveDateTime, effectivePeriod, issued }) =>
      hasOne(valueCodeableConcept, values) ? dayIn(effectiveDateTime ?? effectivePeriod?.start ?? issued) : [],
    );
  const ends = saidOn(NOT_PREGNANT);
  const spans = [
    ...saidOn(PREGNANT).map((from) => ({ from, to: undefined })),
    ...ofType(resources, 'Condition', condition).flatMap(spanOf),
  ];
  return spans.map(({ from, to }) => {
    const limits = [plainDate.add(from, { months: MONTHS }), to, ...ends.filter((day) => day > from)];
    return { from, to: limits.filter((day) => day !== undefined).reduce((a, b) => (a < b ? a : b)) };
  });
}

function spanOf(one: Read<typeof condition>): readonly { readonly from: string; readonly to: string | undefined }[] {
  const { code, clinicalStatus, verificationStatus, onsetDateTime, onsetPeriod, recordedDate } = one ?? {};
  const isPregnancy = code?.coding?.some(({ code: value = '' }) => PREGNANCY.test(value)) === true;
  if (!isPregnancy || hasOne(verificationStatus, DENIED)) return [];
  const [from] = dayIn(onsetDateTime ?? onsetPeriod?.start ?? recordedDate);
  const [to] = dayIn(one?.abatementDateTime ?? one?.abatementPeriod?.end ?? onsetPeriod?.end);
  const isOver = clinicalStatus !== undefined && !hasOne(clinicalStatus, ACTIVE);
  return from === undefined || (isOver && to === undefined) ? [] : [{ from, to }];
}

/** The judged person: birth date, sex and pregnancies, as far as recorded. */
export function personIn(
  { birthDate, gender }: { readonly birthDate?: string | undefined; readonly gender?: string | undefined },
  resources: readonly unknown[] = [],
): Person {
  const pregnancies = gender === 'male' ? [] : pregnanciesIn(resources);
  return {
    ...(birthDate === undefined ? {} : { birthDate }),
    ...(gender === undefined ? {} : { sex: gender }),
    ...(pregnancies.length === 0 ? {} : { pregnancies }),
  };
}

function ofType<T>(resources: readonly unknown[], type: string, reader: Parser<T>): readonly T[] {
  return resources.flatMap((one) => (isObject(one) && one['resourceType'] === type ? (reader(one) ?? []) : []));
}

const hasOne = (concept: Read<typeof codeableConcept> | undefined, codes: readonly string[]): boolean =>
  concept?.coding?.some(({ code }) => codes.includes(code ?? '')) === true;

/** The day of a date that has one. */
function dayIn(date: string | undefined): readonly string[] {
  const day = plainDate.parse(date?.slice(0, 10) ?? '');
  return day === undefined ? [] : [day];
}
