import type { PartProps } from '@phr/module-kit/part';
import { lazyView } from '@phr/module-kit/lazy-view';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import manifest from '../../module.json' with { type: 'json' };
import { MedicalDevicesView } from '../features/devices/medical-devices.view.tsx';
import type { ScreenProps } from './screen-props.ts';

/** The screens. Only the list comes with the first file. */
const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  'medical-devices': MedicalDevicesView,
  'device-details': lazyView(
    async () => (await import('../features/device-details/device-details.view.tsx')).DeviceDetailsView,
  ),
  'add-device': lazyView(async () => (await import('../features/device-form/add-device.view.tsx')).AddDeviceView),
  'pair-device': lazyView(async () => (await import('../features/pairing/pair-device.view.tsx')).PairDeviceView),
  'health-sign-monitor': lazyView(
    async () => (await import('../features/monitor/health-sign-monitor.view.tsx')).HealthSignMonitorView,
  ),
};

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Routes>
      {manifest.routes.map(({ screen, path }) => {
        const View = SCREENS[screen];
        return View && <Route key={screen} path={path} element={<View level={headingLevel} />} />;
      })}
    </Routes>
  );
}
