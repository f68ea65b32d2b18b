import { replaceScreen } from '@phr/module-kit/screens';
import type { ScreenPlace } from '@phr/contract/screens';
import { useHost, usePatient } from '@phr/module-kit/host';
import { Screen } from '@phr/module-kit/screen';
import { PersonFor } from '@phr/ui/person-for';
import { Skeleton } from '@phr/ui/skeleton';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookingDraft, isReached, openStep, type Step, STEPS } from './booking-draft.model.ts';
import css from './booking.module.css';
import { type BookingDraftState, useBookingDraft } from './use-booking-draft.ts';

interface BookingStepProps {
  readonly step: Step;
  readonly level: number;
  /** Previous step. */
  readonly back: ScreenPlace;
  readonly children: (booking: Booking) => ReactNode;
}

/** The choices and their setter. */
export interface Booking extends Pick<BookingDraftState, 'change' | 'clear'> {
  readonly draft: BookingDraft;
}

/**
 * A booking step: position, person and choices so far. If earlier choices are missing, redirects to the first missing
 * one (D-51).
 */
export function BookingStep({ step, level, back, children }: BookingStepProps) {
  const { t } = useTranslation();
  const viewed = usePatient().viewed;
  const { draft, change, clear } = useBookingDraft();
  if (draft !== undefined && !isReached(step, draft)) return <Redirect to={openStep(draft)} />;
  const place = STEPS.indexOf(step) + 1;
  return (
    <Screen title={t(`screen.${step}`)} headingLevel={level} back={back}>
      <div className={css.top}>
        <p className={css.step}>
          {place < STEPS.length ? t('book.step', { n: place, of: STEPS.length - 1 }) : t('book.check')}
        </p>
        {viewed !== undefined && <PersonFor name={viewed.name} relationship={viewed.relationship} />}
      </div>
      {draft === undefined ? <Skeleton height={88} lines={3} /> : children({ draft, change, clear })}
    </Screen>
  );
}

/** Redirects to the step that must come first. */
function Redirect({ to }: { readonly to: Step }) {
  const { navigation } = useHost();
  useEffect(() => replaceScreen(navigation, { screen: to }), [navigation, to]);
  return null;
}
