import { formatDate } from '@phr/fhir/dates';
import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { ListStates } from '@phr/module-kit/list-section';
import { Card } from '@phr/ui/card';
import { DataTable } from '@phr/ui/data-table';
import { Heading } from '@phr/ui/heading';
import { Notice } from '@phr/ui/notice';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { comparableReports, sharedResults, type Shared } from './compare.model.ts';
import type { Report } from './report.entity.ts';
import { useReports, useResults } from './reports.api.ts';
import { resultsOf } from './result.model.ts';
import { ResultPlace } from './result-place.view.tsx';
import type { Result } from './result.entity.ts';

/** Two reports side by side, by common results. The second is selected in the URL; hidden if there is none. */
export function CompareReports({ report, level }: { readonly report: Report; readonly level: number }) {
  const isLinked = useLinked() !== undefined;
  return isLinked || report.results.length === 0 ? null : <Choice report={report} level={level} />;
}

function Choice({ report, level }: { readonly report: Report; readonly level: number }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const chosen = useSearchParams()[0].get('with') ?? undefined;
  const others = comparableReports(report, useReports().rows);
  const other = others.find(({ id }) => id === chosen);
  if (others.length === 0) return null;
  const hrefWith = (id: string | undefined) =>
    hrefOf(navigation, { screen: 'report-details', params: { id: report.id, ...(id !== undefined && { with: id }) } });
  const dateOf = ({ effective, issued }: Report) =>
    formatDate(effective ?? issued, { time: false }) ?? t('common.unknown');
  return (
    <>
      <Heading level={level}>{t('compare.title')}</Heading>
      <TabLinks
        label={t('compare.choose')}
        tabs={[
          ...others.map((one) => ({
            label: `${t('compare.choose')} ${dateOf(one)}`,
            href: hrefWith(one.id),
            current: one.id === chosen,
          })),
          ...(other === undefined ? [] : [{ label: t('compare.end'), href: hrefWith(undefined), current: false }]),
        ]}
      />
      {other !== undefined && <Compared key={other.id} one={other} other={report} level={level} dateOf={dateOf} />}
    </>
  );
}

interface ComparedProps {
  /** The one on the left. */
  readonly one: Report;
  readonly other: Report;
  readonly level: number;
  readonly dateOf: (report: Report) => string;
}

function Compared({ one, other, level, dateOf }: ComparedProps) {
  const { t } = useTranslation();
  const left = useResults(one.results.flatMap(({ id }) => id ?? []));
  const right = useResults(other.results.flatMap(({ id }) => id ?? []));
  // its state is shown at its rows
  if (right.state !== 'ready') return null;
  return (
    <ListStates list={left} thing={t('report.results').toLowerCase()} level={level + 1} empty={<None />}>
      {() => {
        const rows = sharedResults(left.rows.flat(), resultsOf(other.results, right.rows.flat()));
        return rows.length === 0 ? (
          <None />
        ) : (
          <Card flush>
            <DataTable
              caption={t('compare.title')}
              rows={rows}
              keyOf={({ right: { id } }) => id}
              columns={[
                { key: 'name', header: t('report.item'), rowHeader: true, cell: ({ right: { name } }: Shared) => name },
                { key: 'left', header: dateOf(one), cell: (row: Shared) => <Told result={row.left} /> },
                { key: 'right', header: dateOf(other), cell: (row: Shared) => <Told result={row.right} /> },
              ]}
            />
          </Card>
        );
      }}
    </ListStates>
  );
}

function None() {
  const { t } = useTranslation();
  return <Notice>{t('compare.none')}</Notice>;
}

function Told({ result }: { readonly result: Result }) {
  const { t } = useTranslation();
  return (
    <>
      {result.value ?? t('report.notHere')} <ResultPlace result={result} />
    </>
  );
}
