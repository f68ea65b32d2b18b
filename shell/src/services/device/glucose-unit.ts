import type { Settings } from '@phr/contract/host-api';
import type { Store } from '@phr/contract/store';
import type { DevicePropertiesState } from './device-properties.model.ts';

interface UnitSettings {
  readonly settings: Store<Pick<Settings, 'glucoseUnit'>>;
  readonly choose: (choice: Pick<Settings, 'glucoseUnit'>) => void;
}

/** Applies the glucose unit stored for this device (GLU-02); ignores anything but mmol/L and mg/dL. */
export function followGlucoseUnit(properties: Store<DevicePropertiesState>, { settings, choose }: UnitSettings): void {
  const follow = () => {
    const stored = properties.get().values.GLUCOSE_UNIT;
    if ((stored === 'mmol/L' || stored === 'mg/dL') && stored !== settings.get().glucoseUnit)
      choose({ glucoseUnit: stored });
  };
  properties.subscribe(follow);
  follow();
}
