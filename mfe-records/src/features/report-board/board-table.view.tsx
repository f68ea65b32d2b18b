import { formatDate } from '@phr/fhir/dates';
import { Card } from '@phr/ui/card';
import { DataTable } from '@phr/ui/data-table';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { useTranslation } from 'react-i18next';
import { resultColumns } from '../reports/result-cells.view.tsx';
import type { BoardReport } from './board-report.entity.ts';
import { useReportResults } from './report-boards.api.ts';

/** Results of the latest report beside the previous one's. */
export function BoardTable({
  latest,
  previous,
}: {
  readonly latest: BoardReport;
  readonly previous: BoardReport | undefined;
}) {
  const { t } = useTranslation();
  const now = useReportResults(latest.id);
  const { results: before, failed } = useReportResults(previous?.id);
  const columns = resultColumns(t);
  if (now.failed)
    return (
      <Notice type="warning" announce="status">
        {t('err.load', { thing: t('report.results').toLowerCase() })}
      </Notice>
    );
  if (now.results === undefined) return <Skeleton height={56} lines={4} />;
  if (now.results.length === 0) return null;
  const valueBefore = new Map(before?.map(({ name, value }) => [name, value]));
  const cellOf = (name: string) =>
    valueBefore.get(name) ?? t(failed ? 'board.beforeFailed' : before === undefined ? 'common.loading' : 'data.none');
  return (
    <Card flush>
      <DataTable
        caption={t('report.results')}
        rows={now.results}
        keyOf={({ id }) => id}
        columns={[
          columns.name,
          columns.value,
          ...(previous === undefined
            ? []
            : [
                {
                  key: 'before',
                  header: t('board.before', { date: formatDate(previous.at, { time: false }) ?? t('common.unknown') }),
                  cell: ({ name }: { readonly name: string }) => cellOf(name),
                },
              ]),
          columns.reference,
          columns.place,
        ]}
      />
    </Card>
  );
}
