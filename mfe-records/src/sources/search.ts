import type { SearchAnswer, SearchEntry } from '@phr/contract/today';
import type { ScreenPlace } from '@phr/contract/screens';
import { typeWords } from '@phr/fhir/dictionary.types';
import type { ListQuery } from '@phr/module-kit/patient-list-query';
import { readWhole, type SearchContext } from '@phr/module-kit/search-source';
import { readFound, readRows } from '../features/search/found.entity.ts';
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

/** What is found of a record, in the order in which equal hits are shown. */
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

/** The whole record by its words. A kind that cannot be read is named and takes no other with it; where none can be read, it rejects. */
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

async function findKind(
  context: SearchContext,
  { type, query, holds = () => true, at }: Kind,
): Promise<readonly SearchEntry[]> {
  const { locale } = context;
  const all = await readWhole(context, { type, query: { _sort: '-date', _count: 200, ...query } });
  const resources = all.filter(holds);
  const entries = resources.map((one) => readFound(one, locale, at)).filter((entry) => entry !== undefined);
  const rows = type === 'DiagnosticReport' ? resources.flatMap((one) => readRows(one, locale)) : [];
  return [...entries, ...rows];
}
