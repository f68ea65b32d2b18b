import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconLaboratory } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { TabLinks } from '@phr/ui/tab-links';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useResultTexts } from '../reports/use-result-texts.ts';
import { ReportRow } from '../reports/report-row.view.tsx';
import { usePlainWords } from '../reports/use-plain-words.ts';
import { VisitQuestions } from '../visit-questions/visit-questions.view.tsx';
import { hasOutside } from './plain-line.model.ts';
import { plainLineWords } from './plain-line.words.ts';
import { ResultTrend } from './result-trend.view.tsx';
import { useListedReports, type ReportKind } from './results.api.ts';
import { useChosen } from './use-chosen.ts';
import { useLines } from './use-lines.ts';

const SHOWN = ['all', 'laboratory', 'imaging', 'other', 'outside'] as const;
type Shown = (typeof SHOWN)[number];
const KINDS: Readonly<Record<Shown, ReportKind | undefined>> = {
  all: undefined,
  laboratory: 'laboratory',
  imaging: 'imaging',
  other: 'other',
  outside: undefined,
};

/**
 * All reports, newest first, each with a summary line; with a code in the URL one test over time. The selection is in
 * the URL.
 */
export function ResultsView({ level }: ScreenProps) {
  useResultTexts();
  const code = useSearchParams()[0].get('code');
  return code === null ? <Reports level={level} /> : <ResultTrend key={code} code={code} level={level} />;
}

function Reports({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search] = useSearchParams();
  const shown = SHOWN.find((one) => one === search.get('show')) ?? 'all';
  const words = usePlainWords();
  const lineOf = useLines(words);
  const list = useChosen(
    useListedReports(KINDS[shown]),
    shown === 'outside' ? (report) => hasOutside(lineOf(report)) : undefined,
    words !== undefined,
  );
  return (
    <Screen
      printable
      title={t('screen.results')}
      headingLevel={level}
      back={{ screen: 'dashboard' }}
      actions={
        <LinkButton href={hrefOf(navigation, { screen: 'observations-list' })}>
          {t('screen.observations-list')}
        </LinkButton>
      }
    >
      <TabLinks
        label={t('obs.show.label')}
        tabs={SHOWN.map((one) => ({
          label: t(`results.show.${one}`),
          href: hrefOf(navigation, { screen: 'results', ...(one !== 'all' && { params: { show: one } }) }),
          current: one === shown,
        }))}
      />
      <ListSection
        list={list}
        label={t('screen.results')}
        thing={t('screen.results').toLowerCase()}
        level={level + 1}
        empty={
          <EmptyState
            icon={IconLaboratory}
            title={t(shown === 'outside' ? 'results.noneOutside' : 'empty.reports')}
            help={t(shown === 'outside' ? 'results.noneOutside.help' : 'empty.results.help')}
          />
        }
      >
        {(report) => <ReportRow report={report} plain={plainLineWords(lineOf(report), t)} />}
      </ListSection>
      {list.moreFailed && shown === 'outside' && list.rows.length === 0 && (
        <Notice type="warning">{t('results.notAllRead')}</Notice>
      )}
      <VisitQuestions level={level + 1} />
    </Screen>
  );
}
