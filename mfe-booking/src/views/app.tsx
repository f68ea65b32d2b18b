import type { PartProps } from '@phr/module-kit/define-module';
import { PlannedScreen } from '@phr/module-kit/planned';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import manifest from '../../module.json' with { type: 'json' };
import { AppointmentsView } from '../features/appointments/appointments.view.tsx';
import type { ScreenProps } from './screen-props.ts';

/** The screens that exist. Only the list comes with the first file. */
const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  appointments: AppointmentsView,
  'appointment-details': lazy(async () => ({ default: (await import('../features/appointment-details/appointment-details.view.tsx')).AppointmentDetailsView })),
};

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Suspense fallback={<Skeleton height={88} lines={3} />}>
      <Routes>
        {manifest.routes.map(({ screen, path }) => {
          const View = SCREENS[screen];
          return <Route key={screen} path={path} element={View === undefined ? <PlannedScreen screen={screen} /> : <View level={headingLevel} />} />;
        })}
      </Routes>
    </Suspense>
  );
}
