import { isAppError } from '@phr/contract/app-error';
import { useHost, usePatient } from '@phr/module-kit/host';
import { replaceScreen } from '@phr/module-kit/screens';
import { useSending } from '@phr/module-kit/use-sending';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BookingDraft, type Refusal, withoutSlot } from './booking-draft.model.ts';
import type { Booking } from './booking-step.view.tsx';
import { useCreateAppointment } from './create-appointment.api.ts';
import { appointmentOf } from './new-appointment.model.ts';
import { dayOfSlot, isBookable } from './slots.model.ts';

/** Submits the choices, once; a lost time leads back to its day with all other choices kept (D-50). */
export function useSendBooking({ change, clear }: Pick<Booking, 'change' | 'clear'>) {
  const { t } = useTranslation();
  const { navigation, notify } = useHost();
  const queries = useQueryClient();
  const patient = usePatient().viewed;
  const create = useCreateAppointment();
  const { isBusy, refused, send } = useSending();

  /** Returns to the day of the lost time. */
  function lose(draft: BookingDraft, refusal: Refusal) {
    const { slot, healthcareService } = draft;
    const day = slot && healthcareService && dayOfSlot(slot, healthcareService.zone);
    // keep input made since
    change((before) => withoutSlot(before.slot?.id === slot?.id ? before : draft, refusal));
    void queries.invalidateQueries({ queryKey: ['slots'] });
    replaceScreen(navigation, { screen: 'appointment-slot-select', ...(day !== undefined && { params: { day } }) });
  }

  function submit(draft: BookingDraft) {
    const { healthcareService: service, practitionerRole: role, slot, reason, note } = draft;
    if (patient === undefined || service === undefined || role === undefined || slot === undefined) return;
    if (!isBookable(slot, Date.now())) return lose(draft, 'SLOT_TOO_SOON');
    const body = appointmentOf({ patient, service, role, slot, reason, note });
    const attempt = attemptOf(draft, JSON.stringify(body));
    change(() => ({ ...draft, attempt }));
    void send(async () => {
      try {
        const booked = await create({ patientId: patient.id, body, idempotencyKey: attempt.key });
        notify.show({ type: 'success', title: t('toast.appointmentCreate'), description: t('book.sent') });
        // replace this screen, so that Back does not show a submitted form
        replaceScreen(navigation, { screen: booked === 'encounter' ? 'encounters' : 'appointments' });
        clear();
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        lose(draft, refusal);
      }
    });
  }

  return { isBusy, refused, submit, lose };
}

/** Why the time is lost, for such an error (D-50). */
export const refusalOf = (error: unknown): Refusal | undefined =>
  isAppError(error) && (error.code === 'SLOT_TAKEN' || error.code === 'SLOT_TOO_SOON') ? error.code : undefined;

/** Identical content is the same request, also after a reload; changed content is a new one. */
function attemptOf({ attempt }: BookingDraft, content: string) {
  return attempt?.content === content ? attempt : { key: crypto.randomUUID(), content };
}
