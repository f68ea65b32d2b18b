import type { RecordAnalysis } from '@phr/clinical/ecg-analysis';
import type { PoorCause } from '@phr/clinical/ecg-windows';
import { formatNumber } from '@phr/ui/format';
import type { Language } from '../readings/reading.words.ts';

type Words = Pick<Language, 't' | 'locale'>;

const POOR: Readonly<Record<PoorCause | 'short', string>> = {
  noise: 'ecg.poor',
  hum: 'ecg.poorHum',
  lost: 'ecg.poorLost',
  short: 'ecg.poorShort',
};

/** Reliability of the curves in phrases; none for a clear heart signal. */
export function qualityPhrases({ lead, analysis, hum }: RecordAnalysis, words: Words): readonly string[] {
  const { t } = words;
  const { quality, cause, isTest, heartRate } = analysis;
  const phrases: string[] = [];
  if (isTest) phrases.push(t('ecg.test'));
  if (quality === 'leadOff') phrases.push(t('ecg.leadOff', { lead }));
  else if (quality === 'poor' || (heartRate === undefined && !isTest))
    phrases.push(t(POOR[cause ?? 'noise'], { lead }));
  else if (quality === 'partly' && heartRate !== undefined)
    phrases.push(t('ecg.partly', { lead, share: clearShare(analysis, words) }));
  const unsaid = hum.filter((name) => name !== lead || quality !== 'poor' || cause !== 'hum');
  if (unsaid.length > 0) phrases.push(t('ecg.hum', { leads: unsaid.join(', ') }));
  return phrases;
}

/** Label of the computed rate; says so if from a part or a test signal. */
export function rateName({ lead, analysis }: RecordAnalysis, words: Words): string {
  const { t } = words;
  if (analysis.isTest) return t('ecg.rateTest', { lead });
  return analysis.quality === 'partly'
    ? t('ecg.ratePartly', { lead, share: clearShare(analysis, words) })
    : t('ecg.rateCounted', { lead });
}

const clearShare = ({ clear }: RecordAnalysis['analysis'], { locale }: Words): string =>
  `${formatNumber(Math.round(clear * 100), locale)}\u00a0%`;
