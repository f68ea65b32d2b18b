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
import { levelPhrase, type Language } from '../readings/reading.words.ts';
import { readingsOf, type ReadingContext } from '../readings/reading.model.ts';
import { fetchWholePeriod } from '../readings/readings.api.ts';
import { csvOf } from './csv.model.ts';

interface CsvButtonProps {
  readonly storeKey: VitalKey;
  readonly period: Period;
  /** The readings of the period when all of them are here; the others are read when the file is asked for. */
  readonly single: readonly Point[] | undefined;
  readonly language: Language;
  readonly context: ReadingContext;
}

type Progress =
  | { readonly step: 'reading'; readonly count: number }
  | { readonly step: 'failed'; readonly message: string };

/** Saves every single reading of a period as a file, also those that the chart shows as days only. */
export function CsvButton({ storeKey, period, single, language, context }: CsvButtonProps) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const patientId = usePatient().viewed?.id ?? '';
  const [progress, setProgress] = useState<Progress>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), [period]);
  const { zone, glucoseUnit, locale } = language;

  function save(points: readonly Point[]) {
    const csv = csvOf(
      points.flatMap(({ readings }) => readings),
      storeKey,
      language,
      ({ verdict }) => levelPhrase(verdict, language),
    );
    saveFile(`${storeKey} ${period.firstDay} ${period.lastDay}.csv`, csv, 'text/csv;charset=utf-8');
  }
  async function readAndSave() {
    const { signal } = (abort.current = new AbortController());
    setProgress({ step: 'reading', count: 0 });
    try {
      const { observations } = await fetchWholePeriod(
        request,
        patientId,
        storeKey,
        period,
        zone,
        (count) => setProgress({ step: 'reading', count }),
        signal,
      );
      if (signal.aborted) return;
      save(pointsOf(readingsOf(observations, context), period, glucoseUnit));
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
      <Button
        icon={IconDownload}
        busy={isReading}
        onClick={() => {
          if (single === undefined) void readAndSave();
          else save(single);
        }}
      >
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
