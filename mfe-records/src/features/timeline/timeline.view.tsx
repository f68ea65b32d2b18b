import type { Locale } from '@phr/contract/locale';
import { formatDate } from '@phr/fhir/dates';
import { deviceZone } from '@phr/time/zone';
import { useHost } from '@phr/module-kit/host';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import { hrefOf } from '@phr/module-kit/screens';
import { Badge, type BadgeTone } from '@phr/ui/badge';
import { Button, buttonClass } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { Heading } from '@phr/ui/heading';
import {
  IconImmunization,
  IconLaboratory,
  type IconShape,
  IconMedicalHistory,
  IconMedicine,
  IconReport,
  IconTreatment,
} from '@phr/ui/icons';
import { List } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Actions, Stack } from '@phr/ui/page';
import { Skeleton } from '@phr/ui/skeleton';
import { TabLinks } from '@phr/ui/tab-links';
import { useDay } from '@phr/ui/use-now';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import en from '../../locales/timeline.en-US.json' with { type: 'json' };
import vi from '../../locales/timeline.vi-VN.json' with { type: 'json' };
import type { ScreenProps } from '../../views/screen-props.ts';
import { statusOf } from '../described/described.model.ts';
import { badgeOf, encounterState } from '../encounters/encounter-state.model.ts';
import { useResultTexts } from '../reports/use-result-texts.ts';
import type { Moment, MomentKind } from './moment.entity.ts';
import { type TimelineRow, yearsOf } from './timeline.model.ts';
import css from './timeline.module.css';
import { useTimeline } from './use-timeline.ts';

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { 'vi-VN': vi, 'en-US': en };
const SHOWN = ['all', 'visits', 'results', 'medicines', 'vaccines', 'papers', 'symptoms'] as const;
const ICONS: Readonly<Record<MomentKind, IconShape>> = {
  visits: IconTreatment,
  results: IconLaboratory,
  medicines: IconMedicine,
  vaccines: IconImmunization,
  papers: IconReport,
  symptoms: IconMedicalHistory,
  readings: IconMedicalHistory,
};

/** Events by their own dates, newest first; the filter is in the URL. */
export function TimelineView({ level }: ScreenProps) {
  useScreenTexts(TEXTS);
  useResultTexts();
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search] = useSearchParams();
  const shown = SHOWN.find((one) => one === search.get('show')) ?? 'all';
  return (
    <Screen title={t('screen.timeline')} headingLevel={level} back={{ screen: 'record' }}>
      <TabLinks
        label={t('timeline.show')}
        tabs={SHOWN.map((one) => ({
          label: t(`timeline.show.${one}`),
          href: hrefOf(navigation, { screen: 'timeline', ...(one !== 'all' && { params: { show: one } }) }),
          current: one === shown,
        }))}
      />
      <Years key={shown} kind={shown === 'all' ? undefined : shown} level={level + 1} />
    </Screen>
  );
}

function Years({ kind, level }: ScreenProps & { readonly kind: MomentKind | undefined }) {
  const { t } = useTranslation();
  const headings = useRef(new Map<string, HTMLHeadingElement>());
  const keep = (year: string, heading: HTMLHeadingElement) => {
    headings.current.set(year, heading);
  };
  const { rows, hasMore, isLoading, failed, retry, showMore } = useTimeline(kind);
  const years = yearsOf(rows, deviceZone());
  const nameOf = (year: string) => (year === '' ? t('timeline.noDate') : t('timeline.year', { year }));
  return (
    <Stack>
      {failed.length > 0 && (
        <Notice type="warning" announce="status" title={t('timeline.alone', { kinds: failed.join(', ') })}>
          <Button dense onClick={retry}>
            {t('common.retry')}
          </Button>
        </Notice>
      )}
      {years.length > 0 && (years.length > 1 || hasMore) && (
        <nav aria-label={t('timeline.years')}>
          <Actions>
            {years.map(({ year }) => (
              <Button key={year} dense variant="quiet" onClick={() => headings.current.get(year)?.focus()}>
                {year === '' ? t('timeline.noDate') : year}
              </Button>
            ))}
            {hasMore && (
              <Button dense variant="quiet" busy={isLoading} onClick={showMore}>
                {t('timeline.older')}
              </Button>
            )}
          </Actions>
        </nav>
      )}
      {years.length > 0 && <YearSections years={years} nameOf={nameOf} keep={keep} level={level} />}
      {isLoading && (
        <LoadingRegion thing={t('timeline.thing')} onRetry={retry}>
          <Skeleton height={88} lines={3} />
        </LoadingRegion>
      )}
      {!isLoading && rows.length === 0 && failed.length === 0 && (
        <EmptyState
          icon={IconTreatment}
          title={t(kind === undefined ? 'timeline.none' : 'timeline.noneOfKind')}
          help={t('timeline.noneHelp')}
        />
      )}
      {!isLoading && hasMore && rows.length > 0 && <Button onClick={showMore}>{t('list.more')}</Button>}
    </Stack>
  );
}

interface YearSectionsProps {
  readonly years: ReturnType<typeof yearsOf>;
  readonly nameOf: (year: string) => string;
  /** Ref of a heading, the target of its year's link. */
  readonly keep: (year: string, heading: HTMLHeadingElement) => void;
  readonly level: number;
}

/** Rows by year, beside the selected one's details. */
function YearSections({ years, nameOf, keep, level }: YearSectionsProps) {
  const [looked, setLooked] = useState<string>();
  const rows = years.flatMap((year) => year.rows);
  const chosen = rows.find(({ id }) => id === looked) ?? rows[0];
  return (
    <div className={css.columns}>
      <YearRows years={years} nameOf={nameOf} keep={keep} level={level} onLook={setLooked} />
      {chosen !== undefined && <Chosen row={chosen} level={level} />}
    </div>
  );
}

/** Rows only, memoized: selecting one re-renders none. */
const YearRows = memo(function YearRows({
  years,
  nameOf,
  keep,
  level,
  onLook,
}: YearSectionsProps & { readonly onLook: (id: string) => void }) {
  return (
    <Stack>
      {years.map(({ year, rows }) => (
        <section key={year} className={css.year}>
          <Heading
            level={level}
            tabIndex={-1}
            ref={(heading) => {
              if (heading !== null) keep(year, heading);
            }}
          >
            {nameOf(year)}
          </Heading>
          <Card flush>
            <List label={nameOf(year)} items={rows} keyOf={({ id }) => id} frame={false}>
              {(row) => (
                <div className={css.row} onFocus={() => onLook(row.id)} onPointerEnter={() => onLook(row.id)}>
                  <MomentRow row={row} />
                </div>
              )}
            </List>
          </Card>
        </section>
      ))}
    </Stack>
  );
});

/** The badge of a status worth saying; a visit says it in the words of every other screen. */
function useBadge({
  status,
  encounter,
}: TimelineRow): { readonly words: string; readonly tone: BadgeTone } | undefined {
  const { t } = useTranslation();
  const now = new Date(useDay());
  const told = status && statusOf(status);
  const visit = told && encounter && badgeOf(encounterState(encounter, now));
  return visit === undefined ? told : { words: t(visit.key), tone: visit.tone };
}

/** A row with its related entries as separate links below. */
function MomentRow({ row }: { readonly row: TimelineRow }) {
  const { t } = useTranslation();
  const badge = useBadge(row);
  return (
    <RecordRow
      icon={ICONS[row.kind]}
      title={row.title}
      lines={[
        // a week's title contains its days
        row.kind === 'readings' ? undefined : whenOf(row, t(`timeline.show.${row.kind}`)),
        ...row.lines,
      ]}
      badge={badge}
      to={row.to}
      {...(row.under.length > 0 && { links: row.under.map((one) => <UnderLink key={one.id} moment={one} />) })}
    />
  );
}

/** Details pane, if there is room: the hovered or focused row with everything grouped in it. */
function Chosen({ row, level }: { readonly row: TimelineRow; readonly level: number }) {
  const { t } = useTranslation();
  const badge = useBadge(row);
  return (
    <div className={css.chosen}>
      <Card
        title={row.title}
        level={level}
        action={badge === undefined ? undefined : <Badge tone={badge.tone}>{badge.words}</Badge>}
      >
        {row.kind !== 'readings' && <p>{whenOf(row, t(`timeline.show.${row.kind}`))}</p>}
        {row.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {row.under.map(({ id, to, title, lines }) => (
          <div key={id}>
            <ScreenLink {...to}>{title}</ScreenLink>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        ))}
      </Card>
    </div>
  );
}

/** "25/10/2026 · Khám"; the kind alone without a date. */
function whenOf({ date }: Moment, kind: string): string {
  return [formatDate(date, { time: false }), kind].filter((part) => part !== undefined).join(' · ');
}

function UnderLink({ moment: { to, title, lines, kind } }: { readonly moment: Moment }) {
  const lastLine = kind === 'results' ? lines.at(-1) : undefined;
  return (
    <ScreenLink {...to} className={buttonClass({ dense: true })}>
      {lastLine === undefined ? title : `${title}: ${lastLine}`}
    </ScreenLink>
  );
}
