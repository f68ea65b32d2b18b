import type { Locale } from '@phr/contract/host-api';
import { MODALITY_WORDS } from '@phr/fhir/dictionary.modality';
import { formatDate, formatNumber } from '@phr/ui/format';
import type { DrawingNote } from './look.model.ts';
import type { Slice } from './slice.model.ts';
import type { View, Window } from './voi.model.ts';

type Translate = (key: string, values?: Record<string, string | number>) => string;

export interface PictureInfo {
  /** From the file, shown top left. */
  readonly file: readonly string[];
  /** About the rendering, shown bottom left. */
  readonly drawing: readonly string[];
}

/** Overlay text of a picture: only its file's own data, labelled as such, and the rendering. */
export function pictureInfo(
  slice: Slice,
  drawn: {
    readonly window?: Window;
    readonly flat?: boolean;
    readonly notes?: readonly DrawingNote[];
    readonly zoom: number;
    readonly place: number;
    readonly count: number;
  },
  locale: Locale,
  t: Translate,
): PictureInfo {
  const date = isoDate(slice.studyDate);
  const description = [modalityWords(slice.modality, locale), slice.view, slice.description]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
  const { window } = drawn;
  return {
    file: [
      t('dicom.info.name', { name: slice.patientName ?? t('common.unknown') }),
      ...(date === undefined ? [] : [t('dicom.info.date', { date: formatDate(date, locale) })]),
      ...(description === '' ? [] : [description]),
    ],
    drawing: [
      t('dicom.slice', { place: drawn.place, count: drawn.count }),
      t('dicom.info.zoom', { percent: formatNumber(Math.round(drawn.zoom * 100), locale) }),
      ...(window
        ? [
            t('dicom.info.window', {
              width: windowNumber(window.width, locale),
              center: windowNumber(window.center, locale),
            }),
          ]
        : []),
      ...(drawn.notes ?? []).map((note) => t(`dicom.info.${note}`)),
      ...(drawn.flat ? [t('dicom.info.flat')] : []),
      ...(slice.lossy ? [t('dicom.info.lossy')] : []),
    ],
  };
}

/** A modality in words; unknown codes as in the file. */
const modalityWords = (code: string | undefined, locale: Locale): string | undefined =>
  code === undefined ? undefined : (MODALITY_WORDS[code]?.[locale] ?? code);

/** A DICOM date (YYYYMMDD, before 1993 YYYY.MM.DD) in FHIR format; undefined if invalid. */
function isoDate(date: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})\.?(0[1-9]|1[0-2])\.?(0[1-9]|[12]\d|3[01])$/.exec(date ?? '') ?? [];
  return year && `${year}-${month}-${day}`;
}

/** A window number with all digits; DICOM texts have at most sixteen characters. */
function windowNumber(value: number, locale: Locale): string {
  const isSmall = value !== 0 && Math.abs(value) < 1e-6;
  return new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 15,
    notation: isSmall ? 'scientific' : 'standard',
  }).format(value);
}

/** A file's views by name and numbers, with all values as the last option. */
export function viewOptions(
  views: readonly View[],
  locale: Locale,
  t: Translate,
): readonly { readonly value: string; readonly label: string }[] {
  const labelOf = (view: View, index: number): string => {
    if (view.kind === 'table') return view.name ?? t('dicom.view.table', { place: index + 1 });
    const [width, center] = [view.window.width, view.window.center].map((value) => windowNumber(value, locale));
    const numbers = { width: width ?? '', center: center ?? '' };
    return view.name === undefined
      ? t('dicom.view.window', numbers)
      : t('dicom.view.named', { name: view.name, ...numbers });
  };
  return [
    ...views.map((view, index) => ({ value: String(index), label: labelOf(view, index) })),
    { value: 'all', label: t('dicom.view.all') },
  ];
}
