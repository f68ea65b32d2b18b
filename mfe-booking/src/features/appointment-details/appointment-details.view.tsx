import { formatDate } from '@phr/fhir/dates';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { useHost, usePatient, useSettings } from '@phr/module-kit/host';
import { lazyView } from '@phr/module-kit/lazy-view';
import { Badge } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { Actions, Columns } from '@phr/ui/page';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { isUpcoming, statusTone } from '../appointments/appointment.model.ts';
import { mayCancel } from '../appointments/cancelling.model.ts';
import type { Appointment } from '@phr/fhir/appointment';
import { useMinute } from '@phr/ui/use-now';
import { supportsMoves } from '../moving/move-appointment.api.ts';
import { movableOf } from '../moving/moving.model.ts';
import { headingOf, statusOf, subjectOf, whenOf } from '../appointments/appointment.words.ts';
import { useAppointment } from '../appointments/appointments.api.ts';
import { PhoneLink } from '../directory/phone-link.view.tsx';
import { AddToCalendar } from './add-to-calendar.view.tsx';
import { Directions } from './directions.view.tsx';
import { CancelDialog } from './cancel-dialog.view.tsx';
import { usePlace } from './place.api.ts';

/** Time selection is bundled with the booking steps. */
const MoveAppointment = lazyView(
  async () => (await import(/* webpackChunkName: "booking" */ '../moving/move-appointment.view.tsx')).MoveAppointment,
);

/** One appointment with all participants, and cancellation while allowed. */
export function AppointmentDetailsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const { id = '' } = useParams();
  const found = useAppointment(id);
  const isMoving = useSearchParams()[0].has('move');
  return (
    <DetailScreen
      printable={!isMoving}
      title={t('screen.appointment-details')}
      headingOf={(appointment) => headingOf(appointment, t, locale)}
      level={level}
      back={isMoving ? { screen: 'appointment-details', params: { id } } : { screen: 'appointments' }}
      found={found}
      missing={<EmptyState title={t('book.notFound')} help={t('book.notFound.help')} />}
    >
      {(appointment) => {
        const movable = isMoving ? movableOf(appointment, new Date()) : undefined;
        return movable === undefined ? (
          <Details appointment={appointment} level={level + 1} />
        ) : (
          <MoveAppointment appointment={appointment} movable={movable} level={level + 1} />
        );
      }}
    </DetailScreen>
  );
}

function Details({ appointment, level }: { readonly appointment: Appointment; readonly level: number }) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const viewed = usePatient().viewed;
  const [cancelling, setCancelling] = useState(false);
  const { place, address, phone, directions } = usePlace(appointment);
  const { no, practitioner, specialty, reason, cancelationReason, created, healthcareService, participants } =
    appointment;
  const patient = participants.find(({ type }) => type === 'Patient')?.name ?? viewed?.name;
  return (
    <>
      <Columns
        main={
          <Card
            title={t('book.facts')}
            level={level}
            action={<Badge tone={statusTone(appointment.status)}>{statusOf(appointment, t)}</Badge>}
          >
            <Facts
              facts={[
                [t('book.time'), whenOf(appointment, t, locale)],
                [t('book.for'), patient],
                [t('book.service'), healthcareService],
                [t('book.practitioner'), practitioner],
                [t('book.specialty'), specialty],
                [t('book.location'), place],
                [t('book.address'), address],
                [t('book.phone'), phone && <PhoneLink key="phone" phone={phone} />],
                [t('book.no'), no],
                [t('book.reason'), reason],
                [t('book.cancelReason'), cancelationReason],
                [t('book.created'), formatDate(created)],
              ]}
            />
          </Card>
        }
        side={
          <VisitActions
            appointment={appointment}
            place={place}
            directions={directions}
            onCancel={() => setCancelling(true)}
          />
        }
      />
      {cancelling && (
        <CancelDialog
          appointment={appointment}
          what={subjectOf(appointment, t)}
          place={place}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  );
}

interface VisitActionsProps {
  readonly appointment: Appointment;
  readonly place: string | undefined;
  readonly directions: string | undefined;
  readonly onCancel: () => void;
}

/** Actions on an upcoming appointment: move, add to calendar, cancel, directions. */
function VisitActions({ appointment, place, directions, onCancel }: VisitActionsProps) {
  const { t } = useTranslation();
  const { request } = useHost();
  const setSearch = useSearchParams()[1];
  const now = new Date(useMinute());
  const isComing = isUpcoming(appointment, now);
  const isCancellable = mayCancel(appointment, now);
  const isMovable = movableOf(appointment, now) !== undefined && supportsMoves(request);
  if (!isComing && !isCancellable) return null;
  return (
    <Actions>
      {isMovable && (
        <Button variant="primary" onClick={() => setSearch({ move: '1' })}>
          {t('book.move')}
        </Button>
      )}
      {isComing && <AddToCalendar appointment={appointment} place={place} />}
      {isCancellable && (
        <Button variant="danger" onClick={onCancel}>
          {t('book.cancel')}
        </Button>
      )}
      {/* Loads late, so it is last: no other button moves away from under a finger. */}
      {isComing && directions !== undefined && <Directions to={directions} />}
    </Actions>
  );
}
