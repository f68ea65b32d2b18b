import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ListStates } from '@phr/module-kit/list-section';
import { Card } from '@phr/ui/card';
import { DataTable } from '@phr/ui/data-table';
import { Heading } from '@phr/ui/heading';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Report } from './report.entity.ts';
import { useResults } from './reports.api.ts';
import { resultColumns } from './result-cells.view.tsx';
import { isOutside, resultsOf } from './result.model.ts';
import type { Result } from './result.entity.ts';

/** The measurements of a report as a table; "only outside the reference" is part of the address. */
export function ReportResults({ report, level }: { readonly report: Report; readonly level: number }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search] = useSearchParams();
  const onlyOutside = search.get('show') === 'outside';
  const ids = report.results.map(({ id }) => id).filter((id) => id !== undefined);
  const list = useResults(ids);
  if (report.results.length === 0) return null;

  const results = resultsOf(report.results, list.rows.flat());
  const shown = onlyOutside ? results.filter(isOutside) : results;
  const params = { id: report.id };
  const tabs = [
    { label: t('common.all'), href: hrefOf(navigation, { screen: 'report-details', params }), current: !onlyOutside },
    {
      label: t('report.outside'),
      href: hrefOf(navigation, { screen: 'report-details', params: { ...params, show: 'outside' } }),
      current: onlyOutside,
    },
  ];
  const table = (
    <>
      {results.some(isOutside) && <TabLinks label={t('report.shown')} tabs={tabs} />}
      {shown.length === 0 ? <p>{t('report.noneOutside')}</p> : <Table results={shown} />}
    </>
  );
  return (
    <>
      <Heading level={level}>{t('report.results')}</Heading>
      {ids.length === 0 ? (
        table
      ) : (
        <ListStates
          list={list}
          skeleton={{ height: 56, lines: 4 }}
          thing={t('report.results').toLowerCase()}
          level={level + 1}
          empty={table}
        >
          {() => table}
        </ListStates>
      )}
    </>
  );
}

function Table({ results }: { readonly results: readonly Result[] }) {
  const { t } = useTranslation();
  return (
    <Card flush>
      <DataTable
        caption={t('report.results')}
        rows={results}
        keyOf={({ id }) => id}
        columns={Object.values(resultColumns(t))}
      />
    </Card>
  );
}
