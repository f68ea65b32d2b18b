import type { PartProps } from '@phr/module-kit/part';
import { useSettings } from '@phr/module-kit/host';
import { ListStates } from '@phr/module-kit/list-section';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Badge } from '@phr/ui/badge';
import { buttonClass } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { useMinute } from '@phr/ui/use-now';
import { useTranslation } from 'react-i18next';
import { nextAppointment, statusTone } from '../features/appointments/appointment.model.ts';
import type { Appointment } from '@phr/fhir/appointment';
import { statusOf, subjectOf, whenOf } from '../features/appointments/appointment.words.ts';
import { useAppointments } from '../features/appointments/appointments.api.ts';

/** The next appointment with a link, for the dashboard's side column (D-48). */
export function NextAppointment({ headingLevel }: PartProps) {
  const { t } = useTranslation();
  const list = useAppointments();
  const now = new Date(useMinute());
  return (
    <Card title={t('dash.latestAppointment')} level={headingLevel}>
      <ListStates
        list={list}
        thing={t('dash.appointments').toLowerCase()}
        level={headingLevel + 1}
        empty={<EmptyState title={t('empty.appointments')} action={<BookOne />} />}
      >
        {(rows) => <Next appointment={nextAppointment(rows, now)} />}
      </ListStates>
    </Card>
  );
}

function BookOne() {
  const { t } = useTranslation();
  return (
    <ScreenLink screen="appointment-create" className={buttonClass({ dense: true })}>
      {t('book.new')}
    </ScreenLink>
  );
}

function Next({ appointment }: { readonly appointment: Appointment | undefined }) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  if (appointment === undefined)
    return (
      <>
        <p>{t('book.next.none')}</p>
        <p>
          <BookOne />
        </p>
      </>
    );
  const subject = subjectOf(appointment, t);
  return (
    <>
      <p>
        <strong>{whenOf(appointment, t, locale)}</strong>
      </p>
      <p>
        {[subject, appointment.practitioner === subject ? undefined : appointment.practitioner, appointment.location]
          .filter((line) => line !== undefined)
          .join(' · ')}
      </p>
      <p>
        <Badge tone={statusTone(appointment.status)}>{statusOf(appointment, t)}</Badge>
      </p>
      <p>
        <ScreenLink
          screen="appointment-details"
          params={{ id: appointment.id }}
          className={buttonClass({ dense: true })}
        >
          {t('dash.viewDetails')}
        </ScreenLink>
      </p>
    </>
  );
}
