import { hrefOf } from '@phr/module-kit/screens';
import { useHost, usePatient } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconLaboratory } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AddButton } from '../../views/add-button.tsx';
import type { ScreenProps } from '../../views/screen-props.ts';
import { DescribedRow } from '../described/described-row.view.tsx';
import { useVerdictLine } from '../judging/use-verdict-line.tsx';
import { ReportRow } from '../reports/report-row.view.tsx';
import { useReports } from '../reports/reports.api.ts';
import { togetherWith } from '../waiting/use-waiting.ts';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import { ResultLinks } from './result-links.view.tsx';
import type { ListedObservation } from './listed-observation.entity.ts';
import { useListedObservations } from './observations.api.ts';

const SHOWN = ['all', 'reports', 'laboratory', 'imaging', 'procedure'] as const;
type Shown = (typeof SHOWN)[number];
const RESULTS = togetherWith('Observation');

/** All results: single measurements by category, and reports. The selection is in the URL. */
export function ObservationsListView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search] = useSearchParams();
  const shown = SHOWN.find((one) => one === search.get('show')) ?? 'all';
  const encounter = search.get('encounterId') ?? undefined;
  const hrefTo = (one: Shown) =>
    hrefOf(navigation, {
      screen: 'observations-list',
      params: {
        ...(encounter !== undefined && { encounterId: encounter }),
        ...(one !== 'all' && { show: one }),
      },
    });
  return (
    <Screen
      printable
      title={t('screen.observations-list')}
      headingLevel={level}
      back={{ screen: 'dashboard' }}
      actions={<ResultWays params={encounter === undefined ? {} : { encounterId: encounter }} />}
    >
      <TabLinks
        label={t('obs.show.label')}
        tabs={SHOWN.map((one) => ({ label: t(`obs.show.${one}`), href: hrefTo(one), current: one === shown }))}
      />
      {shown === 'reports' ? (
        <Reports encounter={encounter} level={level + 1} />
      ) : (
        <Observations category={shown === 'all' ? undefined : shown} encounter={encounter} level={level + 1} />
      )}
    </Screen>
  );
}

/** The ways to results of one kind, and to a new one. */
function ResultWays({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  return (
    <>
      <LinkButton href={hrefOf(navigation, { screen: 'results' })}>{t('screen.results')}</LinkButton>
      <LinkButton href={hrefOf(navigation, { screen: 'lab-observations', params })}>
        {t('screen.lab-observations')}
      </LinkButton>
      <AddButton screen="observations-create" params={params} />
    </>
  );
}

interface PartProps {
  readonly encounter: string | undefined;
  readonly level: number;
}

function Reports({ encounter, level }: PartProps) {
  const { t } = useTranslation();
  return (
    <ListSection
      list={useReports(encounter)}
      label={t('obs.show.reports')}
      thing={t('obs.show.reports').toLowerCase()}
      level={level}
      empty={<EmptyState icon={IconLaboratory} title={t('empty.reports')} help={t('empty.results.help')} />}
    >
      {(report) => <ReportRow report={report} />}
    </ListSection>
  );
}

function Observations({ category, encounter, level }: PartProps & { readonly category: string | undefined }) {
  const { t } = useTranslation();
  const list = useListedObservations(category, encounter);
  return (
    <>
      <WaitingRows type={RESULTS} level={level} onSent={() => void list.retry()} />
      <ListSection
        list={list}
        label={t('screen.observations-list')}
        thing={t('screen.observations-list').toLowerCase()}
        level={level}
        empty={<EmptyState icon={IconLaboratory} title={t('empty.results')} help={t('empty.results.help')} />}
      >
        {(result) => <ObservationRow result={result} />}
      </ListSection>
    </>
  );
}

function ObservationRow({ result }: { readonly result: ListedObservation }) {
  const { t } = useTranslation();
  // the person's own name is redundant in their own record
  const name = usePatient().viewed?.name;
  const { id, title, when, isByPatient, isRemovable, raw } = result;
  const line = useVerdictLine(raw);
  const what = [title, when].filter((part) => part !== undefined).join(', ');
  return (
    <DescribedRow
      described={
        isByPatient
          ? {
              ...result,
              lines: [
                ...result.lines.filter(({ value }) => value !== name),
                { label: t('enc.source'), value: t('obs.byPatient') },
              ],
            }
          : result
      }
      line={line}
      {...(isRemovable && { links: <ResultLinks {...result} id={id} what={what} /> })}
    />
  );
}
