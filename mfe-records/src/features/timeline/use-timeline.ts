import { add } from '@phr/time/plain-date';
import { formatDate } from '@phr/fhir/dates';
import { dayOf, deviceZone } from '@phr/time/zone';
import { useSettings } from '@phr/module-kit/host';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Locale } from '@phr/contract/locale';
import { useDay } from '@phr/ui/use-now';
import type { TFunction } from 'i18next';
import { isWithdrawn } from '../reports/status.model.ts';
import { usePlainWords } from '../reports/use-plain-words.ts';
import { plainLineWords } from '../results/plain-line.words.ts';
import type { ListedReport } from '../results/listed-report.entity.ts';
import { useLines } from '../results/use-lines.ts';
import type { ListedSymptom } from '../symptoms/symptom-list.entity.ts';
import type { MedicineUse, Moment, MomentKind } from './moment.entity.ts';
import { type Sources, useSources } from './timeline.api.ts';
import { ANY_DAY, mergeStreams, type Stream, type Timeline, unreadFrom } from './timeline.model.ts';
import { byMonday, extremesWords, inReadUnit, vitalName, type Week } from './week.entity.ts';

/** Rows to load initially and per "more". */
const STEP = 20;

export interface TimelineState extends Timeline {
  readonly isLoading: boolean;
  /** Names of the searches that failed. */
  readonly failed: readonly string[];
  readonly retry: () => void;
  readonly showMore: () => void;
}

/**
 * The person's timeline; loads pages until enough rows are certain.
 * @param kind restricts to one kind
 */
export function useTimeline(kind: MomentKind | undefined): TimelineState {
  const zone = deviceZone();
  const [wanted, setWanted] = useState(STEP);
  const parts = usePartsOf(useSources(kind), kind, zone);
  const open = parts.filter(({ source }) => source.state !== 'failed');
  const { rows, hasMore } = mergeStreams(
    open.map(({ stream }) => stream),
    zone,
  );
  const newest = open.reduce((day, { stream: { unreadFrom: from = '' } }) => (from > day ? from : day), '');
  const next = open.filter(
    ({ source, stream }) =>
      source.hasMore &&
      !source.loadingMore &&
      !source.moreFailed &&
      (stream.unreadFrom === newest || stream.isVisits === true),
  );
  const readsOn = rows.length < wanted && next.length > 0;
  const read = parts.map(({ source }) => `${source.rows.length} ${source.loadingMore}`).join();
  useEffect(() => {
    if (readsOn) for (const { source } of next) void source.loadMore();
    // the list of upcoming entries is new in every render; the loaded rows show whether it has changed
    // oxlint-disable-next-line react/exhaustive-deps
  }, [readsOn, read]);
  const broken = parts.filter(({ source }) => source.state === 'failed' || source.moreFailed);
  return {
    rows: rows.slice(0, wanted),
    hasMore: hasMore || rows.length > wanted,
    isLoading: open.some(({ source }) => source.state === 'loading' || source.loadingMore) && rows.length < wanted,
    failed: broken.map(({ source }) => source.name),
    retry() {
      for (const { source } of broken) void (source.state === 'failed' ? source.retry() : source.loadMore());
    },
    showMore: () => setWanted(rows.slice(0, wanted).length + STEP),
  };
}

interface Part {
  readonly source: Sources[keyof Sources];
  readonly stream: Stream;
}

/** Searches of a kind, with what is loaded so far. */
function usePartsOf(sources: Sources, kind: MomentKind | undefined, zone: string): readonly Part[] {
  const { t } = useTranslation();
  const { locale, glucoseUnit } = useSettings();
  const lineOf = useLines(usePlainWords());
  const { visits, reports, orders, uses, vaccines, consents, papers, symptoms, weeks } = sources;
  const today = dayOf(useDay(), zone);
  const listed = (source: Sources['visits']): Part => ({
    source,
    stream: streamOf(
      source,
      source.rows,
      source.rows.map(({ date }) => date),
      zone,
    ),
  });
  const visitPart = listed(visits);
  const all: Readonly<Record<MomentKind, readonly Part[]>> = {
    visits: [{ ...visitPart, stream: { ...visitPart.stream, isVisits: true } }],
    results: [
      {
        source: reports,
        stream: streamOf(
          reports,
          reports.rows
            .filter(({ status }) => !isWithdrawn(status))
            .map((report) => reportMoment(report, plainLineWords(lineOf(report), t), t)),
          reports.rows.map(dateOf),
          zone,
        ),
      },
    ],
    medicines: [
      listed(orders),
      {
        source: uses,
        stream: streamOf(
          uses,
          uses.rows.flatMap((use) => momentsOf(use, today, zone, t)),
          [],
          zone,
        ),
      },
    ],
    vaccines: [listed(vaccines)],
    papers: [listed(papers), listed(consents)],
    symptoms: [symptomPart(symptoms, zone)],
    readings: [
      {
        source: weeks,
        stream: {
          moments: byMonday(inReadUnit(weeks.rows, glucoseUnit)).map((ofWeek) => weekMoment(ofWeek, locale, t)),
          ...(weeks.hasMore || weeks.state !== 'ready'
            ? { unreadFrom: weeks.from === undefined ? ANY_DAY : add(weeks.from, { days: -1 }) }
            : {}),
        },
      },
    ],
  };
  return kind === undefined ? Object.values(all).flat() : all[kind];
}

function streamOf(
  source: Pick<Sources['visits'], 'hasMore' | 'state'>,
  moments: readonly Moment[],
  dates: readonly (string | undefined)[],
  zone: string,
): Stream {
  return source.hasMore || source.state !== 'ready' ? { moments, unreadFrom: unreadFrom(dates, zone) } : { moments };
}

const dateOf = ({ effective, issued }: ListedReport): string | undefined => effective ?? issued;

function reportMoment(report: ListedReport, line: string | undefined, t: TFunction): Moment {
  const date = dateOf(report);
  return {
    id: `DiagnosticReport/${report.id}`,
    kind: 'results',
    title: report.name ?? t('report.untitled'),
    lines: [report.performer, line].filter((part) => part !== undefined),
    to: { screen: 'report-details', params: { id: report.id } },
    ...(date !== undefined && { date }),
    ...(report.encounterId !== undefined && { visit: report.encounterId }),
  };
}

function symptomPart(source: Sources['symptoms'], zone: string): Part {
  const moments = source.rows.filter(({ standing }) => standing === 'current').map(symptomMoment);
  const dates = source.rows.map(({ began }) => began);
  return { source, stream: streamOf(source, moments, dates, zone) };
}

function symptomMoment({ id, title, lines, began }: ListedSymptom): Moment {
  return {
    id: `Observation/${id}`,
    kind: 'symptoms',
    title,
    lines: lines.map(({ value }) => value),
    to: { screen: 'conditions', params: { show: 'symptoms' } },
    ...(began !== undefined && { date: began }),
  };
}

/** The beginning of a use, and its end once it is over. */
function momentsOf(
  { medicine, start, stop }: MedicineUse,
  today: string,
  zone: string,
  t: TFunction,
): readonly Moment[] {
  const { id, title, lines } = { ...medicine, lines: medicine.doses };
  const at = (end: string, key: string, date: string | undefined): Moment => ({
    id: `MedicationStatement/${id}@${end}`,
    kind: 'medicines',
    title: t(key, { name: title }),
    lines: end === 'start' ? lines : [],
    to: { screen: 'medicine-details', params: { id } },
    ...(date !== undefined && { date }),
  });
  const isOver = stop !== undefined && (stop.length <= 10 ? stop : dayOf(Date.parse(stop), zone)) <= today;
  const begun = start !== undefined || !isOver ? [at('start', 'timeline.started', start)] : [];
  return isOver ? [...begun, at('stop', 'timeline.stopped', stop)] : begun;
}

/** A week with all that was measured in it. */
function weekMoment(weeks: readonly [Week, ...Week[]], locale: Locale, t: TFunction): Moment {
  const [{ monday }] = weeks;
  return {
    id: `week/${monday}`,
    kind: 'readings',
    date: weeks.reduce((day, { lastDay }) => (lastDay > day ? lastDay : day), ''),
    title: t('timeline.week', {
      from: formatDate(monday)?.slice(0, 5) ?? '',
      to: formatDate(add(monday, { days: 6 })) ?? '',
    }),
    lines: weeks.map((week) => {
      const { count } = week;
      return t('timeline.readings', {
        count,
        vital: vitalName(week, locale),
        range: extremesWords(week, locale),
      });
    }),
    to: { screen: 'health-indexes' },
  };
}
