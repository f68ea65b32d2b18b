import { codesOf } from '@phr/clinical/codings';
import { errorNotice } from '@phr/http/error-notice';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadingContext } from '../readings/use-language.ts';
import type { ImportedReading } from './import-file.model.ts';
import { importReadings } from './import-readings.model.ts';
import { beginImport, undoImport, type UndoneImport } from './imports.api.ts';
import type { ChosenFile } from './use-chosen-file.ts';

/** Where an import stands. */
export type Progress =
  | { readonly step: 'choosing' }
  | { readonly step: 'saving'; readonly saved: number }
  | { readonly step: 'failed'; readonly message: string }
  | { readonly step: 'done'; readonly importId: string; readonly count: number; readonly last: number };

/** Cache key of the imports into a record. */
export const importsKey = (patientId: string | undefined) => ['imports', patientId ?? ''];

/** Stores readings of a file as one import. */
export function useImport(zone: string, now: number) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const patientId = usePatient().viewed?.id;
  const { birthDate, goals } = useReadingContext(now);
  const told = useAnnounceImport();
  const [progress, setProgress] = useState<Progress>({ step: 'choosing' });
  async function save(readings: readonly ImportedReading[], file: ChosenFile) {
    if (patientId === undefined || readings.length === 0 || progress.step === 'saving') return;
    setProgress({ step: 'saving', saved: 0 });
    try {
      const { fileName, sha256, key } = file;
      const importId = await beginImport(request, patientId, { fileName, sha256 }, key);
      const beyondWords = { '<': t('import.beyond.low'), '>': t('import.beyond.high') };
      await importReadings(
        request,
        readings,
        { patientId, birthDate, goals, importId, zone, now, beyondWords },
        (saved) => setProgress({ step: 'saving', saved }),
      );
      const last = readings.at(-1)?.at ?? now;
      setProgress({ step: 'done', importId, count: readings.length, last });
      notify.show({ type: 'success', title: t('import.done', { count: readings.length }) });
    } catch (error) {
      setProgress({ step: 'failed', message: errorNotice(error, t).title });
    } finally {
      told(patientId);
    }
  }
  return { progress, save, reset: () => setProgress({ step: 'choosing' }) };
}

/** Announces readings added or removed by an import. */
function useAnnounceImport(): (patientId: string) => void {
  const { topics } = useHost();
  const queries = useQueryClient();
  return (patientId) => {
    topics.publish('observation.changed', { patientId, codes: codesOf('glucoses') });
    void queries.invalidateQueries({ queryKey: importsKey(patientId) });
  };
}

/** Takes an import back. */
export function useUndo(importId: string) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const patientId = usePatient().viewed?.id;
  const told = useAnnounceImport();
  const [isBusy, setIsBusy] = useState(false);
  const [undone, setUndone] = useState<UndoneImport>();
  async function undo() {
    if (patientId === undefined || isBusy) return;
    setIsBusy(true);
    try {
      const answer = await undoImport(request, importId);
      setUndone(answer);
      notify.show({ type: 'success', title: t('import.undone', { count: answer.deleted }) });
    } catch (error) {
      notify.show(errorNotice(error, t));
    } finally {
      setIsBusy(false);
      told(patientId);
    }
  }
  return { undo, isBusy, undone };
}
