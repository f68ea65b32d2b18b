import type { VitalIcon } from '@phr/clinical/vitals/define-vital';
import { vital, type VitalKey } from '@phr/clinical/vitals/index';
import {
  IconBloodPressure,
  IconBodyMass,
  IconBreathing,
  IconGlucose,
  IconHealthIndexes,
  IconHeartRate,
  IconHeight,
  IconLaboratory,
  IconOxygen,
  IconTemperature,
  IconWeight,
  type IconShape,
} from '@phr/ui/icons';

const SHAPES: Readonly<Record<VitalIcon, IconShape>> = {
  cuff: IconBloodPressure,
  heart: IconHeartRate,
  lungs: IconBreathing,
  thermometer: IconTemperature,
  finger: IconOxygen,
  scales: IconWeight,
  ruler: IconHeight,
  body: IconBodyMass,
  drop: IconGlucose,
  'drop K': IconLaboratory,
  crystal: IconLaboratory,
  'drop C': IconLaboratory,
  wave: IconHealthIndexes,
};

/** Subject of a vital, for edge and icon colours (`data-family`). */
const FAMILIES: Readonly<Record<VitalIcon, string>> = {
  cuff: 'heart',
  heart: 'heart',
  lungs: 'breath',
  thermometer: 'body',
  finger: 'breath',
  scales: 'body',
  ruler: 'body',
  body: 'body',
  drop: 'sugar',
  'drop K': 'sugar',
  crystal: 'record',
  'drop C': 'heart',
  wave: 'heart',
};

/** The colour family of a vital; it only decorates. */
export function familyOf(key: VitalKey): string {
  return FAMILIES[vital(key).icon];
}

/** The icon of a vital; it only decorates its name. */
export function iconOf(key: VitalKey): IconShape {
  return SHAPES[vital(key).icon];
}
