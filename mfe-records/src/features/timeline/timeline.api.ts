import { useSettings } from '@phr/module-kit/host';
import { type PatientList, usePatientList } from '@phr/module-kit/patient-list';
import { typeWords } from '@phr/fhir/dictionary.types';
import { useEffect } from 'react';
import { readerPerLocale, useReader } from '../../local-reader.ts';
import { MEDICINES } from '../medicines/medicine-queries.api.ts';
import { useListedReports } from '../results/results.api.ts';
import type { ListedReport } from '../results/listed-report.entity.ts';
import { type MedicineUse, type Moment, type MomentKind, readMedicineUse, readMoment } from './moment.entity.ts';
import type { Week } from './week.entity.ts';
import type { ListedSymptom } from '../symptoms/symptom-list.entity.ts';
import { useSymptoms } from '../symptoms/symptoms.api.ts';
import { useWeeks } from './weeks.api.ts';

const MOMENTS = readerPerLocale(readMoment);
const USES = readerPerLocale(readMedicineUse);
const PAGE = { _sort: '-date', _count: 50 };

/** The parts of a search that the timeline needs. */
export type Read = Pick<
  PatientList<unknown>,
  'state' | 'hasMore' | 'loadingMore' | 'moreFailed' | 'loadMore' | 'retry'
>;

/** One search of the timeline. */
export interface Source<T> extends Read {
  readonly name: string;
  readonly rows: readonly T[];
}

/** Queries of the timeline. Searches not needed by a shown kind are skipped. */
export interface Sources {
  readonly visits: Source<Moment>;
  readonly reports: Source<ListedReport>;
  readonly orders: Source<Moment>;
  readonly uses: Source<MedicineUse>;
  readonly vaccines: Source<Moment>;
  readonly consents: Source<Moment>;
  readonly papers: Source<Moment>;
  readonly symptoms: Source<ListedSymptom>;
  readonly weeks: Source<Week> & { readonly from: string | undefined };
}

/** The searches for a kind, or for all. */
export function useSources(kind: MomentKind | undefined): Sources {
  const needs = (one: MomentKind) => kind === undefined || kind === one;
  return {
    visits: useMoments('Encounter', needs('visits'), { _assoc: 'serviceProvider' }),
    reports: useNamed('DiagnosticReport', useListedReports(undefined, needs('results'))),
    orders: useMoments('MedicationRequest', needs('medicines'), { _assoc: 'medicationReference' }),
    uses: useAllPagesOf(useNamed('MedicationStatement', useUses(needs('medicines')))),
    vaccines: useMoments('Immunization', needs('vaccines')),
    consents: useMoments('Consent', needs('papers')),
    papers: useMoments('DocumentReference', needs('papers')),
    symptoms: useNamed('Observation', useSymptoms(needs('symptoms'))),
    weeks: useWeekSource(needs('readings')),
  };
}

function useMoments(type: string, enabled: boolean, query: Readonly<Record<string, string>> = {}): Source<Moment> {
  return useNamed(type, usePatientList({ type, query: { ...PAGE, ...query }, read: useReader(MOMENTS), enabled }));
}

const useUses = (enabled: boolean): PatientList<MedicineUse> =>
  usePatientList({ ...MEDICINES, read: useReader(USES), enabled });

function useNamed<T>(type: string, list: PatientList<T>): Source<T> {
  return { ...list, name: typeWords(type, useSettings().locale) };
}

/** Loads all pages: what ended recently may have started on the last page. */
function useAllPagesOf<T>(source: Source<T>): Source<T> {
  const { hasMore, loadingMore, moreFailed, loadMore } = source;
  const readsOn = hasMore && !loadingMore && !moreFailed;
  useEffect(() => {
    if (readsOn) void loadMore();
    // the function is a new one with each render; the number of rows says that a page has come
    // oxlint-disable-next-line react/exhaustive-deps
  }, [readsOn, source.rows.length]);
  return source;
}

function useWeekSource(enabled: boolean): Sources['weeks'] {
  const result = useWeeks(enabled);
  const pages = result.data?.pages;
  return {
    name: typeWords('Observation', useSettings().locale),
    rows: pages?.flatMap(({ weeks }) => weeks) ?? [],
    from: pages?.at(-1)?.from,
    state: pages !== undefined ? 'ready' : result.isError ? 'failed' : 'loading',
    hasMore: result.hasNextPage,
    loadingMore: result.isFetchingNextPage,
    moreFailed: result.isFetchNextPageError,
    loadMore: async () => (await result.fetchNextPage()).hasNextPage,
    retry: () => result.refetch(),
  };
}
