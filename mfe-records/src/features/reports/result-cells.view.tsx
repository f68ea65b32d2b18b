import { Badge } from '@phr/ui/badge';
import type { Column } from '@phr/ui/data-table';
import type { TFunction } from 'i18next';
import type { Result } from './result.entity.ts';
import { ResultPlace } from './result-place.view.tsx';
import { isWithdrawn, statusBadge } from './status.model.ts';

/** Cells of a result: name, value, reference, position; only the status for a withdrawn one. */
export function resultColumns(
  t: TFunction,
): Readonly<Record<'name' | 'value' | 'reference' | 'place', Column<Result>>> {
  return {
    name: {
      key: 'name',
      header: t('report.item'),
      rowHeader: true,
      cell: ({ name, status = '' }) => <ResultName name={name} status={statusBadge(status)} t={t} />,
    },
    value: {
      key: 'value',
      header: t('report.value'),
      cell: ({ value, status = '' }) =>
        isWithdrawn(status) ? t('report.resultWithdrawn') : (value ?? t('report.notHere')),
    },
    reference: {
      key: 'reference',
      header: t('report.reference'),
      cell: ({ reference, status = '' }) =>
        reference ?? (isWithdrawn(status) ? t('data.none') : t('report.noReference')),
    },
    place: { key: 'place', header: t('report.place'), cell: (result) => <ResultPlace result={result} beside="sent" /> },
  };
}

export function ResultName({
  name,
  status,
  t,
}: {
  readonly name: string;
  readonly status: ReturnType<typeof statusBadge>;
  readonly t: TFunction;
}) {
  return status === undefined ? (
    name
  ) : (
    <>
      {name} <Badge tone={status.tone}>{t(status.key)}</Badge>
    </>
  );
}
