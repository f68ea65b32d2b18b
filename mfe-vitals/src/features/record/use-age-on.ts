import { usePatient } from '@phr/module-kit/host';
import { ageInYears } from '@phr/time/age';
import { dayOf, deviceZone } from '@phr/time/zone';

/** Completed years of the person on screen at an instant (D-31); undefined without a birth date. */
export function useAgeOn(): (instant: number) => number | undefined {
  const birthDate = usePatient().viewed?.birthDate;
  return (instant) => ageInYears(birthDate, dayOf(instant, deviceZone()));
}
