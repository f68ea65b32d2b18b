import type { Annotation } from './datatypes.ts';
import { isOwnNote, notesOf, type NoteReader } from './note-words.ts';

/** A note of the reader's own, or in an entry of hers one that nobody signed. */
function isMine(note: Annotation, reader: NoteReader | undefined): boolean {
  return notesOf([note]).some((one) => isOwnNote(one, reader) || (one.author === undefined && one.name === undefined));
}

/** What the reader wrote in the notes of an entry of hers, as it stands in a field. */
export function ownNoteText(notes: readonly Annotation[] = [], reader: NoteReader | undefined): string {
  return notes
    .filter((note) => isMine(note, reader))
    .map(({ text }) => text)
    .join('\n');
}

/** The notes of an entry with other words of the reader's own; those that others signed stay. Undefined where nobody changed hers. */
export function withOwnNote(
  notes: readonly Annotation[] = [],
  text: string,
  reader: NoteReader | undefined,
): readonly Annotation[] | undefined {
  if (ownNoteText(notes, reader) === text) return undefined;
  return [...notes.filter((note) => !isMine(note, reader)), ...(text === '' ? [] : [{ text }])];
}
