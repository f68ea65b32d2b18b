import { noteLine } from '@phr/fhir/note-words';
import { Facts } from '@phr/module-kit/facts';
import { Badge } from '@phr/ui/badge';
import { Card } from '@phr/ui/card';
import { formatNumber } from '@phr/ui/format';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';
import { sourcePhrase, timePhrase, type Language } from '../readings/reading.words.ts';
import css from './ekg-details.module.css';
import { qualityPhrases, rateName } from './quality.words.ts';
import { type analysisOf, type DeviceValues, durationOf, recordingAlerts, type Recording } from './recording.model.ts';

interface EcgFactsProps {
  readonly recording: Recording;
  readonly found: ReturnType<typeof analysisOf>;
  readonly language: Language;
  readonly level: number;
}

const VALUES = [
  ['heartRate', 'bp.pulse', 'unit.bpm'],
  ['qrs', 'ecg.qrs', 'unit.ms'],
  ['qt', 'ecg.qt', 'unit.ms'],
  ['qtc', 'ecg.qtc', 'unit.ms'],
  ['pvcs', 'ecg.pvcs', undefined],
  ['st', 'ecg.st', 'unit.mV'],
] as const satisfies readonly (readonly [keyof DeviceValues, string, string | undefined])[];

/** Device values, values computed here, and notices. The two kinds never share a label. */
export function EcgFacts({ recording, found, language, level }: EcgFactsProps) {
  const { t } = useTranslation();
  const { locale } = language;
  const { values, unread, reading, interpretations } = recording;
  const { alerts, isCounted } = recordingAlerts(recording, found);
  const duration = durationOf(recording);
  const written = VALUES.flatMap(([key, name, unit]) => {
    const other = unread[key];
    if (values[key] !== undefined)
      return [
        [t(name), `${formatNumber(values[key], locale)}${unit === undefined ? '' : `\u00a0${t(unit)}`}`] as const,
      ];
    return other === undefined
      ? []
      : [[t(name), `${formatNumber(other.value, locale)}\u00a0${other.unit ?? t('unit.missing')}`] as const];
  });
  return (
    <>
      <Card title={t('ecg.about')} level={level}>
        <Facts
          facts={[
            [t('vit.measuredAt'), timePhrase(reading, language)],
            [t('ecg.source'), sourcePhrase(reading, language)],
            [
              t('ecg.duration'),
              duration > 0
                ? t('ecg.seconds', { count: formatNumber(Math.round(duration * 10) / 10, locale) })
                : undefined,
            ],
            [t('ecg.interpretations'), interpretations.join('; ') || undefined],
            [t('ecg.notes'), reading.notes.map((note) => noteLine(note, locale)).join('; ') || undefined],
          ]}
        />
        {reading.status !== undefined && <Badge>{t(`reading.status.${reading.status}`)}</Badge>}
      </Card>
      {alerts.length > 0 && (
        <Notice type="warning" announce="status" title={t('ecg.alerts')}>
          <ul className={css.alerts}>
            {alerts.map((alert) => (
              <li key={alert}>{t(`ecg.alert.${alert}`)}</li>
            ))}
          </ul>
          <p>{t(isCounted ? 'ecg.alertsCounted' : 'ecg.alertsDevice')}</p>
          <p>{t('vit.notDiagnosis')}</p>
        </Notice>
      )}
      <Card title={t('ecg.byDevice')} level={level}>
        {written.length === 0 ? <p className={css.note}>{t('ecg.noValues')}</p> : <Facts facts={written} />}
      </Card>
      <Card title={t('ecg.countedHere')} level={level}>
        <Counted found={found} language={language} />
      </Card>
      <p className={css.note}>{t('vit.notDiagnosis')}</p>
    </>
  );
}

/** Beats counted from the drawing, or why there is no rate. */
function Counted({ found, language }: Pick<EcgFactsProps, 'found' | 'language'>) {
  const { t } = useTranslation();
  const { locale } = language;
  if (found === undefined) return <p className={css.note}>{t('ecg.noCurves')}</p>;
  const { lead, analysis } = found;
  if (analysis.heartRate === undefined)
    return qualityPhrases(found, language).map((phrase) => (
      <p key={phrase} className={css.note}>
        {phrase}
      </p>
    ));
  return (
    <>
      <Facts
        facts={[
          [rateName(found, language), `${formatNumber(analysis.heartRate, locale)}\u00a0${t('unit.bpm')}`],
          [t('ecg.beats'), formatNumber(analysis.peaks.length, locale)],
        ]}
      />
      {analysis.inverted && <p className={css.note}>{t('ecg.inverted', { lead })}</p>}
      {analysis.runs.length > 0 && <p className={css.note}>{t('ecg.runs', { n: analysis.runs.length })}</p>}
    </>
  );
}
