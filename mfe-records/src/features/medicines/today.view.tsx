import { useMay, usePatient } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { ListStates } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { dayOf, deviceZone } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { formatTime } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { IconDone } from '@phr/ui/icons';
import { List } from '@phr/ui/list';
import { Notice } from '@phr/ui/notice';
import { useUi } from '@phr/ui/ui-text';
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import css from '../described/standing-lists.module.css';
import { byPart, dosesOn, type PlannedDose } from './day.model.ts';
import type { Dose } from './dose.entity.ts';
import { MistakeButton } from './mistake-button.view.tsx';
import { SkipDialog } from './skip-dialog.view.tsx';
import type { PlannedMedicine } from './medicine.entity.ts';
import type { Doses } from './medicines.api.ts';
import { type Recording, useRecording } from './use-recording.ts';
import { useMinute } from '@phr/ui/use-now';

interface TodayProps {
  readonly medicines: readonly PlannedMedicine[];
  readonly doses: Doses;
  readonly level: number;
}

/** Today's planned doses by part of the day, with their records. Unrecorded ones are called that, never forgotten. */
export function Today({ medicines, doses, level }: TodayProps) {
  const { t } = useTranslation();
  const now = useMinute();
  const zone = deviceZone();
  const recording = useRecording(() => doses.list.retry());
  const planned = dosesOn(dayOf(now, zone), medicines, doses.all, now, zone);
  if (medicines.length === 0) return null;
  const parts =
    planned.length === 0 ? (
      <p>{t('med.nothingToday')}</p>
    ) : (
      byPart(planned).map(({ part, doses: some }) => (
        <section key={part}>
          <Heading level={level + 1} look="h3" className={css.heading}>
            {t(`med.part.${part}`)}
          </Heading>
          <List label={`${t('med.today')}: ${t(`med.part.${part}`)}`} items={some} keyOf={keyOf} frame={false}>
            {(one) => <DoseRow planned={one} recording={recording} />}
          </List>
        </section>
      ))
    );
  return (
    <Card flush={planned.length > 0} title={t('med.today')} level={level}>
      <News recording={recording} />
      <ListStates list={doses.list} thing={t('med.doses')} level={level + 1} empty={parts}>
        {() => parts}
      </ListStates>
    </Card>
  );
}

const keyOf = ({ statementId, local }: PlannedDose): string => `${statementId} ${local}`;

/** The last recorded dose with ten seconds of undo, or the error. */
function News({ recording: { news, refused, undo, isBusy } }: { readonly recording: Recording }) {
  const { t } = useTranslation();
  return (
    <>
      {refused !== undefined && (
        <Notice type="error" announce="alert">
          {refused}
        </Notice>
      )}
      {news !== undefined && (
        <Notice
          type={news.undoId === undefined ? 'info' : 'success'}
          announce="status"
          action={
            news.undoId !== undefined && (
              <Button dense busy={isBusy} onClick={undo}>
                {t('med.undo')}
              </Button>
            )
          }
        >
          {news.words}
        </Notice>
      )}
    </>
  );
}

function DoseRow({ planned, recording }: { readonly planned: PlannedDose; readonly recording: Recording }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const mayCreate = useMay('create');
  const isLinked = useLinked() !== undefined;
  const { medicine, time, dose, state } = planned;
  const words = dose === undefined ? (state === 'past' ? t('med.unrecorded') : undefined) : doseWords(dose, locale, t);
  const badge =
    dose === undefined
      ? undefined
      : ({ words: t(dose.isTaken ? 'med.taken' : 'med.skipped'), tone: dose.isTaken ? 'success' : 'neutral' } as const);
  return (
    <RecordRow
      title={`${time} · ${medicine.title}`}
      lines={[medicine.doses.join(' '), words]}
      badge={badge}
      {...(mayCreate && !isLinked && { links: <DoseActions planned={planned} recording={recording} /> })}
    />
  );
}

function doseWords(
  { isTaken, at, by, reason, version }: Dose,
  locale: ReturnType<typeof useUi>['locale'],
  t: TFunction,
): string {
  const time = at === undefined ? '' : formatTime(Date.parse(at), locale, deviceZone());
  return [
    isTaken ? t('med.takenAt', { time }) : reason,
    by === undefined ? undefined : t('med.recordedBy', { name: by }),
    version === undefined ? t('outbox.badge') : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function DoseActions({ planned, recording }: { readonly planned: PlannedDose; readonly recording: Recording }) {
  const { t } = useTranslation();
  const patientId = usePatient().viewed?.id;
  const [isSkipping, setSkipping] = useState(false);
  const { medicine, time, dose } = planned;
  const name = `${medicine.title}, ${time}`;
  if (dose !== undefined)
    return dose.version === undefined || !dose.isOwn || patientId === undefined ? null : (
      <MistakeButton version={dose.version} name={name} patientId={patientId} onDone={recording.refresh} />
    );
  return (
    <>
      <Button
        dense
        icon={IconDone}
        busy={recording.isBusy}
        aria-label={t('med.takeOf', { name })}
        onClick={() => recording.record(planned)}
      >
        {t('med.take')}
      </Button>
      <Button dense aria-label={t('med.skipOf', { name })} onClick={() => setSkipping(true)}>
        {t('med.skip')}
      </Button>
      {isSkipping && (
        <SkipDialog
          name={name}
          onClose={() => setSkipping(false)}
          onSkip={(reason) => {
            setSkipping(false);
            recording.record(planned, reason);
          }}
        />
      )}
    </>
  );
}
