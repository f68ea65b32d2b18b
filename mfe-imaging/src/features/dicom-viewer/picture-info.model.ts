import type { Locale } from '@phr/contract/host-api';
import { MODALITY_WORDS } from '@phr/fhir/dictionary.modality';
import { formatDate, formatNumber } from '@phr/ui/format';
import type { DrawingNote } from './look.model.ts';
import type { Slice } from './slice.model.ts';
import type { View, Window } from './voi.model.ts';

type Translate = (key: string, values?: Record<string, string | number>) => string;

export interface PictureInfo {
  /** From the file, top left. */
  readonly file: readonly string[];
  /** How it is drawn, bottom left. */
  readonly drawing: readonly string[];
}

/** The lines written over a picture: only what its own file says, labelled so, and how it is drawn. */
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

/** A modality in words; a code without words is shown as the file has it. */
const modalityWords = (code: string | undefined, locale: Locale): string | undefined =>
  code === undefined ? undefined : (MODALITY_WORDS[code]?.[locale] ?? code);

/** DA of DICOM (YYYYMMDD, before 1993 YYYY.MM.DD) as FHIR writes it; undefined when it is no date. */
function isoDate(date: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})\.?(0[1-9]|1[0-2])\.?(0[1-9]|[12]\d|3[01])$/.exec(date ?? '') ?? [];
  return year && `${year}-${month}-${day}`;
}

/** A number of a window with all its digits; a text of DICOM holds no more than sixteen characters. */
function windowNumber(value: number, locale: Locale): string {
  const isSmall = value !== 0 && Math.abs(value) < 1e-6;
  return new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 15,
    notation: isSmall ? 'scientific' : 'standard',
  }).format(value);
}

/** The views of a file by their names and numbers, and all values as the last choice. */
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
