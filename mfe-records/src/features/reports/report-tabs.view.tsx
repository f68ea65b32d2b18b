import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';

interface ReportTabsProps {
  /** Key of the report's board; without one there is nothing to compare. */
  readonly boardCode: string | undefined;
  readonly reportId: string;
  readonly current: 'one' | 'time';
}

/** Tabs between a report and all of its kind, each with a URL. */
export function ReportTabs({ boardCode, reportId, current }: ReportTabsProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return boardCode === undefined ? null : (
    <TabLinks
      label={t('report.tab.label')}
      tabs={[
        {
          label: t('report.tab.one'),
          href: hrefOf(navigation, { screen: 'report-details', params: { id: reportId } }),
          current: current === 'one',
        },
        {
          label: t('report.tab.time'),
          href: hrefOf(navigation, { screen: 'report-boards', params: { code: boardCode } }),
          current: current === 'time',
        },
      ]}
    />
  );
}
