import { useHost } from '@phr/module-kit/host';
import { openScreen } from '@phr/module-kit/screens';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { withRole } from '../booking/booking-draft.model.ts';
import { useBookingDraft } from '../booking/use-booking-draft.ts';
import { chosenRole } from './chosen.model.ts';
import { usePractitioner } from './directory.api.ts';
import type { PractitionerRole } from './practitioner-role.entity.ts';
import { PhoneLink } from './phone-link.view.tsx';
import { WeekLines } from './week-lines.view.tsx';

/** Details of a doctor, with a button to choose them. */
export function PractitionerDetailsView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const found = usePractitioner(id);
  return (
    <DetailScreen
      title={t('screen.appointment-practitioner-details')}
      headingOf={({ name }) => name ?? t('book.unnamedPractitioner')}
      level={level}
      back={{ screen: 'appointment-practitioner-select' }}
      found={found}
      missing={<EmptyState title={t('book.practitionerNotFound')} help={t('book.otherPractitioner')} />}
    >
      {(role) => <Details role={role} level={level + 1} />}
    </DetailScreen>
  );
}

function Details({ role, level }: { readonly role: PractitionerRole; readonly level: number }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const { draft, change } = useBookingDraft();
  const { organization, specialties, phone, email, availableTime, availabilityExceptions } = role;
  return (
    <Card title={t('screen.appointment-practitioner-details')} level={level}>
      <Facts
        facts={[
          [t('book.specialty'), specialties.map(({ display }) => display).join(', ')],
          [t('book.providedBy'), organization],
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
      {draft?.healthcareService !== undefined && (
        <div>
          <Button
            variant="primary"
            onClick={() => {
              change((before) => withRole(before, chosenRole(role)));
              openScreen(navigation, { screen: 'appointment-slot-select' });
            }}
          >
            {t('book.choosePractitioner')}
          </Button>
        </div>
      )}
    </Card>
  );
}
