/** LOINC codes of the vital signs shown by default (DASH-14): heart rate, temperature, glucose, blood pressure. */
export const EVERYDAY_CODES: readonly string[] = ['8867-4', '8310-5', '15074-8', '85354-9'];
