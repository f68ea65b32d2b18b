import { codeOf } from '@phr/module-kit/error-code';
import { vital } from '@phr/clinical/vitals/index';
import { isVitalKey, type VitalKey } from '@phr/clinical/codings';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { IconAdd } from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import type { ComponentProps } from 'react';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { ConfiguredIndexScreen } from '../configured-index/configured-index.view.tsx';
import { hasLevels } from '../levels/has-levels.model.ts';
import { Levels } from '../levels/levels.view.tsx';
import {
  dayOfReading,
  latestOf,
  requiresAction,
  type Reading,
  type ReadingContext,
} from '../readings/reading.model.ts';
import { ownGoalPhrase } from '../readings/range.words.ts';
import { ownGoalsOf } from '../readings/scale.model.ts';
import { useDeletion } from '../record/use-deletion.ts';
import { useLanguage, useReadingContext } from '../readings/use-language.ts';
import { useAllReadings, useFreshReadings } from '../readings/use-readings.ts';
import { useDismissedAdvice } from '../urgent/use-dismissed-advice.ts';
import { Urgent } from '../urgent/urgent.view.tsx';
import { iconOf } from '../vital/icons.model.ts';
import { ScreenButton } from '../vital/screen-button.view.tsx';
import { createTargetOf, nameOf } from '../vital/vital.model.ts';
import { VitalTabs } from '../vital/vital-tabs.view.tsx';
import { LatestFacts } from './latest-facts.view.tsx';
import { PeriodPanel } from '../period/period-panel.view.tsx';
import { ReadingList } from './reading-list.view.tsx';
import css from './health-details.module.css';

interface HealthDetailsProps {
  /** Vital key from the URL. */
  readonly name: string;
  readonly headingLevel?: number;
  /** On a partner's page: no back button and no form. */
  readonly standalone?: boolean;
}

/** One health index: latest reading, meaning, course, all readings. */
export function HealthDetails({ name, headingLevel = 1, standalone = false }: HealthDetailsProps) {
  const { t } = useTranslation();
  const { locale } = useUi();
  if (!isVitalKey(name))
    return <ConfiguredIndexScreen name={name} title={t('screen.health-details')} headingLevel={headingLevel} />;
  const title = nameOf(name, locale);
  const create = createTargetOf(name);
  const add =
    standalone || create === undefined ? undefined : (
      <ScreenButton {...create} variant="primary" icon={IconAdd}>
        {t('details.add')}
      </ScreenButton>
    );
  return (
    <Screen
      title={title}
      headingLevel={headingLevel}
      {...(standalone ? {} : { back: { screen: 'health-indexes' } as const })}
      actions={add}
    >
      {!standalone && <VitalTabs vitalKey={name} current="latest" />}
      <Details vitalKey={name} level={headingLevel + 1} />
    </Screen>
  );
}

interface DetailsProps {
  readonly vitalKey: VitalKey;
  readonly level: number;
}

function Details({ vitalKey, level }: DetailsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const paged = useAllReadings(vitalKey);
  const deletion = useDeletion();
  useFreshReadings();
  const { readings, receivedAt } = paged;
  const now = receivedAt === undefined ? 0 : Date.parse(receivedAt);
  const context = useReadingContext(now);
  const { help } = vital(vitalKey);

  if (receivedAt === undefined) return <NotYet paged={paged} thing={nameOf(vitalKey, language.locale)} level={level} />;
  // a reading being deleted is not the latest any more
  const visible = readings.filter(({ id }) => !deletion.hidden.has(id));
  const { latest, previous } = latestOf(visible, now);
  if (readings.length === 0) {
    return <EmptyState icon={iconOf(vitalKey)} title={t('details.empty')} help={t('details.emptyHelp')} />;
  }
  return (
    <>
      {latest !== undefined && requiresAction(latest, now) && (
        <UrgentForLatest key={latest.id} latest={latest} level={level} />
      )}
      <div className={css.columns}>
        <div className={css.side}>
          {latest !== undefined && (
            <AboutLatest
              vitalKey={vitalKey}
              latest={latest}
              previous={previous}
              readings={visible}
              context={context}
              level={level}
            />
          )}
          {help !== undefined && (
            <details className={css.help}>
              <summary>{t('help.what')}</summary>
              <p>{t(`help.${help}`)}</p>
            </details>
          )}
          <p className={css.note}>{t('vit.notDiagnosis')}</p>
        </div>
        <div className={css.main}>
          {latest !== undefined && (
            <PeriodPanel vitalKey={vitalKey} latest={latest} hidden={deletion.hidden} level={level} />
          )}
          {/* in print every reading of the period is in its table */}
          <div data-print="hide">
            <ReadingList paged={paged} language={language} context={context} deletion={deletion} level={level} />
          </div>
        </div>
      </div>
    </>
  );
}

/** In place of an index while there are no readings to show. */
function NotYet({
  paged: { isPending, error, retry },
  thing,
  level,
}: {
  readonly paged: ReturnType<typeof useAllReadings>;
  readonly thing: string;
  readonly level: number;
}) {
  if (error !== null) return <ErrorCard thing={thing} code={codeOf(error)} onRetry={retry} level={level} />;
  return isPending ? (
    <LoadingRegion thing={thing} onRetry={retry}>
      <div className={css.skeletons}>
        <Skeleton height={220} />
        <Skeleton height={520} shape="chart" />
      </div>
    </LoadingRegion>
  ) : null;
}

interface AboutLatestProps extends Omit<ComponentProps<typeof LatestFacts>, 'language' | 'ownGoal'> {
  readonly context: ReadingContext;
  readonly vitalKey: VitalKey;
}

/** The latest reading, and the levels its number is judged by. */
function AboutLatest({ vitalKey, context, ...facts }: AboutLatestProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const day = dayOfReading(facts.latest, context);
  return (
    <>
      <LatestFacts
        {...facts}
        ownGoal={ownGoalPhrase(ownGoalsOf(vitalKey, language.glucoseUnit, day, context), language)}
        language={language}
      />
      {hasLevels(vitalKey, day, context) && (
        <details className={css.help}>
          <summary>{t('levels.title')}</summary>
          <Levels vitalKey={vitalKey} day={day} context={context} language={language} />
        </details>
      )}
    </>
  );
}

/** Advice for a very dangerous latest reading, until dismissed. */
function UrgentForLatest({ latest: { id, verdict }, level }: { readonly latest: Reading; readonly level: number }) {
  const [isUnderstood, setUnderstood] = useDismissedAdvice(id);
  return isUnderstood ? null : <Urgent verdict={verdict} level={level} onUnderstood={setUnderstood} />;
}
