import type { PartProps } from '@phr/module-kit/define-module';
import { Skeleton } from '@phr/ui/skeleton';
import { type ComponentType, lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import manifest from '../../module.json' with { type: 'json' };
import { MedicalDevicesView } from '../features/devices/medical-devices.view.tsx';
import type { ScreenProps } from './screen-props.ts';

/** The screens. Only the list comes with the first file. */
const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  'medical-devices': MedicalDevicesView,
  'device-details': lazy(async () => ({ default: (await import('../features/device-details/device-details.view.tsx')).DeviceDetailsView })),
  'add-device': lazy(async () => ({ default: (await import('../features/device-form/add-device.view.tsx')).AddDeviceView })),
  'pair-device': lazy(async () => ({ default: (await import('../features/pairing/pair-device.view.tsx')).PairDeviceView })),
  'health-sign-monitor': lazy(async () => ({ default: (await import('../features/monitor/health-sign-monitor.view.tsx')).HealthSignMonitorView })),
};

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Suspense fallback={<Skeleton height={88} lines={3} />}>
      <Routes>
        {manifest.routes.map(({ screen, path }) => {
          const View = SCREENS[screen];
          return View && <Route key={screen} path={path} element={<View level={headingLevel} />} />;
        })}
      </Routes>
    </Suspense>
  );
}
