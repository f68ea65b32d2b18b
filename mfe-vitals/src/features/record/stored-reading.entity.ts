import { codesOf } from '@phr/clinical/codings';
import type { RequestPort } from '@phr/contract/host-api';
import { observation, type Observation } from '@phr/fhir/observation';
import { resourcesOf, storedVersion, type StoredVersion } from '@phr/module-kit/correction';
import { deviceZone } from '@phr/time/zone';
import { readingOf, type Reading } from '../readings/reading.model.ts';

/** A reading as its form corrects it. */
export interface StoredReading extends StoredVersion {
  readonly raw: Observation;
  /** As any list reads it. */
  readonly reading: Reading;
  /** For a weight or height: other readings of the same form, including the derived body mass index. */
  readonly together: readonly StoredReading[];
}

const OF_BODY = ['weights', 'heights', 'bmis'] as const;

/** True for the two from which a body mass index follows. */
export const isOfIndex = (vitalKey: Reading['vitalKey']): boolean => vitalKey === 'weights' || vitalKey === 'heights';

/** One reading for its form; undefined if the person has none. Rejects with AppError. */
export async function loadReading(
  request: RequestPort,
  patientId: string,
  id: string,
): Promise<StoredReading | undefined> {
  const [found] = await resourcesOf(request, patientId, 'Observation', { _id: id });
  const stored = read(found);
  return stored && { ...stored, together: await enteredTogether(request, patientId, stored.reading) };
}

/** Readings entered together with a weight or height; empty for others. Rejects with AppError. */
export async function enteredTogether(
  request: RequestPort,
  patientId: string,
  { id, vitalKey, measuredAt }: Pick<Reading, 'id' | 'vitalKey' | 'measuredAt'>,
): Promise<readonly StoredReading[]> {
  if (measuredAt === undefined || !isOfIndex(vitalKey)) return [];
  const others = await resourcesOf(request, patientId, 'Observation', {
    code: OF_BODY.flatMap(codesOf).join(','),
    date: measuredAt,
  });
  return others
    .map(read)
    .filter((one) => one !== undefined)
    .filter(({ reading }) => reading.id !== id && reading.correctable && reading.measuredAt === measuredAt);
}

function read(resource: Parameters<typeof storedVersion>[0]): StoredReading | undefined {
  const version = storedVersion(resource);
  const raw = observation(version?.resource);
  const reading = raw && readingOf(raw, { zone: deviceZone(), now: Date.now() });
  return version === undefined || raw === undefined || reading === undefined
    ? undefined
    : { ...version, raw, reading, together: [] };
}
