import type { SearchAnswer, SearchEntry } from '@phr/contract/today';
import type { ScreenPlace } from '@phr/contract/screens';
import { typeWords } from '@phr/fhir/dictionary.types';
import { fetchJudging } from '@phr/module-kit/judging-query';
import type { ListQuery } from '@phr/module-kit/patient-list-query';
import { readWhole, type SearchContext } from '@phr/module-kit/search-source';
import { readFound, readRows, type RowJudging } from '../features/search/found.entity.ts';
import { isSymptom } from '../features/symptoms/symptom-list.entity.ts';

type PlaceOf = (id: string) => ScreenPlace;
interface Kind {
  readonly type: string;
  readonly query?: ListQuery['query'];
  /** Which of them are found; all without it. */
  readonly holds?: (resource: unknown) => boolean;
  /** The screen that shows one of them. */
  readonly at: PlaceOf;
}

const on = (screen: 'conditions' | 'medicines' | 'allergies' | 'immunizations' | 'record'): PlaceOf => {
  const place: ScreenPlace = { screen };
  return () => place;
};
const MEDICINE = { _assoc: 'medicationReference' };

/** Searchable types, in the order of equally good matches. */
const KINDS: readonly Kind[] = [
  {
    type: 'Encounter',
    query: { _assoc: 'serviceProvider' },
    at: (id) => ({ screen: 'encounter-details', params: { id } }),
  },
  { type: 'Condition', at: on('conditions') },
  {
    type: 'Observation',
    query: { category: 'survey' },
    holds: isSymptom,
    at: () => ({ screen: 'conditions', params: { show: 'symptoms' } }),
  },
  {
    type: 'DiagnosticReport',
    query: { 'status:not': 'registered', _assoc: 'result' },
    at: (id) => ({ screen: 'report-details', params: { id } }),
  },
  { type: 'MedicationStatement', query: MEDICINE, at: (id) => ({ screen: 'medicine-details', params: { id } }) },
  { type: 'MedicationRequest', query: MEDICINE, at: on('medicines') },
  { type: 'AllergyIntolerance', at: on('allergies') },
  { type: 'Immunization', at: on('immunizations') },
  { type: 'DocumentReference', at: on('record') },
  { type: 'Coverage', at: on('record') },
  { type: 'CarePlan', at: on('record') },
  { type: 'Goal', at: on('record') },
  { type: 'Procedure', at: on('conditions') },
  { type: 'FamilyMemberHistory', at: on('conditions') },
  { type: 'QuestionnaireResponse', at: (id) => ({ screen: 'questionnaire-response-details', params: { id } }) },
];

/**
 * The whole record as search entries. An unreadable type is named and does not affect others; rejects if none is
 * readable.
 */
export async function find(context: SearchContext): Promise<SearchAnswer> {
  const answers = await Promise.allSettled(KINDS.map((kind) => findKind(context, kind)));
  const failed = answers.filter((answer) => answer.status === 'rejected');
  if (failed.length === KINDS.length) throw failed[0]?.reason;
  return {
    entries: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    missing: KINDS.filter((_, at) => answers[at]?.status === 'rejected').map(({ type }) =>
      typeWords(type, context.locale),
    ),
  };
}

/**
 * Judging input for report rows. Undefined if the goals cannot be read: without them verdicts would differ from those
 * in the lists.
 */
async function judgingOf({ host, queries, patientId, t }: SearchContext): Promise<RowJudging | undefined> {
  const context = await fetchJudging(host, queries, patientId, Date.now()).catch(() => undefined);
  return context && { context, t };
}

async function findKind(
  context: SearchContext,
  { type, query, holds = () => true, at }: Kind,
): Promise<readonly SearchEntry[]> {
  const { locale } = context;
  const all = await readWhole(context, { type, query: { _sort: '-date', _count: 200, ...query } });
  const resources = all.filter(holds);
  const entries = resources.map((one) => readFound(one, locale, at)).filter((entry) => entry !== undefined);
  if (type !== 'DiagnosticReport') return entries;
  const judging = await judgingOf(context);
  return [...entries, ...resources.flatMap((one) => readRows(one, locale, judging))];
}
