import { useHost, usePatient } from '@phr/module-kit/host';
import { useSending } from '@phr/module-kit/use-sending';
import { deviceZone } from '@phr/time/zone';
import { formatTime } from '@phr/ui/format';
import { useUi } from '@phr/ui/ui-text';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayDose } from './day.model.ts';
import { instantOf } from './dose.entity.ts';
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
  /** @param name the dose in words @param skipped why it was not taken, in words; absent for a dose that was taken */
  readonly record: (planned: DayDose, name: string, skipped?: string) => void;
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
    const instant = instantOf(dose.at);
    const at = instant === undefined ? '' : formatTime(instant, locale, deviceZone());
    return isNew
      ? { words: t('med.recorded', { name }), undoId: dose.id }
      : { words: t('med.known', { time: at, name: dose.by ?? t('med.somebody') }) };
  };
  return {
    news,
    refused: refused?.notice.title,
    isBusy,
    refresh: () => void reload(),
    record(planned, name, skipped) {
      if (patientId === undefined) return;
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
