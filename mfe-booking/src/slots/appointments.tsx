import type { PartProps } from '@phr/module-kit/part';
import { ListSection } from '@phr/module-kit/list-section';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { buttonClass } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { useTranslation } from 'react-i18next';
import { shownFirst } from '../features/appointments/appointment.model.ts';
import { AppointmentRow } from '../features/appointments/appointment-row.view.tsx';
import { useAppointments } from '../features/appointments/appointments.api.ts';

/** Three appointments, for the dashboard. */
export function Appointments({ headingLevel }: PartProps) {
  const { t } = useTranslation();
  const list = useAppointments(3);
  return (
    <Card
      flush
      title={t('dash.appointments')}
      level={headingLevel}
      action={
        <ScreenLink screen="appointments" className={buttonClass({ variant: 'quiet', dense: true })}>
          {t('common.showAll')}
        </ScreenLink>
      }
    >
      <ListSection
        plain
        list={{ ...list, rows: shownFirst(list.rows).rows.slice(0, 3), hasMore: false }}
        label={t('dash.appointments')}
        thing={t('dash.appointments').toLowerCase()}
        level={headingLevel + 1}
        empty={<EmptyState title={t('empty.appointments')} />}
      >
        {(appointment) => <AppointmentRow appointment={appointment} />}
      </ListSection>
    </Card>
  );
}
