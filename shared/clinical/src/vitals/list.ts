import { bloodPressure } from './blood-pressure.ts';
import { bodyMassIndex } from './bmi.ts';
import { cholesterol } from './cholesterol.ts';
import { ecg } from './ecg.ts';
import { glucose } from './glucose.ts';
import { heartRate } from './heart-rate.ts';
import { height } from './height.ts';
import { ketone } from './ketone.ts';
import { respiratoryRate } from './respiratory-rate.ts';
import { spo2 } from './spo2.ts';
import { temperature } from './temperature.ts';
import { uricAcid } from './uric-acid.ts';
import { weight } from './weight.ts';

/** All vital signs, in display order. To add one, create a file here and a line in this list (ADR 0066). */
export const LIST = [
  bloodPressure,
  heartRate,
  spo2,
  respiratoryRate,
  ecg,
  glucose,
  ketone,
  cholesterol,
  uricAcid,
  temperature,
  weight,
  height,
  bodyMassIndex,
] as const;
