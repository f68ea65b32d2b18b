import type { SearchAnswer, SearchEntry } from '@phr/contract/today';
import { readWhole, type SearchContext } from '@phr/module-kit/search-source';
import { truncate } from '@phr/ui/format';
import { type Appointment, readAppointment } from '@phr/fhir/appointment';
import { statusLabel } from '../features/appointments/appointment.model.ts';
import { timeOf } from '../features/appointments/appointment-time.model.ts';

/** Maximum title length accepted by hosts, in characters. */
const LONGEST = 200;

/** A person's appointments, searchable by subject, place, doctor and time. */
export async function find(context: SearchContext): Promise<SearchAnswer> {
  const rows = await readWhole(context, { type: 'Appointment', query: { _sort: '-date', _count: 200 } });
  const appointments = rows.map(readAppointment).filter((one) => one !== undefined);
  return {
    entries: appointments
      .filter(({ status }) => status !== 'entered-in-error')
      .map((appointment) => entryOf(appointment, context)),
  };
}

function entryOf(appointment: Appointment, { t, locale }: SearchContext): SearchEntry {
  const { id, healthcareService, specialty, practitioner, location, reason, no } = appointment;
  const time = timeOf(appointment, locale);
  const label = statusLabel(appointment.status);
  const detail = [
    time === undefined ? t('book.noTime') : `${time.startStr} ${time.date}`,
    'key' in label ? t(label.key) : label.words,
    location,
  ];
  return {
    title: truncate(healthcareService ?? specialty ?? practitioner ?? t('book.unnamed'), LONGEST),
    detail: truncate(detail.filter((part) => part !== undefined).join(' · '), LONGEST),
    words: [t('book.unnamed'), healthcareService, specialty, practitioner, location, reason, no].filter(
      (word) => word !== undefined,
    ),
    place: { screen: 'appointment-details', params: { id } },
  };
}
