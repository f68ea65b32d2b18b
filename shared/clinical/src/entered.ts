/** True when a reading goes into the bundle: only values above 0 do (VIT-23). */
export function isEntered(value: number | undefined): value is number {
  return value !== undefined && value > 0;
}

/** True when a blood pressure goes into the bundle: only with both values positive (VIT-24). */
export function isBloodPressureEntered(systolic: number | undefined, diastolic: number | undefined): boolean {
  return isEntered(systolic) && isEntered(diastolic);
}
