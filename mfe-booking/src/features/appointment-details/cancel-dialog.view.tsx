import { errorNotice } from '@phr/http/error-notice';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { Notice } from '@phr/ui/notice';
import { Stack } from '@phr/ui/page';
import { PersonFor } from '@phr/ui/person-for';
import { TextArea } from '@phr/ui/text-area';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Appointment } from '@phr/fhir/appointment';
import { whenOf } from '../appointments/appointment.words.ts';
import { useCancelAppointment } from '../appointments/appointments.api.ts';

interface CancelDialogProps {
  readonly appointment: Appointment;
  /** Subject of the appointment. */
  readonly what: string;
  /** Location, if known. */
  readonly place: string | undefined;
  readonly onClose: () => void;
}

/** Confirms a cancellation: whose, where, when, and the reason. Closes only after the server has confirmed. */
export function CancelDialog({ appointment, what, place, onClose }: CancelDialogProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const { notify } = useHost();
  const viewed = usePatient().viewed;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useCancelAppointment();

  function confirm() {
    const given = reason.trim();
    setMissing(given === '');
    if (given === '') return area.current?.focus();
    if (viewed === undefined) return undefined;
    return mutate(
      { appointmentId: appointment.id, reason: given, patientId: viewed.id, idempotencyKey },
      {
        onSuccess() {
          notify.show({ type: 'success', title: t('toast.appointmentCancel') });
          onClose();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      open
      danger
      title={t('book.cancelTitle')}
      confirmLabel={t('book.cancel')}
      cancelLabel={t('book.cancelKeep')}
      busy={isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack>
        {viewed !== undefined && <PersonFor name={viewed.name} relationship={viewed.relationship} />}
        <p>
          <strong>
            {[what, appointment.practitioner === what ? undefined : appointment.practitioner, place]
              .filter((part) => part !== undefined)
              .join(' · ')}
          </strong>
        </p>
        <p>
          <strong>{whenOf(appointment, t, locale)}</strong>
        </p>
        <p>{t('book.cancelHelp')}</p>
        <TextArea
          ref={area}
          label={t('book.cancelReason')}
          value={reason}
          maxLength={500}
          onChange={setReason}
          error={missing ? t('book.err.cancelReason') : undefined}
        />
        {error !== null && (
          <Notice type="error" announce="alert">
            {errorNotice(error, t).title}
          </Notice>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
