import type { WaitingWrite } from '@phr/contract/host-api';
import { isObject, text } from '@phr/fhir/json';
import { observation, type Observation } from '@phr/fhir/observation';
import { readingsOf, type Reading, type ReadingContext } from './reading.model.ts';

/** Unsent readings for lists. Not editable here: the shell sends them or offers correction. */
export function waitingReadings(
  writes: readonly WaitingWrite[],
  patientId: string | undefined,
  context: ReadingContext,
): readonly Reading[] {
  return writes
    .filter((write) => write.patientId === patientId)
    .flatMap(({ id, state, body }) => {
      const unsent = state === 'refused' ? ('refused' as const) : ('waiting' as const);
      const written = observationsIn(body).map((one, index): Observation => ({ ...one, id: `waiting-${id}-${index}` }));
      const corrects = text(isObject(body) ? body['id'] : undefined);
      return readingsOf(written, context).map(
        (reading): Reading => ({
          ...reading,
          deletable: false,
          correctable: false,
          unsent,
          ...(corrects === undefined ? {} : { corrects }),
        }),
      );
    });
}

/** The observations of a create or of a transaction. */
function observationsIn(body: unknown): readonly Observation[] {
  if (typeof body !== 'object' || body === null) return [];
  const resources =
    'entry' in body && Array.isArray(body.entry)
      ? body.entry.map((entry: unknown) =>
          typeof entry === 'object' && entry !== null && 'resource' in entry ? entry.resource : undefined,
        )
      : [body];
  return resources.map((resource) => observation(resource)).filter((one) => one !== undefined);
}
