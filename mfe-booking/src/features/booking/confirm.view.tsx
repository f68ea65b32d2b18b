import { replaceScreen } from '@phr/module-kit/screens';
import { isAppError } from '@phr/contract/app-error';
import { useHost, usePatient } from '@phr/module-kit/host';
import { useSending } from '@phr/module-kit/use-sending';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { formColumn } from '@phr/ui/field-group';
import { Notice } from '@phr/ui/notice';
import { TextArea } from '@phr/ui/text-area';
import { TextField } from '@phr/ui/text-field';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { type BookingDraft, type Refusal, withoutSlot } from './booking-draft.model.ts';
import { type Booking, BookingStep } from './booking-step.view.tsx';
import { ChosenSoFar } from './chosen-so-far.view.tsx';
import { useCreateAppointment } from './create-appointment.api.ts';
import { isOfNetwork, NeedsNetwork } from './needs-network.view.tsx';
import { appointmentOf } from './new-appointment.model.ts';
import { dayOfSlot, isBookable } from './slots.model.ts';

/** Last step: everything once more, a reason, and the request. */
export function ConfirmView({ level }: ScreenProps) {
  return (
    <BookingStep step="appointment-create-confirm" level={level} back={{ screen: 'appointment-slot-select' }}>
      {(booking) => <Check booking={booking} level={level + 1} />}
    </BookingStep>
  );
}

function Check({ booking: { draft, change, clear }, level }: { readonly booking: Booking; readonly level: number }) {
  const { t } = useTranslation();
  const { navigation, notify } = useHost();
  const queries = useQueryClient();
  const patient = usePatient().viewed;
  const create = useCreateAppointment();
  const { isBusy, refused, send } = useSending();

  /** Back to the day of the time that is gone. */
  function lose({ slot, healthcareService }: BookingDraft, refusal: Refusal) {
    const day = slot && healthcareService && dayOfSlot(slot, healthcareService.zone);
    change((before) => withoutSlot(before, refusal));
    void queries.invalidateQueries({ queryKey: ['slots'] });
    replaceScreen(navigation, { screen: 'appointment-slot-select', ...(day !== undefined && { params: { day } }) });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const { healthcareService: service, practitionerRole: role, slot, reason, note } = draft;
    if (patient === undefined || service === undefined || role === undefined || slot === undefined) return;
    if (!isBookable(slot, Date.now())) return lose(draft, 'SLOT_TOO_SOON');
    const body = appointmentOf({ patient, service, role, slot, reason, note });
    const attempt = attemptOf(draft, JSON.stringify(body));
    change((before) => ({ ...before, attempt }));
    void send(async () => {
      try {
        const booked = await create({ patientId: patient.id, body, idempotencyKey: attempt.key });
        notify.show({ type: 'success', title: t('toast.appointmentCreate'), description: t('book.sent') });
        // In place of this screen: the way back does not show a form that was sent.
        replaceScreen(navigation, { screen: booked === 'encounter' ? 'encounters' : 'appointments' });
        clear();
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        lose(draft, refusal);
      }
    });
  }

  return (
    <form className={formColumn} noValidate onSubmit={submit}>
      <Card title={t('book.yourChoice')} level={level}>
        <ChosenSoFar draft={draft} upTo="appointment-create-confirm" />
      </Card>
      <TextField
        label={t('book.reason')}
        optional
        hint={t('book.reasonHint')}
        value={draft.reason}
        maxLength={200}
        onChange={(reason) => change((before) => ({ ...before, reason }))}
      />
      <TextArea
        label={t('book.note')}
        optional
        value={draft.note}
        maxLength={500}
        onChange={(note) => change((before) => ({ ...before, note }))}
      />
      <p>{t('book.mayCancel')}</p>
      {refused !== undefined &&
        (isOfNetwork(refused.error) ? (
          <NeedsNetwork error={refused.error} />
        ) : (
          <Notice type="error" announce="alert" title={t('book.notSent')}>
            {refused.notice.title}
          </Notice>
        ))}
      <Button variant="primary" type="submit" wide busy={isBusy}>
        {t('book.send')}
      </Button>
    </form>
  );
}

/** Why the time is lost, for an error that says so (D-50). */
const refusalOf = (error: unknown): Refusal | undefined =>
  isAppError(error) && (error.code === 'SLOT_TAKEN' || error.code === 'SLOT_TOO_SOON') ? error.code : undefined;

/** The same content is the same request, also after a reload; another content is a new one. */
function attemptOf({ attempt }: BookingDraft, content: string) {
  return attempt?.content === content ? attempt : { key: crypto.randomUUID(), content };
}
