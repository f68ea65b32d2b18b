import { hrefOf } from '@phr/module-kit/screens';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { saveFile } from '@phr/module-kit/save-file';
import { dayOf } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { IconCalendar } from '@phr/ui/icons';
import { relationWords } from '@phr/ui/relation';
import { useUiText } from '@phr/ui/ui-text';
import { useTranslation } from 'react-i18next';
import type { Appointment } from '@phr/fhir/appointment';
import { timeOf } from '../appointments/appointment-time.model.ts';
import { subjectOf, whenOf } from '../appointments/appointment.words.ts';
import { calendarFile } from './calendar-file.model.ts';

interface AddToCalendarProps {
  readonly appointment: Appointment;
  /** Location, if known. */
  readonly place: string | undefined;
}

/**
 * Adds the appointment to the device's calendar through a file generated here, so no service learns of it. Names nobody
 * but the doctor.
 */
export function AddToCalendar({ appointment, place }: AddToCalendarProps) {
  const { t } = useTranslation();
  const text = useUiText();
  const { locale } = useSettings();
  const { navigation } = useHost();
  const { main, viewed } = usePatient();

  function save() {
    const { id, start, zone, no, practitioner } = appointment;
    const subject = subjectOf(appointment, t);
    const file = calendarFile(
      appointment,
      {
        // carers must be able to tell people's appointments apart
        summary:
          viewed === undefined || viewed.id === main?.id
            ? subject
            : `${subject} (${relationWords(viewed.relationship, text)})`,
        location: place,
        notes: [
          practitioner === subject ? undefined : practitioner,
          no === undefined ? undefined : `${t('book.no')}: ${no}`,
          timeOf(appointment, locale)?.zoneName === undefined ? undefined : whenOf(appointment, t, locale),
        ].filter((note) => note !== undefined),
        address: new URL(hrefOf(navigation, { screen: 'appointment-details', params: { id } }), document.baseURI),
      },
      new Date(),
    );
    if (file !== undefined && start !== undefined)
      saveFile(t('book.calendarFile', { day: dayOf(Date.parse(start), zone) }), file, 'text/calendar;charset=utf-8');
  }

  return (
    <Button icon={IconCalendar} onClick={save}>
      {t('book.addToCalendar')}
    </Button>
  );
}
