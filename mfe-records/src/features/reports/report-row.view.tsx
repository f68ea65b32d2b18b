import { formatDate } from '@phr/fhir/dates';
import { useLinked } from '@phr/module-kit/linked-record';
import { RecordRow } from '@phr/module-kit/record-row';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { buttonClass } from '@phr/ui/button';
import { useTranslation } from 'react-i18next';
import { rowLinks } from '../described/row-links.view.tsx';
import type { Report } from './report.entity.ts';
import { isWithdrawn, statusBadge } from './status.model.ts';

/** A report in a list: details, and viewers for its files. */
export function ReportRow({
  report,
  plain,
}: {
  readonly report: Report;
  /** How its results came out, in a line. */
  readonly plain?: string | undefined;
}) {
  const { t } = useTranslation();
  const badge = statusBadge(report.status);
  const name = report.name ?? t('report.untitled');
  return (
    <RecordRow
      title={name}
      lines={[
        [formatDate(report.effective ?? report.issued), report.performer]
          .filter((part) => part !== undefined)
          .join(' · '),
        plain,
        report.conclusion && { label: t('report.conclusion'), value: report.conclusion },
      ]}
      badge={badge && { words: t(badge.key), tone: badge.tone }}
      to={{ screen: 'report-details', params: { id: report.id } }}
      // a withdrawn report opens through its details, which say so
      {...rowLinks(
        report.incomplete,
        report.viewers.length > 0 && !isWithdrawn(report.status) && <ViewerLinks report={report} />,
      )}
    />
  );
}

/** Links to a report's viewers, with the name as viewer title and the linked hospital record if any. */
export function ViewerLinks({ report }: { readonly report: Report }) {
  const { t } = useTranslation();
  const name = [report.name ?? t('report.untitled'), useLinked()?.source]
    .filter((part) => part !== undefined)
    .join(' · ');
  return report.viewers.map((viewer) => (
    <ScreenLink
      key={viewer}
      screen={viewer}
      params={{ diagnosticReportId: report.id, name }}
      className={buttonClass({ dense: true })}
      aria-label={`${t(`report.open.${viewer}`)}: ${name}`}
    >
      {t(`report.open.${viewer}`)}
    </ScreenLink>
  ));
}
