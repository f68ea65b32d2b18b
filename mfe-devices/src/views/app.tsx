import type { PartProps } from '@phr/module-kit/define-module';
import { PlannedScreen } from '@phr/module-kit/planned';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import manifest from '../../module.json' with { type: 'json' };
import { MedicalDevicesView } from '../features/devices/medical-devices.view.tsx';
import type { ScreenProps } from './screen-props.ts';

/** The screens that exist. */
const SCREENS: Readonly<Record<string, ComponentType<ScreenProps>>> = { 'medical-devices': MedicalDevicesView };

/** All routes of the module. */
export function App({ headingLevel }: PartProps) {
  return (
    <Routes>
      {manifest.routes.map(({ screen, path }) => {
        const View = SCREENS[screen];
        return <Route key={screen} path={path} element={View === undefined ? <PlannedScreen screen={screen} /> : <View level={headingLevel} />} />;
      })}
    </Routes>
  );
}
