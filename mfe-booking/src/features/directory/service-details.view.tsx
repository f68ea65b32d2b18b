import { openScreen } from '@phr/module-kit/screens';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { useHost, useSettings } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { formatMoney } from '@phr/ui/format';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { withService } from '../booking/booking-draft.model.ts';
import css from '../booking/booking.module.css';
import { useBookingDraft } from '../booking/use-booking-draft.ts';
import { chosenService } from './chosen.model.ts';
import { useService } from './directory.api.ts';
import type { HealthcareService } from './healthcare-service.entity.ts';
import { PhoneLink } from './phone-link.view.tsx';
import { WeekLines } from './week-lines.view.tsx';

/** Details of a service, with a button to choose it. */
export function ServiceDetailsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const found = useService(id);
  return (
    <DetailScreen
      title={t('screen.appointment-service-details')}
      headingOf={({ name }) => name ?? t('book.unnamed')}
      level={level}
      back={{ screen: 'appointment-create' }}
      found={found}
      missing={<EmptyState title={t('book.serviceNotFound')} help={t('book.otherService')} />}
    >
      {(service) => <Details service={service} level={level + 1} />}
    </DetailScreen>
  );
}

function Details({ service, level }: { readonly service: HealthcareService; readonly level: number }) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const { navigation } = useHost();
  const { draft, change } = useBookingDraft();
  const {
    photo,
    providedBy,
    specialties,
    price,
    location,
    address,
    phone,
    email,
    availableTime,
    availabilityExceptions,
  } = service;
  return (
    <Card title={t('screen.appointment-service-details')} level={level}>
      {photo !== undefined && <img className={css.photo} src={photo} alt="" />}
      <Facts
        facts={[
          [t('book.providedBy'), providedBy],
          [t('book.specialty'), specialties.map(({ display }) => display).join(', ')],
          [t('book.price'), price === undefined ? undefined : formatMoney(price, locale)],
          [t('book.location'), [...new Set([location, address].filter((part) => part !== undefined))].join(', ')],
          [t('book.phone'), phone && <PhoneLink key="phone" phone={phone} />],
          [
            t('book.email'),
            email && (
              <a key="email" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          ],
          [t('book.availableTime'), <WeekLines key="week" times={availableTime} />],
          [t('book.exceptions'), availabilityExceptions],
        ]}
      />
      <div>
        <Button
          variant="primary"
          disabled={draft === undefined}
          onClick={() => {
            change((before) => withService(before, chosenService(service)));
            openScreen(navigation, { screen: 'appointment-practitioner-select' });
          }}
        >
          {t('book.chooseThisService')}
        </Button>
      </div>
    </Card>
  );
}
