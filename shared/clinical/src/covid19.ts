// Signs of severe COVID-19 that can be measured at home. Decision 2671/QĐ-BYT of 26 June 2023 of the Ministry of Health
// of Vietnam (diagnosis and treatment): severe is an SpO2 below 94 % or more than 30 breaths a minute. The age limits
// for breathing are those of decision 261/QĐ-BYT of 31 January 2022.

// Adult limits apply from this age in completed years.
const GROWN_UP = 12;

/**
 * Whether adult limits apply; also true if the age is unknown.
 * @param age completed years
 */
export function isGrownUp(age: number | undefined): boolean {
  return age === undefined || age >= GROWN_UP;
}

/** @param percent SpO2 in percent; 0 means not measured */
export function isSevereSpo2(percent: number): boolean {
  return percent > 0 && percent < 94;
}

/** @param perMinute breaths a minute @param age completed years */
export function isSevereBreathing(perMinute: number, age: number | undefined): boolean {
  return isGrownUp(age) && perMinute > 30;
}

/** Fever in home monitoring (WHO IMCI: from 37.5 °C; here above it, where a temperature is called high). */
export function isFever(celsius: number): boolean {
  return celsius > 37.5;
}
