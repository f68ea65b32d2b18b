import { useSettings } from '@phr/module-kit/host';
import { dayOf } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { formColumn } from '@phr/ui/field-group';
import { formatDate, formatMoney, formatTime, formatWeekday } from '@phr/ui/format';
import { RadioGroup } from '@phr/ui/radio-group';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppointments } from '../appointments/appointments.api.ts';
import { chosenRole, chosenService } from '../directory/chosen.model.ts';
import { usePractitioner, useService } from '../directory/directory.api.ts';
import {
  type ChosenRole,
  type ChosenService,
  EMPTY_DRAFT,
  withRole,
  withService,
  withSlot,
} from './booking-draft.model.ts';
import type { Booking } from './booking-step.view.tsx';
import { ClashNotice } from './clash-notice.view.tsx';
import { lastVisitOf, type LastVisit } from './last-visit.model.ts';
import { NotSent } from './not-sent.view.tsx';
import type { Slot } from './slot.entity.ts';
import { nearestSlots } from './slots.model.ts';
import { useMinute } from '@phr/ui/use-now';
import { useSendBooking } from './use-send-booking.ts';
import { useTimes } from './use-times.ts';

/**
 * Offers to repeat the latest visit at one of the next three free times, with one press. Nothing without such a visit.
 */
export function RepeatVisit({ booking, level }: { readonly booking: Booking; readonly level: number }) {
  const now = useMinute();
  const last = lastVisitOf(useAppointments().rows, now);
  return last === undefined ? null : (
    <Visit key={`${last.serviceId} ${last.roleId}`} last={last} booking={booking} level={level} />
  );
}

interface VisitProps {
  readonly booking: Booking;
  readonly last: LastVisit;
  readonly level: number;
}

/** Renders nothing until service and doctor are known to be still available. */
function Visit({ last, ...props }: VisitProps) {
  const [service] = useService(last.serviceId).rows;
  const [role] = usePractitioner(last.roleId).rows;
  if (service === undefined || role === undefined) return null;
  return <Again {...props} service={chosenService(service)} role={chosenRole(role)} reason={last.reason ?? ''} />;
}

interface AgainProps extends Omit<VisitProps, 'last'> {
  readonly service: ChosenService;
  readonly role: ChosenRole;
  readonly reason: string;
}

function Again({ booking, service, role, reason, level }: AgainProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const { zone } = service;
  const times = useTimes({ serviceId: service.id, zone, roles: [role] });
  const { isBusy, refused, submit } = useSendBooking(booking);
  const [picked, setPicked] = useState<string>();
  const offered = nearestSlots(times.around, times.now);
  const slot = offered.find(({ id }) => id === picked) ?? offered[0];
  if (slot === undefined) return null;
  const draft = withSlot(withRole(withService({ ...EMPTY_DRAFT, reason }, service), role), slot, role);
  const words = ({ start }: Slot): string => {
    const day = dayOf(Date.parse(start), zone);
    return t('book.at', {
      time: formatTime(start, locale, zone),
      day: formatWeekday(day, locale),
      date: formatDate(day, locale),
    });
  };
  return (
    <Card title={t('book.again')} level={level}>
      <form
        className={formColumn}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit(draft);
        }}
      >
        <p>
          {[service.name ?? t('book.unnamed'), role.name ?? t('book.unnamedPractitioner'), service.providedBy]
            .filter((part) => part !== undefined)
            .join(' · ')}
          {service.price !== undefined && (
            <>
              <br />
              {t('book.priceIs', { price: formatMoney(service.price, locale) })}
            </>
          )}
        </p>
        <RadioGroup
          arrangement="pills"
          label={t('book.earliest')}
          value={slot.id}
          onChange={setPicked}
          options={offered.map((one) => ({ value: one.id, label: words(one) }))}
        />
        <ClashNotice slot={slot} />
        <NotSent refused={refused} />
        <Button variant="primary" type="submit" busy={isBusy}>
          {t('book.send')}
        </Button>
      </form>
    </Card>
  );
}
