import { Badge } from '@phr/ui/badge';
import type { Column } from '@phr/ui/data-table';
import { ReferenceBadge } from '@phr/ui/reference-badge';
import type { TFunction } from 'i18next';
import type { Result } from './result.entity.ts';
import { isWithdrawn, statusBadge } from './status.model.ts';

/** What a table of results says of each: its name, value, reference, and where it lies; of one that was withdrawn only that. */
export function resultColumns(
  t: TFunction,
): Readonly<Record<'name' | 'value' | 'reference' | 'place', Column<Result>>> {
  return {
    name: {
      key: 'name',
      header: t('report.item'),
      rowHeader: true,
      cell: ({ name, status = '' }) => <Name name={name} status={statusBadge(status)} t={t} />,
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
    place: { key: 'place', header: t('report.place'), cell: (result) => <Place result={result} t={t} /> },
  };
}

function Name({
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

function Place({ result: { place, flag, severity }, t }: { readonly result: Result; readonly t: TFunction }) {
  if (flag !== undefined)
    return (
      <Badge tone={severity === 'critical' ? 'danger' : severity === 'abnormal' ? 'warning' : 'neutral'}>{flag}</Badge>
    );
  return place === undefined ? t('report.notJudged') : <ReferenceBadge result={place} />;
}
