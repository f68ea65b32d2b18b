import { isObject } from '@phr/fhir/json';
import type { StoredFile } from '@phr/http/stored-file';
import { type ParseResult, textsOf } from '@phr/module-kit/checked-form';
import { fileFaults, type Sending } from '../attachments/attachments.model.ts';
import { draftFilesOf } from '../attachments/draft-files.entity.ts';
import { readText } from '../form/form.model.ts';

/** Form fields. */
export interface PaperForm {
  /** What paper it is. */
  readonly name: string;
  readonly papers: readonly StoredFile[];
}

export const EMPTY: PaperForm = { name: '', papers: [] };

/** Restores a draft; its pictures are already in storage. */
export function paperDraft(kept: unknown, first: PaperForm): PaperForm | undefined {
  const texts = textsOf(kept, first);
  return texts === undefined || !isObject(kept) ? undefined : { ...texts, papers: draftFilesOf(kept['papers']) };
}

/**
 * Validates the form: a name and at least one picture.
 * @param sending pending and failed uploads
 */
export function checkPaper({ name, papers }: PaperForm, sending: Sending): ParseResult<PaperForm> {
  const read = readText('name', name, 200);
  const files = fileFaults('papers', papers, sending);
  const faults = [
    ...read.faults,
    ...(read.value === undefined && read.faults.length === 0 ? [{ field: 'name', message: 'paper.err.name' }] : []),
    ...files,
    ...(papers.length === 0 && files.length === 0 ? [{ field: 'papers', message: 'paper.err.none' }] : []),
  ];
  return faults.length > 0 || read.value === undefined
    ? { ok: false, faults }
    : { ok: true, entry: { name: read.value, papers } };
}
