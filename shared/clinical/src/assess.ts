import { assessBmi } from './bmi.ts';
import type { StoreKey } from './codings.ts';
import { assessGlucose } from './glucose.ts';
import { assessHeartRate } from './heart-rate.ts';
import type { Assessment } from './levels.ts';
import { assessSpo2 } from './spo2.ts';
import { assessTemperature } from './temperature.ts';

/**
 * Level and flag of a vital with a single value, whichever it is; blood pressure has its own (`assessBloodPressure`).
 * @param value in the unit of the vital; glucose in the unit in which it was stored
 * @param unitCode UCUM code of the value; only glucose has two
 * @param age completed years at the reading, if known
 * @returns undefined for vitals without bands (D-40)
 */
export function assessVital(
  storeKey: StoreKey,
  value: number,
  unitCode: string | undefined,
  age: number | undefined,
): Assessment | undefined {
  switch (storeKey) {
    case 'heartRates':
      return assessHeartRate(value, age);
    case 'temperatures':
      return assessTemperature(value, age);
    case 'spo2s':
      return assessSpo2(value);
    case 'bmis':
      return assessBmi(value, age);
    case 'glucoses':
      return unitCode === 'mg/dL' || unitCode === 'mmol/L' ? assessGlucose(value, unitCode) : undefined;
    default:
      return undefined;
  }
}
