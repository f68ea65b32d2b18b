import type { NewObservation } from './builders.ts';
import { withDigitsOf } from './digits.ts';
import type { NoteReader } from './note-words.ts';
import type { Observation } from './observation.ts';
import { withOwnNote } from './own-note.ts';

type Resource = { readonly [element: string]: unknown };

/** What a form writes of an observation; whatever else is stored stays. */
const WRITTEN = [
  'code',
  'effectiveDateTime',
  'issued',
  'performer',
  'valueString',
  'valueQuantity',
  'interpretation',
  'referenceRange',
  'component',
  'bodySite',
  'note',
] as const;

/**
 * A stored observation as its form would write it now. It says that it was corrected; what came with it and the form does not show stays, and so do the
 * digits of a number that nobody changed (7.0).
 * @param keeps elements of `next` that nobody touched and so stay as they were sent
 */
export function correctedObservation(stored: Resource, next: NewObservation, keeps: readonly string[] = []): Resource {
  const corrected: Record<string, unknown> = { ...stored };
  for (const element of WRITTEN) {
    if (keeps.includes(element)) continue;
    if (next[element] === undefined) delete corrected[element];
    else corrected[element] = withDigitsOf(stored[element], next[element]);
  }
  return { ...corrected, status: 'corrected' };
}

/** What the person who corrects an entry of her own says besides. */
interface Saying {
  /** Her note as it stands in the field. */
  readonly note?: string | undefined;
  readonly reader: NoteReader | undefined;
  readonly keeps: readonly string[];
}

/** The same of an entry of the person's own: its codes and who measured stay, and so do the notes that others signed, and hers where she did not touch it. */
export function correctedOwn(
  { resource, raw }: { readonly resource: Resource; readonly raw: Pick<Observation, 'note'> },
  { note: _note, ...next }: Resource,
  { note = '', reader, keeps }: Saying,
): Resource {
  const notes = withOwnNote(raw.note, note, reader);
  return correctedObservation(
    resource,
    {
      ...next,
      resourceType: 'Observation',
      status: 'final',
      ...(notes !== undefined && notes.length > 0 && { note: notes }),
    },
    ['code', 'performer', ...(notes === undefined ? ['note'] : []), ...keeps],
  );
}
