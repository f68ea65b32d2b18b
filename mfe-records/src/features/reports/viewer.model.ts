/** Screens that show the files of a report. */
export type Viewer = 'dicom-viewer' | 'pdf-viewer' | 'image-viewer';

/** Viewer of a content type; undefined for download only, including SVG, a document that can hold scripts. */
export function viewerOf(contentType: string | undefined): Viewer | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/dicom' || type === 'image/dicom') return 'dicom-viewer';
  if (type === 'application/pdf') return 'pdf-viewer';
  return /^image\/(?!svg)/.test(type) ? 'image-viewer' : undefined;
}

interface Files {
  readonly types: readonly (string | undefined)[];
  readonly hasStudy: boolean;
  readonly hasMedia: boolean;
}

/**
 * Distinct viewers a report needs. Files of unknown type count as DICOM if there is a study, else as images. A study
 * alone has no viewer: its images are at its endpoint.
 */
export function viewersOf({ types, hasStudy, hasMedia }: Files): readonly Viewer[] {
  const known = types.map(viewerOf).filter((viewer) => viewer !== undefined);
  const hasUntyped = types.includes(undefined) || (hasMedia && types.length === 0);
  const ofStudy: readonly Viewer[] = hasStudy && hasUntyped ? ['dicom-viewer'] : [];
  const guessed: readonly Viewer[] = hasMedia && known.length === 0 && ofStudy.length === 0 ? ['image-viewer'] : [];
  return [...new Set<Viewer>([...ofStudy, ...known, ...guessed])];
}
