import type { PartProps } from '@phr/module-kit/define-module';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import manifest from '../../module.json' with { type: 'json' };
import { AppointmentsView } from '../features/appointments/appointments.view.tsx';
import type { ScreenProps } from './screen-props.ts';

/** Only the list comes with the first file, the steps of a booking come together. */
const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  appointments: AppointmentsView,
  'appointment-details': lazy(async () => ({ default: (await import('../features/appointment-details/appointment-details.view.tsx')).AppointmentDetailsView })),
};
const BookingScreen = lazy(async () => ({ default: (await import(/* webpackChunkName: "booking" */ './booking.tsx')).BookingScreen }));

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Suspense fallback={<Skeleton height={88} lines={3} />}>
      <Routes>
        {manifest.routes.map(({ screen, path }) => {
          const View = SCREENS[screen];
          return <Route key={screen} path={path} element={View === undefined ? <BookingScreen screen={screen} level={headingLevel} /> : <View level={headingLevel} />} />;
        })}
      </Routes>
    </Suspense>
  );
}
