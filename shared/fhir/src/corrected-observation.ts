import type { NewObservation } from './builders.ts';
import { withDigitsOf } from './digits.ts';
import type { NoteReader } from './note-words.ts';
import type { Observation } from './observation.ts';
import { withOwnNote } from './own-note.ts';

type Resource = { readonly [element: string]: unknown };

/** Elements a form writes; all others are preserved. */
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
 * The stored observation with the form's changes applied and marked as corrected. Preserves everything the form does
 * not show, including the digits of unchanged numbers (7.0).
 * @param keeps elements of `next` that were not edited and stay as sent
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

/** What most forms do not change: what was entered, and who entered it. */
export const SAME_ENTRY = ['code', 'performer'] as const;

/** Additional input of a person correcting their own entry. */
interface Saying {
  /** Their note, as in the field. */
  readonly note?: string | undefined;
  readonly reader: NoteReader | undefined;
  readonly keeps: readonly string[];
}

/** The same for the person's own entry: keeps notes signed by others, and the own note if it was not edited. */
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
    [...(notes === undefined ? ['note'] : []), ...keeps],
  );
}
