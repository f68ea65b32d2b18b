import { normalizeText } from '@phr/fhir/normalize-text';
import type { Edition } from '../../kit/config.ts';
import { readTable } from './table.ts';

export interface City {
  /** Province code of the statistics office, two digits. */
  readonly code: string;
  readonly name: string;
  readonly levels: 2 | 3;
}

export interface District {
  /** Province code and name, e.g. '92-quan-ninh-kieu': stable, our own. */
  readonly code: string;
  readonly name: string;
}

interface Place extends City {
  readonly districts: readonly District[];
  /** Provinces that became part of this one. */
  readonly merged: readonly string[];
}

const LOADED = new Map<Edition, readonly Place[]>();

/** Provinces and cities of an edition, in Vietnamese alphabetical order. */
export function cities(edition: Edition): readonly City[] {
  return placesOf(edition).map(({ code, name, levels }) => ({ code, name, levels }));
}

/**
 * Districts of a city, matched without prefix ("Tỉnh", "Thành phố"), case and diacritics; empty for a two-level city.
 * Merged provinces are found by their old name. Undefined for an unknown city.
 */
export function districts(edition: Edition, cityName: string): readonly District[] | undefined {
  return placeOf(edition, cityName)?.districts;
}

/** A city by its name, found as `districts` finds it. */
export function cityOf(edition: Edition, cityName: string): City | undefined {
  return placeOf(edition, cityName);
}

function placeOf(edition: Edition, cityName: string): Place | undefined {
  const wanted = bare(cityName);
  const places = placesOf(edition);
  return (
    places.find(({ name }) => bare(name) === wanted) ??
    places.find(({ merged }) => merged.some((name) => bare(name) === wanted))
  );
}

function placesOf(edition: Edition): readonly Place[] {
  const known = LOADED.get(edition);
  if (known !== undefined) return known;
  const order = new Intl.Collator('vi');
  const places = (edition === 'three-level' ? threeLevel() : twoLevel()).toSorted((a, b) =>
    order.compare(a.name, b.name),
  );
  LOADED.set(edition, places);
  return places;
}

function threeLevel(): readonly Place[] {
  return readTable('places-three-level.tsv', ['code', 'city', 'districts']).map(({ code, city, districts: names }) => ({
    code,
    name: city,
    levels: 3,
    merged: [],
    districts: names
      .split(';')
      .map((name) => ({ code: `${code}-${normalizeText(name).replace(/[^a-z0-9]+/g, '-')}`, name })),
  }));
}

function twoLevel(): readonly Place[] {
  return readTable('places-two-level.tsv', ['code', 'city', 'merged']).map(({ code, city, merged }) => ({
    code,
    name: city,
    levels: 2,
    districts: [],
    merged: merged === '' ? [] : merged.split(';'),
  }));
}

/** A province's name without prefix, normalized. */
export function bare(name: string): string {
  return normalizeText(name)
    .replace(/^(?:tinh|thanh pho|tp\.?) +/, '')
    .replace(/ *- */g, '-');
}
