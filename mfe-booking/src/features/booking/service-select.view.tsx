import { openScreen } from '@phr/module-kit/screens';
import { ListSection } from '@phr/module-kit/list-section';
import { useHost, useSettings } from '@phr/module-kit/host';
import { EmptyState } from '@phr/ui/empty-state';
import { formatMoney } from '@phr/ui/format';
import { IconSearch } from '@phr/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useServices } from '../directory/directory.api.ts';
import { chosenService } from '../directory/chosen.model.ts';
import { withService } from './booking-draft.model.ts';
import { type Booking, BookingStep } from './booking-step.view.tsx';
import { ChoiceRow } from './choice-row.view.tsx';
import { Invitation } from './invitation.view.tsx';
import { NeedsNetwork } from './needs-network.view.tsx';
import { RepeatVisit } from './repeat-visit.view.tsx';
import { SearchField } from './search-field.view.tsx';

/** Step 1: which service. */
export function ServiceSelectView({ level }: ScreenProps) {
  return (
    <BookingStep step="appointment-create" level={level} back={{ screen: 'appointments' }}>
      {(booking) => <Services booking={booking} level={level + 1} />}
    </BookingStep>
  );
}

function Services({ booking, level }: { readonly booking: Booking; readonly level: number }) {
  const { draft, change } = booking;
  const { t } = useTranslation();
  const { locale } = useSettings();
  const { navigation } = useHost();
  const [search, setSearch] = useState('');
  const list = useServices(search);
  return (
    <>
      <Invitation change={change} />
      <RepeatVisit booking={booking} level={level} />
      <SearchField label={t('book.findService')} onSearch={setSearch} />
      <NeedsNetwork error={list.error} />
      <ListSection
        list={list}
        label={t('book.services')}
        thing={t('book.services').toLowerCase()}
        level={level}
        empty={
          <EmptyState
            icon={IconSearch}
            title={t(search.trim() === '' ? 'book.noServices' : 'common.noResults')}
            help={search.trim() === '' ? undefined : t('book.otherWords')}
          />
        }
      >
        {(service) => (
          <ChoiceRow
            name={service.name ?? t('book.unnamed')}
            lines={[
              service.providedBy,
              service.specialties.map(({ display }) => display).join(', '),
              service.price === undefined
                ? undefined
                : t('book.priceIs', { price: formatMoney(service.price, locale) }),
            ]}
            isChosen={draft.healthcareService?.id === service.id}
            onChoose={() => {
              change((before) => withService(before, chosenService(service)));
              openScreen(navigation, { screen: 'appointment-practitioner-select' });
            }}
            details={{ screen: 'appointment-service-details', params: { id: service.id } }}
          />
        )}
      </ListSection>
    </>
  );
}
