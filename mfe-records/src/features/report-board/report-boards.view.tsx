import { formatDate } from '@phr/fhir/dates';
import { Facts } from '@phr/module-kit/facts';
import { useSettings } from '@phr/module-kit/host';
import { ListSection, ListStates } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Badge, type BadgeTone } from '@phr/ui/badge';
import { buttonClass } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { Heading } from '@phr/ui/heading';
import { IconReport } from '@phr/ui/icons';
import { List } from '@phr/ui/list';
import { Actions } from '@phr/ui/page';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { today } from '../form/today.model.ts';
import { ReportTabs } from '../reports/report-tabs.view.tsx';
import { statusBadge } from '../reports/status.model.ts';
import { useResultTexts } from '../reports/use-result-texts.ts';
import { type BoardReport, nameOf, previousOf } from './board-report.entity.ts';
import { rangeOf } from './board-range.model.ts';
import { BoardRangeChoice } from './board-range.view.tsx';
import { BoardTable } from './board-table.view.tsx';
import { useBoardReports, useFollowedReports } from './report-boards.api.ts';

/** Reports of one code: the latest with earlier results beside it, then all in a range (REP-08). */
export function ReportBoardsView({ level }: ScreenProps) {
  useResultTexts();
  const { t } = useTranslation();
  const { code = '' } = useParams();
  const [search] = useSearchParams();
  const range = rangeOf(search, today());
  const latest = useBoardReports('latest', code, range);
  const list = useBoardReports('list', code, range);
  const locale = useSettings().locale;
  const name = [...latest.rows, ...list.rows]
    .map((report) => nameOf(report, locale))
    .find((words) => words !== undefined);
  return (
    <Screen printable title={t('screen.report-boards')} headingLevel={level} back={{ screen: 'results' }}>
      {latest.rows.map(({ id }) => (
        <ReportTabs key={id} boardCode={code} reportId={id} current="time" />
      ))}
      <BoardRangeChoice key={code} code={code} range={range} />
      <ListStates
        list={latest}
        skeleton={{ height: 240, lines: 1 }}
        thing={t('report.latest').toLowerCase()}
        level={level + 1}
        empty={<EmptyState icon={IconReport} title={t('empty.reports')} help={t('board.empty.help')} />}
      >
        {([newest]) => newest && <Latest report={newest} previous={previousOf(newest, list.rows)} level={level + 1} />}
      </ListStates>
      {latest.rows.length > 0 && (
        <>
          <Heading level={level + 1}>{t('board.all', { name: name ?? t('report.untitled') })}</Heading>
          <ListSection
            list={list}
            label={t('board.all', { name: name ?? t('report.untitled') })}
            thing={t('obs.show.reports').toLowerCase()}
            level={level + 2}
            empty={<EmptyState title={t('empty.reports')} help={t('board.empty.help')} />}
          >
            {({ id, at, performer, conclusion, status = '' }) => (
              <RecordRow
                title={formatDate(at) ?? name ?? t('report.untitled')}
                lines={[performer, conclusion && { label: t('report.conclusion'), value: conclusion }]}
                badge={badgeOf(status, t)}
                to={{ screen: 'report-details', params: { id } }}
              />
            )}
          </ListSection>
        </>
      )}
      <Followed code={code} level={level + 1} />
    </Screen>
  );
}

function Latest({
  report,
  previous,
  level,
}: {
  readonly report: BoardReport;
  readonly previous: BoardReport | undefined;
  readonly level: number;
}) {
  const { t } = useTranslation();
  const locale = useSettings().locale;
  const badge = badgeOf(report.status ?? '', t);
  return (
    <>
      <Card
        title={nameOf(report, locale) ?? t('report.untitled')}
        level={level}
        action={badge && <Badge tone={badge.tone}>{badge.words}</Badge>}
      >
        <Facts
          facts={[
            [t('report.effective'), formatDate(report.at)],
            [t('board.previousAt'), formatDate(report.previousAt)],
            [t('report.performer'), report.performer],
            [t('report.conclusion'), report.conclusion],
          ]}
        />
        <Actions>
          <ScreenLink screen="report-details" params={{ id: report.id }} className={buttonClass({ dense: true })}>
            {t('board.toReport')}
          </ScreenLink>
        </Actions>
      </Card>
      <BoardTable latest={report} previous={previous} />
    </>
  );
}

function badgeOf(status: string, t: TFunction): { readonly words: string; readonly tone: BadgeTone } | undefined {
  const badge = statusBadge(status);
  return badge && { words: t(badge.key), tone: badge.tone };
}

/** Other results this device follows, linking to their boards; hidden if none. */
function Followed({ code, level }: { readonly code: string; readonly level: number }) {
  const { t } = useTranslation();
  const locale = useSettings().locale;
  const others = useFollowedReports().filter((report) => report.code !== code);
  if (others.length === 0) return null;
  return (
    <Card flush title={t('board.followed')} level={level}>
      <List label={t('board.followed')} items={others} keyOf={({ id }) => id} frame={false}>
        {(report) => (
          <RecordRow
            title={nameOf(report, locale) ?? t('report.untitled')}
            lines={[formatDate(report.at), report.conclusion]}
            to={{ screen: 'report-boards', params: { code: report.code } }}
          />
        )}
      </List>
    </Card>
  );
}
