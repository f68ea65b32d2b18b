import { AppError } from '@phr/contract/app-error';
import { errorNotice } from '@phr/http/error-notice';
import { useHost } from '@phr/module-kit/host';
import { openScreen } from '@phr/module-kit/screens';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { chosenRole } from '../directory/chosen.model.ts';
import { usePractitioners } from '../directory/directory.api.ts';
import { type ChosenService, withSlot } from './booking-draft.model.ts';
import { type Booking, BookingStep } from './booking-step.view.tsx';
import { ChosenSoFar } from './chosen-so-far.view.tsx';
import type { Slot } from './slot.entity.ts';
import { TimePicker } from './time-picker.view.tsx';
import { useSelectedDay, useTimes } from './use-times.ts';

/** Step 3: a free time of the doctor, or of any doctor of the service. */
export function SlotSelectView({ level }: ScreenProps) {
  return (
    <BookingStep step="appointment-slot-select" level={level} back={{ screen: 'appointment-practitioner-select' }}>
      {(booking) =>
        booking.draft.healthcareService && (
          <Times booking={booking} service={booking.draft.healthcareService} level={level + 1} />
        )
      }
    </BookingStep>
  );
}

interface TimesProps {
  readonly booking: Booking;
  readonly service: ChosenService;
  readonly level: number;
}

function Times({ booking: { draft, change }, service, level }: TimesProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const { zone } = service;
  const isAny = draft.isAnyPractitioner === true;
  const all = usePractitioners(service.id, '', isAny);
  const chosen = draft.practitionerRole && [draft.practitionerRole];
  const { day, setDay } = useSelectedDay(draft.slot, zone);
  const read = useTimes({
    serviceId: service.id,
    zone,
    roles: isAny ? (all.state === 'ready' ? all.rows.map(chosenRole) : undefined) : chosen,
    day,
  });
  const times = isAny && all.state === 'failed' ? { ...read, error: all.error, retry: all.retry } : read;
  const choose = (slot: Slot) => {
    const role = times.roleOf(slot);
    if (role !== undefined) change((before) => withSlot(before, slot, role));
  };
  const goOn = (slot: Slot) => {
    choose(slot);
    openScreen(navigation, { screen: 'appointment-create-confirm' });
  };
  return (
    <>
      <ChosenSoFar draft={draft} upTo="appointment-slot-select" />
      {draft.refusal !== undefined && (
        <Notice type="warning" announce="alert" title={errorNotice(new AppError({ code: draft.refusal }), t).title}>
          {t('book.restKept')}
        </Notice>
      )}
      <TimePicker
        times={times}
        zone={zone}
        isNamed={isAny}
        chosenId={draft.slot?.id}
        lost={draft.lost}
        level={level}
        onDay={setDay}
        onChoose={choose}
        onPick={goOn}
        onSubmit={goOn}
        submitLabel={t('common.next')}
      />
    </>
  );
}
