import type { Localized } from '@phr/i18n/localized';
import type { DicomImage } from './dicom-image.ts';

/** What is read: a chest or a breast image (D-71). */
export type ReadingApp = 'cxr' | 'mmg';
export const VIEWS = ['', 'LCC', 'LMLO', 'RCC', 'RMLO'] as const;
export type ViewName = (typeof VIEWS)[number];

export interface ReadingRequest {
  /** The same for retries, so that a vendor reads and bills once. */
  readonly id: string;
  readonly app: ReadingApp;
  readonly viewName: ViewName;
  readonly image: DicomImage;
  /** URL from which the vendor can fetch the file for some minutes. */
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
  /** Pictures with marked findings. */
  readonly pictures: readonly { readonly contentType: 'image/png' | 'image/jpeg'; readonly bytes: Buffer }[];
  /** Who read, with version. */
  readonly performer: string;
}

/** Reads X-ray images. */
export interface ReadingProvider {
  /**
   * 'ai': a vendor's product read the image. 'quality': only technical quality was measured, which is not a reading.
   * Screens show which; providers cannot claim otherwise.
   */
  readonly kind: 'ai' | 'quality';
  /**
   * Undefined while the vendor is working: ask again with the same id.
   * @throws ServerError IMAGE_TOO_SMALL, NO_CLASSIFICATION or UNAVAILABLE
   */
  read(request: ReadingRequest): Promise<Reading | undefined>;
}
