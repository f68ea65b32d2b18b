import { hrefOf } from '@phr/module-kit/screens';
import { codeOf } from '@phr/module-kit/error-code';
import type { VitalKey } from '@phr/clinical/codings';
import { useHost, usePatient, useSettings, useStore } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { ErrorCard } from '@phr/ui/error-card';
import { formatInstant } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { Icon } from '@phr/ui/icon';
import { IconSort } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUi } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import { ReadingLevel } from '../readings/reading-level.view.tsx';
import { ReadingValue } from '../readings/reading-value.view.tsx';
import { latestOf, type Reading } from '../readings/reading.model.ts';
import { useLanguage } from '../readings/use-language.ts';
import { useFreshReadings, useLatestReadings } from '../readings/use-readings.ts';
import { iconOf } from '../vital/icons.model.ts';
import { nameOf } from '../vital/vital.model.ts';
import { type Live, useLiveReadings } from './use-live-readings.ts';
import { fetchDeviceSettings } from './vs-monitor.api.ts';
import { choiceOf, connectionState, DEFAULT_CHOICE, freshness } from './vs-monitor.model.ts';
import css from './vs-monitor.module.css';

/** The screen `/vs-monitor`: live readings, without starting a session (D-107). */
export function VsMonitor({ headingLevel }: { readonly headingLevel: number }) {
  // remount per person: live readings never appear under another's name
  return <Monitor key={usePatient().viewed?.id} headingLevel={headingLevel} />;
}

function Monitor({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const { request, realtime, navigation } = useHost();
  const { deviceId } = useSettings();
  // the device is the account owner's, whoever is on screen
  const ownerId = usePatient().main?.id;
  const { connected } = useStore(realtime.status);
  const settings = useQuery({
    queryKey: ['device-settings', ownerId, deviceId],
    enabled: ownerId !== undefined,
    staleTime: 0,
    queryFn: ({ signal }) => fetchDeviceSettings(request, ownerId ?? '', deviceId, signal),
  });
  // Settings that cannot be read are no reason to show nothing.
  const choice = settings.data === undefined ? DEFAULT_CHOICE : choiceOf(settings.data);
  const latest = useLatestReadings();
  useFreshReadings();
  const { live, now } = useLiveReadings();
  const [openedAt] = useState(now);
  const [wasConnected, setWasConnected] = useState(connected);
  if (connected && !wasConnected) setWasConnected(true);
  const connection = connectionState(connected, wasConnected, now - openedAt);

  return (
    <Screen
      title={t('screen.vs-monitor')}
      headingLevel={headingLevel}
      back={{ screen: 'health-indexes' }}
      actions={
        <LinkButton dense icon={IconSort} href={hrefOf(navigation, { screen: 'setting', params: { show: 'monitor' } })}>
          {t('live.choose')}
        </LinkButton>
      }
    >
      <Notice
        type={connection === 'disconnected' ? 'warning' : 'info'}
        announce="status"
        title={t(`live.${connection}`)}
      >
        <p>{t(connection === 'disconnected' ? 'live.lost' : 'live.waiting')}</p>
      </Notice>
      {choice.monitored.length > 0 && (
        <section>
          <Heading level={headingLevel + 1} look="h2">
            {t('live.monitored')}
          </Heading>
          <ul className={css.tiles}>
            {choice.monitored.map((key) => (
              <LiveTile key={key} vitalKey={key} live={live.get(key)} now={now} level={headingLevel + 2} />
            ))}
          </ul>
        </section>
      )}
      {choice.latest.length > 0 && (
        <section>
          <Heading level={headingLevel + 1} look="h2">
            {t('live.latest')}
          </Heading>
          <LatestTiles chosen={choice.latest} latest={latest} live={live} level={headingLevel + 2} />
        </section>
      )}
      <p className={css.note}>{t('vit.notDiagnosis')}</p>
    </Screen>
  );
}

interface LatestTilesProps {
  readonly chosen: readonly VitalKey[];
  readonly latest: ReturnType<typeof useLatestReadings>;
  readonly live: ReadonlyMap<VitalKey, Live>;
  readonly level: number;
}

/** Latest readings of selected indexes. */
function LatestTiles({ chosen, latest, live, level }: LatestTilesProps) {
  const { t } = useTranslation();
  return latest.receivedAt === undefined ? (
    latest.error === null ? (
      <LoadingRegion thing={t('thing.indexes')} onRetry={latest.retry}>
        <Skeleton height={120} lines={2} />
      </LoadingRegion>
    ) : (
      <ErrorCard thing={t('thing.indexes')} code={codeOf(latest.error)} onRetry={latest.retry} level={level} />
    )
  ) : (
    <ul className={css.tiles}>
      {chosen.map((key) => (
        <LatestTile
          key={key}
          vitalKey={key}
          live={live.get(key)?.reading}
          readings={latest.readings}
          at={Date.parse(latest.receivedAt ?? '')}
          level={level}
        />
      ))}
    </ul>
  );
}

interface LiveTileProps {
  readonly vitalKey: VitalKey;
  readonly live: Live | undefined;
  readonly now: number;
  readonly level: number;
}

/** A watched index: the value while current, then marked as outdated. Empty before the first. */
function LiveTile({ vitalKey, live, now, level }: LiveTileProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const state = freshness(live?.arrivedAt, now);
  return (
    <li className={state === 'live' ? `${css.tile} ${css.live}` : css.tile} data-state={state}>
      <Title vitalKey={vitalKey} level={level} />
      {live === undefined ? (
        <p className={css.state}>{t('live.none')}</p>
      ) : (
        <>
          <ReadingValue reading={live.reading} language={language} size={state === 'live' ? 'large' : 'normal'} />
          <ReadingLevel reading={live.reading} language={language} />
        </>
      )}
      {live !== undefined && (
        <p className={css.state} role="status">
          {state === 'live'
            ? t('live.now')
            : t('live.stale', {
                time:
                  live.reading.instant === undefined
                    ? ''
                    : formatInstant(live.reading.instant, language.locale, language.zone),
              })}
        </p>
      )}
    </li>
  );
}

interface LatestTileProps {
  readonly vitalKey: VitalKey;
  readonly live: Reading | undefined;
  readonly readings: readonly Reading[];
  /** Instant at which the readings came. */
  readonly at: number;
  readonly level: number;
}

function LatestTile({ vitalKey, live, readings, at, level }: LatestTileProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { latest: stored } = latestOf(
    readings.filter((reading) => reading.vitalKey === vitalKey),
    at,
  );
  const latest = live !== undefined && (live.instant ?? 0) >= (stored?.instant ?? 0) ? live : stored;
  return (
    <li className={css.tile}>
      <Title vitalKey={vitalKey} level={level} />
      {latest === undefined ? (
        <p className={css.state}>{t('live.noReading')}</p>
      ) : (
        <>
          <ReadingValue reading={latest} language={language} />
          <ReadingLevel reading={latest} language={language} />
        </>
      )}
    </li>
  );
}

function Title({ vitalKey, level }: { readonly vitalKey: VitalKey; readonly level: number }) {
  const { locale } = useUi();
  return (
    <div className={css.name}>
      <Icon of={iconOf(vitalKey)} />
      <Heading level={level} look="h3">
        {nameOf(vitalKey, locale)}
      </Heading>
    </div>
  );
}
