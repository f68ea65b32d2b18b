import { useHost } from '@phr/module-kit/host';
import { openScreen } from '@phr/module-kit/screens';
import { ListSection } from '@phr/module-kit/list-section';
import { Button } from '@phr/ui/button';
import { EmptyState } from '@phr/ui/empty-state';
import { IconPractitioner } from '@phr/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { chosenRole } from '../directory/chosen.model.ts';
import { usePractitioners } from '../directory/directory.api.ts';
import { type ChosenService, withAnyPractitioner, withRole } from './booking-draft.model.ts';
import { type Booking, BookingStep } from './booking-step.view.tsx';
import { ChoiceRow } from './choice-row.view.tsx';
import { ChosenSoFar } from './chosen-so-far.view.tsx';
import { NeedsNetwork } from './needs-network.view.tsx';
import { SearchField } from './search-field.view.tsx';

/** Step 2: which doctor of the service. */
export function PractitionerSelectView({ level }: ScreenProps) {
  return (
    <BookingStep step="appointment-practitioner-select" level={level} back={{ screen: 'appointment-create' }}>
      {(booking) =>
        booking.draft.healthcareService && (
          <Practitioners booking={booking} service={booking.draft.healthcareService} level={level + 1} />
        )
      }
    </BookingStep>
  );
}

function Practitioners({
  booking: { draft, change },
  service,
  level,
}: {
  readonly booking: Booking;
  readonly service: ChosenService;
  readonly level: number;
}) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const [search, setSearch] = useState('');
  const list = usePractitioners(service.id, search);
  return (
    <>
      <ChosenSoFar draft={draft} upTo="appointment-practitioner-select" />
      <SearchField label={t('book.findPractitioner')} onSearch={setSearch} />
      <NeedsNetwork error={list.error} />
      {list.rows.length > 1 && (
        <Button
          wide
          icon={IconPractitioner}
          onClick={() => {
            change(withAnyPractitioner);
            openScreen(navigation, { screen: 'appointment-slot-select' });
          }}
        >
          {t('book.anyPractitioner')}
        </Button>
      )}
      <ListSection
        list={list}
        label={t('book.practitioners')}
        thing={t('book.practitioners').toLowerCase()}
        level={level}
        empty={
          <EmptyState
            icon={IconPractitioner}
            title={t(search.trim() === '' ? 'book.noPractitioners' : 'common.noResults')}
            help={t(search.trim() === '' ? 'book.otherService' : 'book.otherWords')}
          />
        }
      >
        {(role) => (
          <ChoiceRow
            name={role.name ?? t('book.unnamedPractitioner')}
            lines={[role.specialties.map(({ display }) => display).join(', '), role.organization]}
            isChosen={draft.isAnyPractitioner !== true && draft.practitionerRole?.id === role.id}
            onChoose={() => {
              change((before) => withRole(before, chosenRole(role)));
              openScreen(navigation, { screen: 'appointment-slot-select' });
            }}
            details={{ screen: 'appointment-practitioner-details', params: { id: role.id } }}
          />
        )}
      </ListSection>
    </>
  );
}
