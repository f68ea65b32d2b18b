/** True if a reading belongs in the bundle: only values above 0 do (VIT-23). */
export function isEntered(value: number | undefined): value is number {
  return value !== undefined && value > 0;
}

/** True if a blood pressure belongs in the bundle: only with both values positive (VIT-24). */
export function isBloodPressureEntered(systolic: number | undefined, diastolic: number | undefined): boolean {
  return isEntered(systolic) && isEntered(diastolic);
}
