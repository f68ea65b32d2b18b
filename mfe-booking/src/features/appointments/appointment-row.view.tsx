import { useSettings } from '@phr/module-kit/host';
import { RecordRow } from '@phr/module-kit/record-row';
import { useTranslation } from 'react-i18next';
import { statusTone } from './appointment.model.ts';
import type { Appointment } from '@phr/fhir/appointment';
import { statusOf, subjectOf, whenOf } from './appointment.words.ts';

/** A row linking to an appointment's details. */
export function AppointmentRow({ appointment }: { readonly appointment: Appointment }) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const { practitioner, location } = appointment;
  const subject = subjectOf(appointment, t);
  return (
    <RecordRow
      title={whenOf(appointment, t, locale)}
      lines={[subject, practitioner === subject ? undefined : practitioner, location]}
      badge={{ words: statusOf(appointment, t), tone: statusTone(appointment.status) }}
      to={{ screen: 'appointment-details', params: { id: appointment.id } }}
    />
  );
}
