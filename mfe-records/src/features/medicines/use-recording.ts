import { useHost, usePatient } from '@phr/module-kit/host';
import { useSending } from '@phr/module-kit/use-sending';
import { deviceZone } from '@phr/time/zone';
import { formatTime } from '@phr/ui/format';
import { useUi } from '@phr/ui/ui-text';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlannedDose } from './day.model.ts';
import { recordDose, undoDose, type RecordedDose } from './medicines.api.ts';

/** Undo time of a recorded dose, in milliseconds. */
const UNDO_MS = 10_000;

interface News {
  readonly words: string;
  /** Of the dose that can be taken back. */
  readonly undoId?: string;
}

export interface Recording {
  readonly news: News | undefined;
  /** Why the last one was not recorded. */
  readonly refused: string | undefined;
  readonly isBusy: boolean;
  /** @param skipped why it was skipped, in words; absent if taken */
  readonly record: (planned: PlannedDose, skipped?: string) => void;
  readonly undo: () => void;
  readonly refresh: () => void;
}

/** Records doses one at a time, each with ten seconds of undo. */
export function useRecording(reload: () => Promise<unknown>): Recording {
  const { t } = useTranslation();
  const { locale } = useUi();
  const host = useHost();
  const patientId = usePatient().viewed?.id;
  const { isBusy, refused, send } = useSending();
  const [news, setNews] = useState<News>();
  useEffect(() => {
    if (news === undefined) return undefined;
    const timer = setTimeout(() => setNews(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [news]);

  const tell = (name: string, { dose, isNew }: RecordedDose): News => {
    if (dose === undefined) return { words: t('outbox.saved') };
    const at = dose.at === undefined ? '' : formatTime(Date.parse(dose.at), locale, deviceZone());
    return isNew
      ? { words: t('med.recorded', { name }), undoId: dose.id }
      : { words: t('med.known', { time: at, name: dose.by ?? t('med.somebody') }) };
  };
  return {
    news,
    refused: refused?.notice.title,
    isBusy,
    refresh: () => void reload(),
    record(planned, skipped) {
      if (patientId === undefined) return;
      const name = `${planned.medicine.title}, ${planned.time}`;
      const title = t(skipped === undefined ? 'med.waiting.taken' : 'med.waiting.skipped', { name });
      void send(async () => {
        const answer = await recordDose(host, {
          planned,
          patientId,
          now: Date.now(),
          title,
          ...(skipped === undefined ? {} : { skipped }),
        });
        setNews(tell(name, answer));
        void reload();
      });
    },
    undo() {
      const id = news?.undoId;
      if (id === undefined) return;
      void send(async () => {
        await undoDose(host.request, id);
        setNews({ words: t('med.undone') });
        void reload();
      });
    },
  };
}
