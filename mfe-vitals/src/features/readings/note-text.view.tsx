import { noteSignature, type Note } from '@phr/fhir/note-words';
import { usePatient } from '@phr/module-kit/host';
import common from '../vital/common.module.css';
import { useLanguage } from './use-language.ts';

interface NoteTextProps {
  readonly note: Note;
  readonly className?: string | undefined;
}

/** A note, and below it who wrote it and when. */
export function NoteText({ note, className }: NoteTextProps) {
  const { locale } = useLanguage();
  const signature = noteSignature(note, locale, usePatient().main);
  return (
    <div className={className}>
      <p>{note.text}</p>
      {signature !== undefined && <p className={common.quiet}>{signature}</p>}
    </div>
  );
}
