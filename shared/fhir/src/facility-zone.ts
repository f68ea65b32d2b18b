import type { Extension } from './datatypes.ts';
import { parseZone } from '@phr/time/zone';

/** Facilities are in Viet Nam unless they say otherwise. */
const DEFAULT_ZONE = 'Asia/Ho_Chi_Minh';

/** The IANA zone that a resource's extensions name, else that of Viet Nam. */
export function zoneIn(extensions: readonly Extension[] | undefined): string {
  return extensions?.map(zoneOf).find((zone) => zone !== undefined) ?? DEFAULT_ZONE;
}

/** FHIR's two extensions that name a zone; others and unknown zones are passed over. */
function zoneOf({ url, valueCode }: Extension): string | undefined {
  return valueCode !== undefined && /\/(timezone|tz-code)$/.test(url ?? '') ? parseZone(valueCode) : undefined;
}
