import { formatDate } from '@phr/fhir/dates';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { DataTable } from '@phr/ui/data-table';
import { Notice } from '@phr/ui/notice';
import { ReferenceBadge } from '@phr/ui/reference-badge';
import { Skeleton } from '@phr/ui/skeleton';
import { useTranslation } from 'react-i18next';
import type { BoardReport } from './board-report.ts';
import { useReportResults } from './report-boards.api.ts';

/** The results of the latest report beside those of the one before. */
export function BoardTable({ latest, previous }: { readonly latest: BoardReport; readonly previous: BoardReport | undefined }) {
  const { t } = useTranslation();
  const now = useReportResults(latest.id);
  const before = useReportResults(previous?.id).results;
  if (now.failed) return <Notice type="warning" announce="status">{t('err.load', { thing: t('report.results').toLowerCase() })}</Notice>;
  if (now.results === undefined) return <Skeleton height={56} lines={4} />;
  if (now.results.length === 0) return null;
  const valueBefore = new Map(before?.map(({ name, value }) => [name, value]));
  return (
    <Card flush>
      <DataTable
        caption={t('report.results')} rows={now.results} keyOf={({ id }) => id}
        columns={[
          { key: 'name', header: t('report.item'), rowHeader: true, cell: ({ name }) => name },
          { key: 'value', header: t('report.value'), cell: ({ value }) => value ?? t('report.notHere') },
          ...(previous === undefined ? [] : [{ key: 'before', header: t('board.before', { date: formatDate(previous.at, { time: false }) ?? '' }), cell: ({ name }: { readonly name: string }) => valueBefore.get(name) ?? t('data.none') }]),
          { key: 'reference', header: t('report.reference'), cell: ({ reference }) => reference ?? t('report.noReference') },
          { key: 'place', header: t('report.place'), cell: ({ place, flag }) => (place !== undefined ? <ReferenceBadge result={place} /> : flag === undefined ? t('report.notJudged') : <Badge>{flag}</Badge>) },
        ]}
      />
    </Card>
  );
}
