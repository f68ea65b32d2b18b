import { useScreenTexts } from '@phr/module-kit/screen-texts';
import type { ComponentType } from 'react';
import { BOOKING_TEXTS } from '../features/booking/booking.words.ts';
import { ConfirmView } from '../features/booking/confirm.view.tsx';
import { PractitionerSelectView } from '../features/booking/practitioner-select.view.tsx';
import { ServiceSelectView } from '../features/booking/service-select.view.tsx';
import { SlotSelectView } from '../features/booking/slot-select.view.tsx';
import { PractitionerDetailsView } from '../features/directory/practitioner-details.view.tsx';
import { ServiceDetailsView } from '../features/directory/service-details.view.tsx';
import type { ScreenProps } from './screen-props.ts';

/** Screens of a booking, bundled in one file with their own texts: dashboard slots load the module's other texts. */
const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  'appointment-create': ServiceSelectView,
  'appointment-service-details': ServiceDetailsView,
  'appointment-practitioner-select': PractitionerSelectView,
  'appointment-practitioner-details': PractitionerDetailsView,
  'appointment-slot-select': SlotSelectView,
  'appointment-create-confirm': ConfirmView,
};

/** One screen of a booking, by its name. */
export function BookingScreen({ screen, level }: ScreenProps & { readonly screen: string }) {
  useScreenTexts(BOOKING_TEXTS);
  const View = SCREENS[screen];
  return View === undefined ? null : <View level={level} />;
}
