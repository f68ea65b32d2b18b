import { useSettings } from '@phr/module-kit/host';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Facts } from '@phr/module-kit/facts';
import { formatMoney } from '@phr/ui/format';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { whenOf } from '../appointments/appointment.words.ts';
import { type BookingDraft, type Step, STEPS } from './booking-draft.model.ts';

/** Earlier choices, each with a link to change it. */
export function ChosenSoFar({
  draft: { healthcareService, practitionerRole, isAnyPractitioner = false, slot },
  upTo,
}: {
  readonly draft: BookingDraft;
  readonly upTo: Step;
}) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const place = STEPS.indexOf(upTo);
  const choice = (step: Step, name: string, words: string | undefined): readonly [string, ReactNode | undefined] => {
    if (words === undefined || STEPS.indexOf(step) >= place) return [name, undefined];
    return [
      name,
      <>
        {words}{' '}
        <ScreenLink screen={step} aria-label={t('book.changeIt', { name: name.toLowerCase() })}>
          {t('book.change')}
        </ScreenLink>
      </>,
    ];
  };
  return (
    <Facts
      facts={[
        choice(
          'appointment-create',
          t('book.service'),
          healthcareService &&
            [healthcareService.name ?? t('book.unnamed'), healthcareService.providedBy]
              .filter((part) => part !== undefined)
              .join(' · '),
        ),
        [
          t('book.price'),
          healthcareService?.price === undefined ? undefined : formatMoney(healthcareService.price, locale),
        ],
        choice(
          'appointment-practitioner-select',
          t('book.practitioner'),
          isAnyPractitioner && upTo === 'appointment-slot-select'
            ? t('book.anyPractitioner')
            : practitionerRole && (practitionerRole.name ?? t('book.unnamedPractitioner')),
        ),
        choice(
          'appointment-slot-select',
          t('book.slot'),
          slot && healthcareService && whenOf({ ...slot, zone: healthcareService.zone }, t, locale),
        ),
      ]}
    />
  );
}
