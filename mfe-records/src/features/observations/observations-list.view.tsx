import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconLaboratory } from '@phr/ui/icons';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { DescribedRow } from '../described/described-row.tsx';
import { useDescribed } from '../described/described.api.ts';
import { ReportRow } from '../reports/report-row.tsx';
import { useReports } from '../reports/reports.api.ts';

const SHOWN = ['all', 'reports', 'laboratory', 'imaging', 'procedure'] as const;
type Shown = (typeof SHOWN)[number];

/** Results of every kind: single measurements by category, and reports. What is shown is part of the address. */
export function ObservationsListView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search] = useSearchParams();
  const shown = SHOWN.find((one) => one === search.get('show')) ?? 'all';
  const encounter = search.get('encounterId') ?? undefined;
  const hrefOf = (one: Shown) => {
    const query = new URLSearchParams({ ...(encounter === undefined ? {} : { encounterId: encounter }), ...(one === 'all' ? {} : { show: one }) }).toString();
    return navigation.resolve(`/observations-list${query === '' ? '' : `?${query}`}`);
  };
  return (
    <Screen title={t('screen.observations-list')} headingLevel={level} back="/dashboard">
      <TabLinks label={t('obs.show.label')} tabs={SHOWN.map((one) => ({ label: t(`obs.show.${one}`), href: hrefOf(one), current: one === shown }))} />
      {shown === 'reports' ? <Reports encounter={encounter} level={level + 1} /> : <Observations category={shown === 'all' ? undefined : shown} encounter={encounter} level={level + 1} />}
    </Screen>
  );
}

interface PartProps { readonly encounter: string | undefined; readonly level: number }

function Reports({ encounter, level }: PartProps) {
  const { t } = useTranslation();
  return (
    <ListSection list={useReports(encounter)} label={t('obs.show.reports')} thing={t('obs.show.reports').toLowerCase()} level={level} empty={<EmptyState icon={IconLaboratory} title={t('empty.reports')} />}>
      {(report) => <ReportRow report={report} />}
    </ListSection>
  );
}

function Observations({ category, encounter, level }: PartProps & { readonly category: string | undefined }) {
  const { t } = useTranslation();
  return (
    <ListSection list={useDescribed('Observation', { category, encounter })} label={t('screen.observations-list')} thing={t('screen.observations-list').toLowerCase()} level={level} empty={<EmptyState icon={IconLaboratory} title={t('empty.results')} />}>
      {(described) => <DescribedRow described={described} />}
    </ListSection>
  );
}
