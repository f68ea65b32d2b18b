import type { PatientSummary, RequestPort } from '@phr/contract/host-api';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { patientListQuery } from '@phr/module-kit/patient-list-query';
import { DAY_MS } from '@phr/time/plain-date';
import { dayOf, deviceZone } from '@phr/time/zone';
import { Notice } from '@phr/ui/notice';
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Appointment, readAppointment } from '@phr/fhir/appointment';
import { subjectOf, whenOf } from '../appointments/appointment.words.ts';
import type { ChosenSlot } from './booking-draft.model.ts';
import { clashOf, concernedPersons } from './other-visits.model.ts';

/**
 * Warns if the person or a companion has another appointment at this time. Never blocks booking; unreadable data cause
 * no warning.
 */
export function ClashNotice({ slot, exceptId }: { readonly slot: ChosenSlot; readonly exceptId?: string }) {
  const { t } = useTranslation();
  const { request } = useHost();
  const { locale } = useSettings();
  const context = usePatient();
  const persons = concernedPersons(context, dayOf(Date.parse(slot.start), deviceZone()));
  const answers = useQueries({ queries: persons.map((person) => visitsAround(request, person, slot.start)) });
  const clashes = persons.flatMap((person, index) => {
    const clash = clashOf(answers[index]?.data ?? [], slot, exceptId);
    return clash === undefined ? [] : [{ person, clash }];
  });
  if (clashes.length === 0) return null;
  return (
    <Notice type="warning" announce="status" title={t('book.clash')}>
      {clashes.map(({ person, clash }) => (
        <p key={person.id}>{[person.name, subjectOf(clash, t), whenOf(clash, t, locale)].join(' · ')}</p>
      ))}
    </Notice>
  );
}

/** A person's appointments from the day before a time to the day after. */
function visitsAround(request: RequestPort, { id }: PatientSummary, start: string) {
  const at = Date.parse(start);
  const edge = (ms: number): string => new Date(ms).toISOString();
  const { queryKey, queryFn } = patientListQuery(request, id, {
    type: 'Appointment',
    query: { date: [`ge${edge(at - DAY_MS)}`, `le${edge(at + DAY_MS)}`], _count: 100 },
  });
  return {
    queryKey,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Appointment[]> =>
      (await queryFn({ pageParam: '', signal })).resources.flatMap((one) => readAppointment(one) ?? []),
  };
}
