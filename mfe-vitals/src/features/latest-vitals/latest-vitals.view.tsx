import { codeOf } from '@phr/module-kit/error-code';
import type { VitalKey } from '@phr/clinical/codings';
import { EVERYDAY_CODES } from '@phr/clinical/everyday-codes';
import { useMay } from '@phr/module-kit/host';
import type { ScreenPlace } from '@phr/contract/screens';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { ErrorCard } from '@phr/ui/error-card';
import { formatAge } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { Icon } from '@phr/ui/icon';
import { IconAdd } from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { Sparkline } from '@phr/ui/sparkline';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeWords } from '../readings/change-words.view.tsx';
import { changeOf } from '../readings/change.model.ts';
import { OutdatedBmi } from '../readings/outdated-bmi.view.tsx';
import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { ReadingValue } from '../readings/reading-value.view.tsx';
import { unitWords, valuePhrase } from '../readings/reading.words.ts';
import type { Reading } from '../readings/reading.model.ts';
import { useLanguage } from '../readings/use-language.ts';
import { useFreshReadings, useLatestReadings } from '../readings/use-readings.ts';
import { Urgent } from '../urgent/urgent.view.tsx';
import { useDismissedAdvice } from '../urgent/use-dismissed-advice.ts';
import { familyOf, iconOf } from '../vital/icons.model.ts';
import { ScreenButton } from '../vital/screen-button.view.tsx';
import { createTargetOf, detailsTargetOf, nameOf } from '../vital/vital.model.ts';
import { urgentReadings, vitalKeysOf, tilesOf, type Tile } from './latest-vitals.model.ts';
import css from './latest-vitals.module.css';

/** Minimum tile height, px; the style sheet uses more for narrow tiles. */
const TILE_HEIGHT = 248;

/** The latest vital signs as tiles; each leads to its details. */
export function LatestVitals({
  level,
  codes = EVERYDAY_CODES,
}: {
  readonly level: number;
  readonly codes?: readonly string[];
}) {
  const { t } = useTranslation();
  const id = useId();
  const { readings, isPending, error, retry, receivedAt } = useLatestReadings(vitalKeysOf(codes));
  useFreshReadings();
  const now = receivedAt === undefined ? 0 : Date.parse(receivedAt);
  const tiles = useMemo(() => tilesOf(codes, readings, now), [codes, readings, now]);
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <Heading level={level} look="h2" id={id}>
          {t('latest.title')}
        </Heading>
        <ScreenLink screen="health-indexes" className={css.all}>
          {t('latest.all')}
        </ScreenLink>
      </div>
      {receivedAt === undefined && error !== null && (
        <ErrorCard thing={t('thing.indexes')} code={codeOf(error)} onRetry={retry} level={level + 1} />
      )}
      {receivedAt === undefined && error === null && isPending && (
        <LoadingRegion thing={t('thing.indexes')} onRetry={retry}>
          <div className={css.tiles}>
            {codes.map((code) => (
              <Skeleton key={code} height={TILE_HEIGHT} />
            ))}
          </div>
        </LoadingRegion>
      )}
      {urgentReadings(tiles, now).map((latest) => (
        <AdviceFor key={latest.id} latest={latest} level={level + 1} />
      ))}
      {receivedAt !== undefined && (
        <div className={css.tiles}>
          {tiles.map((tile) => (
            <VitalTile key={tile.vitalKey} tile={tile} />
          ))}
        </div>
      )}
    </section>
  );
}

/** Today's advice for a vital's latest reading, until superseded or dismissed. */
function AdviceFor({ latest, level }: { readonly latest: Reading; readonly level: number }) {
  const language = useLanguage();
  const [isUnderstood, understood] = useDismissedAdvice(latest.id);
  if (isUnderstood) return null;
  return (
    <Urgent verdict={latest.verdict} level={level} onUnderstood={understood}>
      <p>{`${nameOf(latest.vitalKey, language.locale)} ${valuePhrase(latest, language)}`}</p>
    </Urgent>
  );
}

function VitalTile({ tile: { vitalKey, latest, previous, line, newerWeight, staleDays } }: { readonly tile: Tile }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = nameOf(vitalKey, language.locale);
  const create = createTargetOf(vitalKey);
  const mayAdd = useMay('create');
  const change = latest === undefined ? undefined : changeOf(latest, previous, language.glucoseUnit);
  return (
    <div className={css.tile} data-family={familyOf(vitalKey)} data-stale={staleDays !== undefined}>
      <ScreenLink {...detailsOf(vitalKey, latest)} className={css.link}>
        <span className={css.name}>
          <Icon of={iconOf(vitalKey)} size={20} />
          {name}
        </span>
        {latest === undefined ? (
          <span className={css.none}>{t('data.none')}</span>
        ) : (
          <>
            <ReadingValue reading={latest} language={language} />
            {newerWeight !== undefined && <OutdatedBmi weight={newerWeight} language={language} />}
            {staleDays === undefined ? (
              <ReadingLevel reading={latest} language={language} />
            ) : (
              <span className={css.change}>{formatAge(staleDays, language.locale)}</span>
            )}
            {staleDays === undefined && change !== undefined && (
              <span className={css.change}>
                <ChangeWords change={change} unit={unitWords(vitalKey, language)} language={language} />
              </span>
            )}
            <span className={css.line}>
              <Sparkline values={line} />
            </span>
          </>
        )}
      </ScreenLink>
      {create !== undefined && mayAdd && <AddReading isFirst={latest === undefined} name={name} place={create} />}
    </div>
  );
}

interface AddReadingProps {
  /** No reading yet: a labelled button fills the tile. */
  readonly isFirst: boolean;
  readonly name: string;
  readonly place: ScreenPlace;
}

/** Link from a tile to the vital's form. */
function AddReading({ isFirst, name, place }: AddReadingProps) {
  const { t } = useTranslation();
  const label = t('latest.addFor', { name });
  return isFirst ? (
    <ScreenButton {...place} dense wide icon={IconAdd} aria-label={label}>
      {t('common.add')}
    </ScreenButton>
  ) : (
    <ScreenLink {...place} className={css.add} aria-label={label} title={label}>
      <Icon of={IconAdd} />
    </ScreenLink>
  );
}

/** An ECG opens itself; other indexes open their list. */
function detailsOf(vitalKey: VitalKey, latest: Reading | undefined): ReturnType<typeof detailsTargetOf> {
  return vitalKey === 'ecgs' && latest !== undefined
    ? { screen: 'ekg-details', params: { id: latest.id } }
    : detailsTargetOf(vitalKey);
}
