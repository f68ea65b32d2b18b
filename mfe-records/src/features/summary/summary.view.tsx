import { ListStates } from '@phr/module-kit/list-section';
import type { PatientList } from '@phr/module-kit/patient-list';
import { Screen } from '@phr/module-kit/screen';
import { add } from '@phr/time/plain-date';
import { dayOf, deviceZone } from '@phr/time/zone';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { List } from '@phr/ui/list';
import { Notice } from '@phr/ui/notice';
import { Stack } from '@phr/ui/page';
import { useUi } from '@phr/ui/ui-text';
import { usePrinting } from '@phr/ui/use-printing';
import { useDay } from '@phr/ui/use-now';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useDescribed } from '../described/described.api.ts';
import { type Described, readDescribed } from '../described/described.entity.ts';
import { usePatientResource } from '../form/patient.api.ts';
import { useVerdictLine } from '../judging/use-verdict-line.tsx';
import { type Medicine, withoutSuperseded } from '../medicines/medicine.entity.ts';
import { useMedicines, useOrders } from '../medicines/medicines.api.ts';
import { useNewestObservations } from '../observations/observations.api.ts';
import { currentOf, mergedByCode } from '../conditions/merged.model.ts';
import { useJudgingNow } from '../reports/judging.api.ts';
import { ResultPlace } from '../reports/result-place.view.tsx';
import { useSymptoms } from '../symptoms/symptoms.api.ts';
import { useTested } from './summary.api.ts';
import { OnPaper, SummaryRow } from './summary-row.view.tsx';
import { judgedOf, outsideOf, readingsOf, readingWords, type Judged, withoutTies } from './summary.model.ts';
import css from './summary.module.css';

const DAYS = 30;
/** Symptoms are included if they began within this many days. */
const SYMPTOM_DAYS = 90;

/** Rows per section that fit one A4 sheet; dangerous and newest come first. */
const ON_PAPER = {
  AllergyIntolerance: 5,
  Condition: 6,
  MedicationStatement: 7,
  MedicationRequest: 4,
  symptoms: 4,
  readings: 5,
  outside: 4,
  CarePlan: 1,
  Goal: 2,
} as const;
type PartName = keyof typeof ON_PAPER;

/** Summary for an unfamiliar doctor, on screen or printed. */
export function SummaryView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const isPrinting = usePrinting();
  const inside = level + 1;
  return (
    <Screen printable title={t('screen.summary')} headingLevel={level} back={{ screen: 'record' }}>
      <OnPaper value={isPrinting}>
        <div className={css.sheet}>
          <Stack>
            <PersonPart level={inside} />
            <NowPart type="AllergyIntolerance" level={inside} />
            <ConditionsPart level={inside} />
            <SymptomsPart level={inside} />
            <MedicinesParts level={inside} />
            <ReadingsPart level={inside} />
            <OutsidePart level={inside} />
            <NowPart type="CarePlan" level={inside} />
            <NowPart type="Goal" level={inside} />
          </Stack>
        </div>
      </OnPaper>
    </Screen>
  );
}

interface LevelProps {
  readonly level: number;
}

/** Person and contacts. */
function PersonPart({ level }: LevelProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { data, isError, refetch } = usePatientResource();
  const person = readDescribed(withoutTies(data), locale);
  return (
    <Card title={t('sum.person')} level={level} flush>
      {isError && (
        <ErrorCard thing={t('sum.person').toLowerCase()} code="PATIENT" onRetry={refetch} level={level + 1} />
      )}
      {person !== undefined && (
        <div>
          <SummaryRow described={person} />
        </div>
      )}
    </Card>
  );
}

interface PartProps<T> extends LevelProps {
  readonly name: PartName;
  readonly title: string;
  readonly list: PatientList<unknown>;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly children: (row: T) => ReactNode;
}

/** One section: its rows, or that nothing is recorded. Says if incomplete, and in print how many rows are omitted. */
function Part<T>({ name, title, level, list, rows, keyOf, children }: PartProps<T>) {
  const { t } = useTranslation();
  const isPrinting = useContext(OnPaper);
  const shown = isPrinting ? rows.slice(0, ON_PAPER[name]) : rows;
  const left = rows.length - shown.length;
  return (
    <Card title={title} level={level} flush>
      <ListStates
        list={list}
        thing={title.toLowerCase()}
        level={level + 1}
        empty={<EmptyState title={t('hist.none')} />}
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState title={t('sum.none')} />
          ) : (
            <List label={title} items={shown} keyOf={keyOf} frame={false}>
              {children}
            </List>
          )
        }
      </ListStates>
      {left > 0 && <p className={css.left}>{t('sum.left', { count: left })}</p>}
      {list.hasMore && <Notice>{t('sum.more')}</Notice>}
    </Card>
  );
}

type NowType = 'AllergyIntolerance' | 'CarePlan' | 'Goal';

function NowPart({ type, level }: LevelProps & { readonly type: NowType }) {
  const list = useDescribed(type, { _count: 100 });
  return <NowRows type={type} list={list} rows={list.rows} level={level} />;
}

interface NowRowsProps extends LevelProps {
  readonly type: NowType | 'MedicationStatement' | 'MedicationRequest';
  readonly list: PatientList<Described>;
  readonly rows: readonly Described[];
}

/** Current, prohibited and negated entries of a type. */
function NowRows({ type, list, rows, level }: NowRowsProps) {
  const { t } = useTranslation();
  const now = rows
    .filter(({ standing }) => standing !== 'past' && standing !== 'apart')
    .toSorted((a, b) => b.danger - a.danger);
  return (
    <Part name={type} title={t(`hist.${type}`)} level={level} list={list} rows={now} keyOf={({ id }) => id}>
      {(row) => <SummaryRow described={row} />}
    </Part>
  );
}

/** Current medicines, and prescribed ones without a statement, without duplicates. */
function MedicinesParts({ level }: LevelProps) {
  const taken = useMedicines();
  const ordered = useOrders(100);
  const rows = withoutSuperseded([...taken.rows, ...ordered.rows]);
  const of = (list: PatientList<Medicine>) => rows.filter((row) => list.rows.includes(row));
  return (
    <>
      <NowRows type="MedicationStatement" list={taken} rows={of(taken)} level={level} />
      <NowRows type="MedicationRequest" list={ordered} rows={of(ordered)} level={level} />
    </>
  );
}

function ConditionsPart({ level }: LevelProps) {
  const { t } = useTranslation();
  const list = useDescribed('Condition', { _count: 100 });
  const rows = currentOf(mergedByCode(list.rows));
  return (
    <Part
      name="Condition"
      title={t('hub.conditions')}
      level={level}
      list={list}
      rows={rows}
      keyOf={({ newest }) => newest.id}
    >
      {({ newest, earlier }) => (
        <SummaryRow
          described={newest}
          line={earlier.length > 0 ? t('hub.times', { count: earlier.length + 1 }) : undefined}
        />
      )}
    </Part>
  );
}

/** Symptoms that began in the last months. */
function SymptomsPart({ level }: LevelProps) {
  const { t } = useTranslation();
  const since = add(dayOf(useDay(), deviceZone()), { days: -SYMPTOM_DAYS });
  const list = useSymptoms();
  const rows = list.rows.filter(({ standing, began = '' }) => standing === 'current' && began >= since);
  return (
    <Part
      name="symptoms"
      title={t('sum.symptoms', { n: SYMPTOM_DAYS })}
      level={level}
      list={list}
      rows={rows}
      keyOf={({ id }) => id}
    >
      {(row) => <SummaryRow described={row} />}
    </Part>
  );
}

/** Vital signs of the last 30 days against the person's target. */
function ReadingsPart({ level }: LevelProps) {
  const { t } = useTranslation();
  const since = add(dayOf(useDay(), deviceZone()), { days: -DAYS });
  const list = useNewestObservations('vital-signs', since);
  const context = useJudgingNow();
  const rows = readingsOf(judgedOf(list.rows, context));
  return (
    <Part
      name="readings"
      title={t('sum.readings')}
      level={level}
      list={list}
      rows={rows}
      keyOf={({ result }) => result.id}
    >
      {({ times, onTarget, ...judged }) => (
        <JudgedRow
          judged={judged}
          more={
            onTarget === undefined
              ? t('sum.measured', { count: times })
              : `${t('sum.measured', { count: times })}, ${t('sum.onTarget', { n: onTarget })}`
          }
        />
      )}
    </Part>
  );
}

/** Results of laboratories outside what is expected. */
function OutsidePart({ level }: LevelProps) {
  const { t } = useTranslation();
  const list = useTested();
  const rows = outsideOf(list.rows, { value: t('report.value'), reference: t('report.reference') });
  return (
    <Part
      name="outside"
      title={t('sum.outside')}
      level={level}
      list={list}
      rows={rows}
      keyOf={({ result }) => result.id}
    >
      {({ result, described }) => (
        <SummaryRow
          described={described}
          line={{ label: t('obs.level'), value: <ResultPlace result={result} beside="sent" /> }}
        />
      )}
    </Part>
  );
}

function JudgedRow({ judged, more }: { readonly judged: Judged; readonly more: string }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const line = useVerdictLine(judged.raw);
  const readingText = readingWords(judged, locale);
  return (
    <SummaryRow
      described={{ ...readingText, lines: [...readingText.lines, { label: t('sum.since', { n: DAYS }), value: more }] }}
      line={line}
    />
  );
}
