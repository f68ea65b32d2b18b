import type { Extension } from './datatypes.ts';
import { parseZone } from '@phr/time/zone';

/** Facilities are in Viet Nam unless stated otherwise. */
const DEFAULT_ZONE = 'Asia/Ho_Chi_Minh';

/** The IANA zone in a resource's extensions, else Viet Nam's. */
export function zoneIn(extensions: readonly Extension[] | undefined): string {
  return extensions?.map(zoneOf).find((zone) => zone !== undefined) ?? DEFAULT_ZONE;
}

/** Reads FHIR's two zone extensions; others and unknown zones are ignored. */
function zoneOf({ url, valueCode }: Extension): string | undefined {
  return valueCode !== undefined && /\/(timezone|tz-code)$/.test(url ?? '') ? parseZone(valueCode) : undefined;
}
