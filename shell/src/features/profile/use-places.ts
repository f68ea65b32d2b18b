import { useEffect, useState } from 'react';
import { useShell } from '../../core/shell.tsx';
import { useAsync } from '../../core/forms/use-async.ts';
import type { City } from '../../services/profile/profile.api.ts';

export interface Places {
  /** Undefined while the directory is on its way or when it cannot be reached: then city and district are typed. */
  readonly cities: readonly City[] | undefined;
  readonly isTyped: boolean;
  /** Districts of the chosen city; undefined while they are on their way. */
  readonly districts: readonly string[] | undefined;
  /** False for a city of two levels, and where no city has districts (D-23). */
  readonly hasDistricts: boolean;
  /** Wards of a city of two levels; undefined where they are only typed. */
  readonly wards: readonly string[] | undefined;
  /** The directory is that of two levels, in which an address with a district is an old one. */
  readonly isTwoLevel: boolean;
}

/** Cities, and the districts or wards of the one that is chosen. */
export function usePlaces(city: string): Places {
  const { profiles } = useShell();
  const { data: cities, failed } = useAsync(() => profiles.cities());
  const [found, setFound] = useState<{ readonly city: string; readonly districts: readonly string[] | undefined }>();
  const levels = cities?.find(({ name }) => name === city)?.levels;
  useEffect(() => {
    if (levels !== 3) return undefined;
    let stopped = false;
    profiles.districts(city).then(
      (districts) => {
        if (!stopped) setFound({ city, districts });
      },
      () => {
        if (!stopped) setFound({ city, districts: undefined });
      },
    );
    return () => {
      stopped = true;
    };
  }, [profiles, city, levels]);
  const [listed, setListed] = useState<{ readonly city: string; readonly wards: readonly string[] }>();
  useEffect(() => {
    if (levels !== 2) return undefined;
    let stopped = false;
    // without the list a ward is typed
    profiles.wards(city).then(
      (wards) => {
        if (!stopped && wards.length > 0) setListed({ city, wards });
      },
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, [profiles, city, levels]);
  const here = found?.city === city ? found : undefined;
  const isTyped = failed || (here !== undefined && here.districts === undefined);
  const isTwoLevel = cities?.some((one) => one.levels === 2) ?? false;
  // a directory without any district has none before a city is chosen, either
  const isFlat = cities !== undefined && cities.length > 0 && cities.every((one) => one.levels === 2);
  return {
    cities,
    isTyped,
    isTwoLevel,
    wards: levels === 2 && listed?.city === city ? listed.wards : undefined,
    districts: here?.districts,
    hasDistricts:
      levels !== 2 && !(city === '' && isFlat) && !(here?.districts !== undefined && here.districts.length === 0),
  };
}
