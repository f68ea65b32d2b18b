import type { Annotation } from './datatypes.ts';
import { isOwnNote, notesOf, type NoteReader } from './note-words.ts';

/** True for a note by the reader, or an unsigned one in the reader's own entry. */
function isMine(note: Annotation, reader: NoteReader | undefined): boolean {
  return notesOf([note]).some((one) => isOwnNote(one, reader) || (one.author === undefined && one.name === undefined));
}

/** The reader's note in their own entry, as field text. */
export function ownNoteText(notes: readonly Annotation[] = [], reader: NoteReader | undefined): string {
  return notes
    .filter((note) => isMine(note, reader))
    .map(({ text }) => text)
    .join('\n');
}

/**
 * The notes of an entry with the reader's text replaced; notes signed by others are preserved. Undefined if unchanged.
 */
export function withOwnNote(
  notes: readonly Annotation[] = [],
  text: string,
  reader: NoteReader | undefined,
): readonly Annotation[] | undefined {
  if (ownNoteText(notes, reader) === text) return undefined;
  return [...notes.filter((note) => !isMine(note, reader)), ...(text === '' ? [] : [{ text }])];
}
