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
import { byPart, type DayDose, dosesOn, eventDosesOn } from './day.model.ts';
import { type Dose, instantOf } from './dose.entity.ts';
import { MistakeButton } from './mistake-button.view.tsx';
import { SkipDialog } from './skip-dialog.view.tsx';
import { instructionOf, isPlanned, isWithoutPlan, type Medicine } from './medicine.entity.ts';
import type { Doses } from './medicines.api.ts';
import { type Recording, useRecording } from './use-recording.ts';
import { useMinute } from '@phr/ui/use-now';

interface TodayProps {
  /** The medicines in use. */
  readonly medicines: readonly Medicine[];
  readonly doses: Doses;
  readonly level: number;
}

/**
 * Today's doses by part of the day, with what was recorded of each. A dose without a record is called "not recorded",
 * never "forgotten".
 */
export function Today({ medicines, doses, level }: TodayProps) {
  const { t } = useTranslation();
  const now = useMinute();
  const zone = deviceZone();
  const recording = useRecording(() => doses.list.retry());
  const day = dayOf(now, zone);
  const planned: readonly DayDose[] = [
    ...dosesOn(day, medicines.filter(isPlanned), doses.all, now, zone),
    ...eventDosesOn(day, medicines, doses.all),
  ];
  const without = medicines.filter(isWithoutPlan);
  if (!medicines.some((one) => isPlanned(one) || one.events !== undefined) && without.length === 0) return null;
  const parts =
    planned.length === 0
      ? without.length === 0 && <p>{t('med.nothingToday')}</p>
      : byPart(planned).map(({ part, doses: some }) => (
          <section key={part}>
            <Heading level={level + 1} look="h3" className={css.heading}>
              {t(`med.part.${part}`)}
            </Heading>
            <List label={`${t('med.today')}: ${t(`med.part.${part}`)}`} items={some} keyOf={keyOf} frame={false}>
              {(one) => <DoseRow planned={one} recording={recording} />}
            </List>
          </section>
        ));
  return (
    <Card flush={planned.length + without.length > 0} title={t('med.today')} level={level}>
      <News recording={recording} />
      <ListStates list={doses.list} thing={t('med.doses')} level={level + 1} empty={parts}>
        {() => parts}
      </ListStates>
      {without.length > 0 && <WithoutTimes medicines={without} level={level + 1} />}
    </Card>
  );
}

/** Current medicines without a known time today, with their instructions, so that none is silently left out. */
function WithoutTimes({ medicines, level }: { readonly medicines: readonly Medicine[]; readonly level: number }) {
  const { t } = useTranslation();
  const title = t('med.noHour');
  return (
    <section>
      <Heading level={level} look="h3" className={css.heading}>
        {title}
      </Heading>
      <List label={`${t('med.today')}: ${title}`} items={medicines} keyOf={({ id }) => id} frame={false}>
        {(medicine) => (
          <RecordRow
            title={medicine.title}
            lines={[instructionLine(medicine, t)]}
            to={{ screen: 'medicine-details', params: { id: medicine.id } }}
          />
        )}
      </List>
    </section>
  );
}

function instructionLine(medicine: Medicine, t: TFunction): string | undefined {
  const text = instructionOf(medicine);
  return text === undefined ? undefined : t('med.instruction', { text });
}

const nameOf = ({ medicine, time }: DayDose, t: TFunction): string =>
  `${medicine.title}, ${time ?? t('med.noHour').toLowerCase()}`;

const keyOf = ({ statementId, local }: DayDose): string => `${statementId} ${local}`;

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

function DoseRow({ planned, recording }: { readonly planned: DayDose; readonly recording: Recording }) {
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
      title={`${time ?? t('med.noHour')} · ${medicine.title}`}
      lines={[medicine.amount, instructionLine(medicine, t), words]}
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
  const instant = instantOf(at);
  const time = instant === undefined ? undefined : formatTime(instant, locale, deviceZone());
  return [
    isTaken ? time && t('med.takenAt', { time }) : reason,
    by === undefined ? undefined : t('med.recordedBy', { name: by }),
    version === undefined ? t('outbox.badge') : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function DoseActions({ planned, recording }: { readonly planned: DayDose; readonly recording: Recording }) {
  const { t } = useTranslation();
  const patientId = usePatient().viewed?.id;
  const [isSkipping, setSkipping] = useState(false);
  const { dose } = planned;
  const name = nameOf(planned, t);
  if (dose !== undefined)
    return dose.version === undefined || !dose.isOwn || patientId === undefined ? null : (
      <MistakeButton of="dose" version={dose.version} name={name} patientId={patientId} onDone={recording.refresh} />
    );
  return (
    <>
      <Button
        dense
        icon={IconDone}
        busy={recording.isBusy}
        aria-label={t('med.takeOf', { name })}
        onClick={() => recording.record(planned, name)}
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
            recording.record(planned, name, reason);
          }}
        />
      )}
    </>
  );
}
