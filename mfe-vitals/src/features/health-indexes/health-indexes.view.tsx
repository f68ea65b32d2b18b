import { codeOf } from '@phr/module-kit/error-code';
import { type Group, GROUPS } from '@phr/clinical/vitals/define-vital';
import { VITALS } from '@phr/clinical/vitals/index';
import { Screen } from '@phr/module-kit/screen';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { ErrorCard } from '@phr/ui/error-card';
import { Freshness } from '@phr/ui/freshness';
import { formatAge } from '@phr/ui/format';
import { Icon } from '@phr/ui/icon';
import { IconAdd, IconForward, IconHeight, IconTable } from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { OutdatedBmi } from '../readings/outdated-bmi.view.tsx';
import type { Reading } from '../readings/reading.model.ts';
import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { ReadingValue } from '../readings/reading-value.view.tsx';
import { UnsentBadge } from '../readings/unsent-badge.view.tsx';
import { useLanguage } from '../readings/use-language.ts';
import { useAgeOn } from '../record/use-age-on.ts';
import { useFreshReadings, useLatestReadings } from '../readings/use-readings.ts';
import { useViewConfig } from '@phr/module-kit/judging';
import { ChoiceRow } from '../vital/choice-row.view.tsx';
import { familyOf, iconOf } from '../vital/icons.model.ts';
import { ScreenButton } from '../vital/screen-button.view.tsx';
import { createTargetOf, detailsTargetOf, isGroup } from '../vital/vital.model.ts';
import { furtherIndexes, indexRows, type IndexRow } from './health-indexes.model.ts';
import css from './health-indexes.module.css';

/** WHO's growth charts end here. */
const GROWN_YEARS = 19;

/** Every health index with its latest value; the selected group is in the URL. */
export function HealthIndexes({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const named = search.get('group');
  const group = isGroup(named) ? named : undefined;
  const { readings, isPending, error, retry, receivedAt } = useLatestReadings();
  const configured = furtherIndexes(useViewConfig().data);
  useFreshReadings();
  const ageOn = useAgeOn();

  return (
    <Screen
      title={t('screen.health-indexes')}
      menuWord={t('menu.health-indexes')}
      headingLevel={headingLevel}
      back={{ screen: 'dashboard' }}
      actions={
        <ScreenButton screen="blood-pressure-create" variant="primary" icon={IconAdd}>
          {t('screen.blood-pressure-create')}
        </ScreenButton>
      }
    >
      <ChoiceRow
        label={t('group.label')}
        current={group ?? 'all'}
        options={(['all', ...GROUPS] as const).map((value) => ({ value, label: t(`group.${value}`) }))}
        onChoose={(chosen) => setSearch(chosen === 'all' ? {} : { group: chosen }, { replace: true })}
      />
      {receivedAt === undefined && error !== null && (
        <ErrorCard thing={t('thing.indexes')} code={codeOf(error)} onRetry={retry} level={headingLevel + 1} />
      )}
      {receivedAt === undefined && error === null && isPending && (
        <LoadingRegion thing={t('thing.indexes')} onRetry={retry}>
          <Skeleton height={76} lines={VITALS.length} />
        </LoadingRegion>
      )}
      {receivedAt === undefined && <Waiting readings={readings} group={group} />}
      {receivedAt !== undefined && (
        <>
          {(ageOn(Date.parse(receivedAt)) ?? GROWN_YEARS) < GROWN_YEARS && (
            <ScreenButton screen="growth" icon={IconHeight}>
              {t('screen.growth')}
            </ScreenButton>
          )}
          <ul className={css.list}>
            {indexRows(readings, group, Date.parse(receivedAt)).map((row) => (
              <Row key={row.vital.key} row={row} />
            ))}
            {group === undefined &&
              configured.map(({ name, title }) => <ConfiguredRow key={name} name={name} title={title} />)}
          </ul>
          <Freshness at={receivedAt} failed={error !== null} onRetry={retry} />
          <p className={css.note}>{t('vit.notDiagnosis')}</p>
        </>
      )}
    </Screen>
  );
}

interface WaitingProps {
  readonly readings: readonly Reading[];
  readonly group: Group | undefined;
}

/** Unsent entries, while nothing of the record is loaded; other indexes are unknown. */
function Waiting({ readings, group }: WaitingProps) {
  const rows = indexRows(readings, group, Math.max(0, ...readings.map(({ instant = 0 }) => instant)));
  const known = rows.filter(({ latest }) => latest !== undefined);
  return (
    known.length > 0 && (
      <ul className={css.list}>
        {known.map((row) => (
          <Row key={row.vital.key} row={row} />
        ))}
      </ul>
    )
  );
}

function Row({ row: { vital, latest, newerWeight, staleDays } }: { readonly row: IndexRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const create = createTargetOf(vital.key);
  return (
    <li className={css.row}>
      <ScreenLink {...detailsTargetOf(vital.key)} className={css.link}>
        <span className={css.icon} data-family={familyOf(vital.key)}>
          <Icon of={iconOf(vital.key)} />
        </span>
        <span className={css.name}>{(vital.longNames ?? vital.names)[language.locale]}</span>
        {latest === undefined ? (
          <span className={css.none}>{t('data.none')}</span>
        ) : (
          <>
            <span className={css.value}>
              <ReadingValue reading={latest} language={language} />
            </span>
            <span className={css.level}>
              {staleDays === undefined ? (
                <ReadingLevel reading={latest} language={language} />
              ) : (
                formatAge(staleDays, language.locale)
              )}
              {newerWeight !== undefined && <OutdatedBmi weight={newerWeight} language={language} />}
              <UnsentBadge reading={latest} />
            </span>
          </>
        )}
        {latest !== undefined && (
          <span className={css.chevron}>
            <Icon of={IconForward} />
          </span>
        )}
      </ScreenLink>
      {latest === undefined && create !== undefined && (
        <ScreenButton
          {...create}
          dense
          variant="quiet"
          icon={IconAdd}
          aria-label={t('latest.addFor', { name: vital.names[language.locale] })}
        >
          {t('common.add')}
        </ScreenButton>
      )}
    </li>
  );
}

/** An index known to the deployment only; its results have their own screen. */
function ConfiguredRow({ name, title }: { readonly name: string; readonly title: string }) {
  return (
    <li className={css.row}>
      <ScreenLink screen="health-details" params={{ name }} className={css.link}>
        <span className={css.icon}>
          <Icon of={IconTable} />
        </span>
        <span className={css.name}>{title}</span>
        <span className={css.chevron}>
          <Icon of={IconForward} />
        </span>
      </ScreenLink>
    </li>
  );
}
