import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import type { Annotation } from './datatypes.ts';
import { formatDate } from './dates.ts';

const YOU_NOTED = localized('Bạn ghi', 'You noted');
const noted = (name: string): Localized => localized(`${name} ghi`, `${name} noted`);

/** A note (FHIR Annotation) with author and time, if known. */
export interface Note {
  readonly text: string;
  /** Such as 'Patient/1'. */
  readonly author?: string;
  readonly name?: string;
  /** ISO 8601. */
  readonly time?: string;
}

/** The signed-in user, by their own record. */
export interface NoteReader {
  readonly id: string;
  readonly name: string;
}

/** The notes with text. */
export function notesOf(all: readonly Annotation[] | undefined): readonly Note[] {
  return (all ?? []).flatMap(({ text, time, authorString, authorReference }) => {
    if (text === undefined) return [];
    const name = authorReference?.display ?? authorString;
    return [
      {
        text,
        ...(authorReference?.reference === undefined ? {} : { author: authorReference.reference }),
        ...(name === undefined ? {} : { name }),
        ...(time === undefined ? {} : { time }),
      },
    ];
  });
}

/** True for a note the reader wrote and may edit. */
export function isOwnNote({ author, name }: Note, reader: NoteReader | undefined): boolean {
  if (reader === undefined) return false;
  return author === undefined ? name === reader.name : author === `Patient/${reader.id}`;
}

/** 'Bạn ghi, 07:05 29/11/2026' for a note with author or time; otherwise undefined. */
export function noteSignature(note: Note, locale: Locale, reader?: NoteReader): string | undefined {
  const { name, time } = note;
  const who = isOwnNote(note, reader) ? YOU_NOTED[locale] : name === undefined ? undefined : noted(name)[locale];
  const words = [who, formatDate(time)].filter((part) => part !== undefined);
  return words.length === 0 ? undefined : words.join(', ');
}

/** Note and signature on one line, for tables and exports. */
export function noteLine(note: Note, locale: Locale, reader?: NoteReader): string {
  const signature = noteSignature(note, locale, reader);
  return signature === undefined ? note.text : `${note.text} (${signature})`;
}
