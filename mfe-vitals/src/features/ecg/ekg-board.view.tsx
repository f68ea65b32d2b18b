import { codeOf } from '@phr/module-kit/error-code';
import { usePatient } from '@phr/module-kit/host';
import { lazyView } from '@phr/module-kit/lazy-view';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formatNumber } from '@phr/ui/format';
import { Freshness } from '@phr/ui/freshness';
import { IconAdd } from '@phr/ui/icons';
import { List } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { iconOf } from '../vital/icons.model.ts';
import { sourcePhrase, timePhrase, type Language } from '../readings/reading.words.ts';
import { useLanguage } from '../readings/use-language.ts';
import { useFreshReadings } from '../readings/use-readings.ts';
import css from './ekg-details.module.css';
import { analysisOf, durationOf, recordingAlerts, type Recording } from './recording.model.ts';
import { VitalTabs } from '../vital/vital-tabs.view.tsx';
import { useEcgs } from './use-ecg.ts';

const EcgImport = lazyView(
  async () => (await import(/* webpackChunkName: "ecg" */ '../ecg-import/ecg-import.view.tsx')).EcgImport,
);

/** The screen `/ekg-board`: all ECGs with notices, and import from a file. */
export function EkgBoard({ headingLevel }: { readonly headingLevel: number }) {
  const { t } = useTranslation();
  const [imports, setImports] = useState(false);
  // a file selected for one person is never stored for another
  const patientId = usePatient().viewed?.id;
  return (
    <Screen
      title={t('screen.ekg-board')}
      headingLevel={headingLevel}
      back={{ screen: 'health-indexes' }}
      actions={
        <Button variant="primary" icon={IconAdd} onClick={() => setImports(true)}>
          {t('ecgImport.open')}
        </Button>
      }
    >
      <VitalTabs vitalKey="ecgs" current="time" />
      {imports && <EcgImport key={patientId} level={headingLevel + 1} onClose={() => setImports(false)} />}
      <Board level={headingLevel + 1} />
    </Screen>
  );
}

function Board({ level }: { readonly level: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { value, error, retry, receivedAt } = useEcgs();
  useFreshReadings();
  if (value === undefined) {
    if (error !== null) return <ErrorCard thing={t('ecg.thing')} code={codeOf(error)} onRetry={retry} level={level} />;
    return (
      <LoadingRegion thing={t('ecg.thing')} onRetry={retry}>
        <Skeleton height={88} lines={3} />
      </LoadingRegion>
    );
  }
  if (value.length === 0) return <EmptyState icon={iconOf('ecgs')} title={t('ecg.none')} help={t('ecg.noneHelp')} />;
  return (
    <>
      <Card flush>
        <List label={t('ecg.list')} items={value} keyOf={({ reading }) => reading.id}>
          {(recording) => <Row recording={recording} language={language} />}
        </List>
      </Card>
      <p className={css.note}>{t('vit.notDiagnosis')}</p>
      {receivedAt !== undefined && <Freshness at={receivedAt} failed={error !== null} onRetry={retry} />}
    </>
  );
}

function Row({ recording, language }: { readonly recording: Recording; readonly language: Language }) {
  const { t } = useTranslation();
  const { reading, values, interpretations } = recording;
  // Analysing curves is expensive, and only device findings justify it.
  const { alerts } = useMemo(
    () => recordingAlerts(recording, recording.alerts.length > 0 ? analysisOf(recording) : undefined),
    [recording],
  );
  const rate =
    values.heartRate === undefined
      ? undefined
      : `${t('ecg.rateDevice')}: ${formatNumber(values.heartRate, language.locale)}\u00a0${t('unit.bpm')}`;
  const duration = durationOf(recording);
  return (
    <RecordRow
      title={timePhrase(reading, language)}
      icon={iconOf('ecgs')}
      to={{ screen: 'ekg-details', params: { id: reading.id } }}
      lines={[
        [
          rate,
          duration > 0
            ? t('ecg.seconds', { count: formatNumber(Math.round(duration * 10) / 10, language.locale) })
            : undefined,
        ]
          .filter((part) => part !== undefined)
          .join(' · '),
        sourcePhrase(reading, language),
        interpretations.join('; '),
        alerts.map((alert) => t(`ecg.alert.${alert}`)).join('; '),
      ]}
      {...(alerts.length > 0 ? { badge: { words: t('ecg.alerts'), tone: 'warning' as const } } : {})}
    />
  );
}
