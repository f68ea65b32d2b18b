import { ageInYears } from '@phr/clinical/age';
import { dayOf, deviceZone } from '@phr/clinical/periods';
import { usePatient } from '@phr/module-kit/host';

/** The completed years of the person on screen at an instant (D-31); undefined without a birth date. */
export function useAgeOn(): (instant: number) => number | undefined {
  const birthDate = usePatient().viewed?.birthDate;
  return (instant) => ageInYears(birthDate, dayOf(instant, deviceZone()));
}
