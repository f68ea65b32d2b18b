import { useEffect, useState } from 'react';
import { useShell } from '../../core/shell.tsx';
import { useAsync } from '../../core/forms/use-async.ts';
import type { City } from '../../services/profile/profile.api.ts';

export interface Places {
  /** Undefined while loading or if the directory is unreachable: city and district are then free text. */
  readonly cities: readonly City[] | undefined;
  readonly isTyped: boolean;
  /** Districts of the chosen city; undefined while loading. */
  readonly districts: readonly string[] | undefined;
  /** False for a two-level city, and if no city has districts (D-23). */
  readonly hasDistricts: boolean;
  /** Wards of a two-level city; undefined if free text only. */
  readonly wards: readonly string[] | undefined;
  /** True if the directory has two levels, so an address with a district is outdated. */
  readonly isTwoLevel: boolean;
}

/** Cities, and the districts or wards of the chosen one. */
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
    // without the list, wards are free text
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
  // a directory without districts has none even before a city is chosen
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
