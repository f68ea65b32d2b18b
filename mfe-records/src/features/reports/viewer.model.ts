/** Screens that show the files of a report. */
export type Viewer = 'dicom-viewer' | 'pdf-viewer' | 'image-viewer';

/** The viewer of a content type; undefined for a type that is only downloaded: SVG among them, a document that can hold scripts. */
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
 * Each viewer that a report needs, once. Files without a known type are taken for DICOM where there is a study, else for images. A study
 * alone has no viewer: its images are at the endpoint that it names, not among our files.
 */
export function viewersOf({ types, hasStudy, hasMedia }: Files): readonly Viewer[] {
  const known = types.map(viewerOf).filter((viewer) => viewer !== undefined);
  const hasUntyped = types.includes(undefined) || (hasMedia && types.length === 0);
  const ofStudy: readonly Viewer[] = hasStudy && hasUntyped ? ['dicom-viewer'] : [];
  const guessed: readonly Viewer[] = hasMedia && known.length === 0 && ofStudy.length === 0 ? ['image-viewer'] : [];
  return [...new Set<Viewer>([...ofStudy, ...known, ...guessed])];
}
