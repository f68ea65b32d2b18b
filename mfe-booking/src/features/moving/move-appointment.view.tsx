import { AppError } from '@phr/contract/app-error';
import { errorNotice } from '@phr/http/error-notice';
import { Facts } from '@phr/module-kit/facts';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { replaceScreen } from '@phr/module-kit/screens';
import { useScreenTexts } from '@phr/module-kit/screen-texts';
import { useSending } from '@phr/module-kit/use-sending';
import { Card } from '@phr/ui/card';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appointment } from '@phr/fhir/appointment';
import { subjectOf, whenOf } from '../appointments/appointment.words.ts';
import { BOOKING_TEXTS } from '../booking/booking.words.ts';
import { ClashNotice } from '../booking/clash-notice.view.tsx';
import { NotSent } from '../booking/not-sent.view.tsx';
import type { Slot } from '../booking/slot.entity.ts';
import { dayOfSlot } from '../booking/slots.model.ts';
import { TimePicker } from '../booking/time-picker.view.tsx';
import { refusalOf } from '../booking/use-send-booking.ts';
import { useSelectedDay, useTimes } from '../booking/use-times.ts';
import { useMoveAppointment } from './move-appointment.api.ts';
import type { Movable } from './moving.model.ts';

interface MoveAppointmentProps {
  readonly appointment: Appointment;
  /** Its service and doctor, which do not change. */
  readonly movable: Movable;
  readonly level: number;
}

/** Moves an appointment to another free time of the same doctor; the old time is kept until the new one is booked. */
export function MoveAppointment({ appointment, movable: { serviceId, role }, level }: MoveAppointmentProps) {
  useScreenTexts(BOOKING_TEXTS);
  const { t } = useTranslation();
  const { locale } = useSettings();
  const viewed = usePatient().viewed;
  const { zone } = appointment;
  const { day, setDay } = useSelectedDay(undefined, zone);
  const times = useTimes({ serviceId, zone, roles: [role], day });
  const [slot, setSlot] = useState<Slot>();
  const { isBusy, refused, lost, move } = useMove(appointment);
  const subject = subjectOf(appointment, t);
  return (
    <Card title={t('book.move')} level={level}>
      {viewed !== undefined && <PersonFor name={viewed.name} relationship={viewed.relationship} />}
      <Facts
        facts={[
          [t('book.service'), subject],
          [t('book.practitioner'), appointment.practitioner === subject ? undefined : appointment.practitioner],
          [t('book.timeNow'), whenOf(appointment, t, locale)],
        ]}
      />
      <p>{t('book.moveHelp')}</p>
      {lost !== undefined && (
        <Notice type="warning" announce="alert" title={errorNotice(new AppError({ code: lost.refusal }), t).title}>
          {t('book.moveKept')}
        </Notice>
      )}
      <TimePicker
        times={times}
        zone={zone}
        chosenId={slot?.id}
        lost={lost?.start}
        level={level + 1}
        onDay={setDay}
        onChoose={setSlot}
        onPick={(near) => {
          setSlot(near);
          setDay(dayOfSlot(near, zone));
        }}
        onSubmit={move}
        submitLabel={t('book.moveSend')}
        isBusy={isBusy}
      >
        {slot !== undefined && <ClashNotice slot={slot} exceptId={appointment.id} />}
        <NotSent refused={refused} title={t('book.notMoved')} />
      </TimePicker>
    </Card>
  );
}

/** Moves once; if the new time was taken, says so and the appointment keeps its time. */
function useMove({ id }: Appointment) {
  const { t } = useTranslation();
  const { navigation, notify } = useHost();
  const queries = useQueryClient();
  const patientId = usePatient().viewed?.id;
  const moveAppointment = useMoveAppointment();
  const { isBusy, refused, send } = useSending();
  const [lost, setLost] = useState<{ readonly refusal: string; readonly start: string }>();
  const [keys] = useState(() => new Map<string, string>());

  function move(slot: Slot): void {
    if (patientId === undefined) return;
    const idempotencyKey = keys.get(slot.id) ?? crypto.randomUUID();
    keys.set(slot.id, idempotencyKey);
    void send(async () => {
      try {
        const isMoved = await moveAppointment({ appointmentId: id, slotId: slot.id, patientId, idempotencyKey });
        notify.show(
          isMoved
            ? { type: 'success', title: t('book.moved'), description: t('book.sent') }
            : { type: 'warning', title: t('book.noMoves'), description: t('book.noMoves.help') },
        );
        // replace this screen, so that Back does not show a submitted form
        replaceScreen(navigation, { screen: 'appointment-details', params: { id } });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        setLost({ refusal, start: slot.start });
        await queries.invalidateQueries({ queryKey: ['slots'] });
      }
    });
  }
  return { isBusy, refused, lost, move };
}
