import { attachmentText } from '@phr/fhir/attachment-text';
import { formatDate } from '@phr/fhir/dates';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { useLinked } from '@phr/module-kit/linked-record';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { Heading } from '@phr/ui/heading';
import { IconReport } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { Actions, Columns, Stack } from '@phr/ui/page';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { VisitQuestions } from '../visit-questions/visit-questions.view.tsx';
import { CompareReports } from './compare-reports.view.tsx';
import type { Report } from './report.entity.ts';
import { ViewerLinks } from './report-row.view.tsx';
import { ReportResults } from './report-results.view.tsx';
import { ReportSummary } from './report-summary.view.tsx';
import { ReportTabs } from './report-tabs.view.tsx';
import { useReport } from './reports.api.ts';
import { isWithdrawn, statusBadge } from './status.model.ts';
import { useResultTexts } from './use-result-texts.ts';

/** One report: conclusion, results with references, files. */
export function ReportDetailsView({ level }: ScreenProps) {
  useResultTexts();
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const found = useReport(id);
  return (
    <DetailScreen
      printable
      title={t('screen.report-details')}
      headingOf={({ name }) => name ?? t('report.untitled')}
      level={level}
      back={{ screen: 'results' }}
      found={found}
      height={240}
      missing={<EmptyState icon={IconReport} title={t('report.notFound')} help={t('report.notFound.help')} />}
    >
      {(report) => <Details report={report} level={level + 1} />}
    </DetailScreen>
  );
}

function Details({ report, level }: { readonly report: Report; readonly level: number }) {
  const { t } = useTranslation();
  const badge = statusBadge(report.status);
  // the board compares reports of the person's own record
  const hasBoard = useLinked() === undefined && report.boardCode !== undefined;
  const hasFiles = report.viewers.length > 0 || report.otherFiles.length > 0;
  return (
    <Stack>
      {hasBoard && <ReportTabs boardCode={report.boardCode} reportId={report.id} current="one" />}
      {isWithdrawn(report.status) && <Notice type="warning">{t('report.withdrawn')}</Notice>}
      <Columns
        sideFirst
        side={
          <>
            <Card
              title={t('screen.report-details')}
              level={level}
              action={badge && <Badge tone={badge.tone}>{t(badge.key)}</Badge>}
            >
              {!isWithdrawn(report.status) && <ReportSummary report={report} />}
              <Facts
                facts={[
                  [t('report.effective'), formatDate(report.effective)],
                  [t('report.issued'), formatDate(report.issued)],
                  [t('report.performer'), report.performer],
                  [t('report.category'), report.category],
                  [t('report.conclusion'), report.conclusion],
                ]}
              />
            </Card>
          </>
        }
        main={
          <>
            {!isWithdrawn(report.status) && (
              <>
                <ReportResults report={report} level={level} />
                <CompareReports report={report} level={level} />
              </>
            )}
            {hasFiles && (
              <>
                <Heading level={level}>{t('report.attachments')}</Heading>
                <Actions>
                  <ViewerLinks report={report} />
                </Actions>
                {report.otherFiles.map((file, index) => (
                  <p key={index}>
                    {attachmentText(file) ?? t('report.otherFile', { name: file.title ?? t('report.unnamedFile') })}
                  </p>
                ))}
              </>
            )}
            <VisitQuestions level={level} />
          </>
        }
      />
    </Stack>
  );
}
