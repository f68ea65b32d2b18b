import type { PartProps } from '@phr/module-kit/part';
import { lazyView } from '@phr/module-kit/lazy-view';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import manifest from '../../module.json' with { type: 'json' };
import { AppointmentsView } from '../features/appointments/appointments.view.tsx';
import type { ScreenProps } from './screen-props.ts';

/** The list is in the first file; the booking steps share another. */
const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  appointments: AppointmentsView,
  'appointment-details': lazyView(
    async () => (await import('../features/appointment-details/appointment-details.view.tsx')).AppointmentDetailsView,
  ),
};
const BookingScreen = lazyView(
  async () => (await import(/* webpackChunkName: "booking" */ './booking.tsx')).BookingScreen,
);

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Routes>
      {manifest.routes.map(({ screen, path }) => {
        const View = SCREENS[screen];
        return (
          <Route
            key={screen}
            path={path}
            element={
              View === undefined ? (
                <BookingScreen screen={screen} level={headingLevel} />
              ) : (
                <View level={headingLevel} />
              )
            }
          />
        );
      })}
    </Routes>
  );
}
