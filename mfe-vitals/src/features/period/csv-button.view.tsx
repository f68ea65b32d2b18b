import type { VitalKey } from '@phr/clinical/codings';
import { errorNotice } from '@phr/http/error-notice';
import { useHost, usePatient } from '@phr/module-kit/host';
import { saveFile } from '@phr/module-kit/save-file';
import type { Period } from '@phr/time/period';
import { Button } from '@phr/ui/button';
import { formatNumber } from '@phr/ui/format';
import { IconDownload } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pointsOf, type Point } from '../chart/series.model.ts';
import { loadCircumstanceWords } from '../readings/circumstances.view.tsx';
import { levelPhrase, type Language } from '../readings/reading.words.ts';
import { readingsOf, type Reading, type ReadingContext } from '../readings/reading.model.ts';
import { fetchWholePeriod } from '../readings/readings.api.ts';
import { csvOf } from './csv.model.ts';

interface CsvButtonProps {
  readonly vitalKey: VitalKey;
  readonly period: Period;
  /** The period's readings if complete; otherwise loaded on demand. */
  readonly single: readonly Point[] | undefined;
  readonly language: Language;
  readonly context: ReadingContext;
}

type Progress =
  | { readonly step: 'reading'; readonly count: number }
  | { readonly step: 'failed'; readonly message: string };

/** Exports every reading of a period, including those charted as days only. */
export function CsvButton({ vitalKey, period, single, language, context }: CsvButtonProps) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const patientId = usePatient().viewed?.id ?? '';
  const [progress, setProgress] = useState<Progress>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), [period]);
  const { zone, glucoseUnit, locale } = language;

  /** All readings of the period, loading missing ones a thousand at a time. */
  async function readingsOfPeriod(signal: AbortSignal): Promise<readonly Reading[]> {
    if (single !== undefined) return single.flatMap(({ readings }) => readings);
    const onRead = (count: number) => setProgress({ step: 'reading', count });
    onRead(0);
    const { observations } = await fetchWholePeriod(request, patientId, vitalKey, period, zone, onRead, signal);
    return pointsOf(readingsOf(observations, context), period, glucoseUnit).flatMap(({ readings }) => readings);
  }
  async function save() {
    const { signal } = (abort.current = new AbortController());
    try {
      const readings = await readingsOfPeriod(signal);
      const isTold = readings.some(({ circumstances }) => circumstances !== undefined);
      const words = isTold ? await loadCircumstanceWords() : undefined;
      if (signal.aborted) return;
      const csv = csvOf(readings, vitalKey, language, ({ verdict }) => levelPhrase(verdict, language), words);
      saveFile(`${vitalKey} ${period.firstDay} ${period.lastDay}.csv`, csv, 'text/csv;charset=utf-8');
      setProgress(undefined);
    } catch (error) {
      if (signal.aborted) return;
      const notice = errorNotice(error, t);
      setProgress({ step: 'failed', message: notice.title });
      notify.show(notice);
    }
  }
  const isReading = progress?.step === 'reading';
  return (
    <>
      <Button icon={IconDownload} busy={isReading} onClick={() => void save()}>
        {t('action.csv')}
      </Button>
      {isReading && <span role="status">{t('csv.reading', { n: formatNumber(progress.count, locale) })}</span>}
      {progress?.step === 'failed' && (
        <Notice type="error" announce="alert" title={t('csv.failed')}>
          {progress.message}
        </Notice>
      )}
    </>
  );
}
