import type { Localized } from '@phr/i18n/localized';
import type { DicomImage } from './dicom-image.ts';

/** What is read: a chest or a breast image (D-71). */
export type ReadingApp = 'cxr' | 'mmg';
export const VIEWS = ['', 'LCC', 'LMLO', 'RCC', 'RMLO'] as const;
export type ViewName = (typeof VIEWS)[number];

export interface ReadingRequest {
  /** The same for a repeat of one request, so that a vendor reads and counts it once. */
  readonly id: string;
  readonly app: ReadingApp;
  readonly viewName: ViewName;
  readonly image: DicomImage;
  /** An address from which the vendor can read the file for some minutes. */
  readonly address: string;
}

export interface Finding {
  readonly code: string;
  readonly text: string;
  /** 0 to 1. */
  readonly score: number;
}

export interface Reading {
  readonly title: Localized;
  readonly conclusion: Localized;
  readonly findings: readonly Finding[];
  /** Pictures that show where something was found. */
  readonly pictures: readonly { readonly contentType: 'image/png' | 'image/jpeg'; readonly bytes: Buffer }[];
  /** Who read, with version. */
  readonly performer: string;
}

/** Reads X-ray images. */
export interface ReadingProvider {
  /**
   * 'ai': a product of a vendor looked at the image. 'quality': only the picture's technical quality was measured, which is not a reading. Screens show which;
   * a provider cannot present one as the other.
   */
  readonly kind: 'ai' | 'quality';
  /** Undefined while the vendor still works: ask again with the same id. Throws ServerError IMAGE_TOO_SMALL, NO_CLASSIFICATION or UNAVAILABLE. */
  read(request: ReadingRequest): Promise<Reading | undefined>;
}
