import type { TextKey } from '../../app/texts.tsx';

/** 700 x 1024; equal is allowed (D-27). */
export const AVATAR_BYTES = 716_800;
/** Side of the stored square picture, in pixels. */
export const AVATAR_SIDE = 512;

const TYPES: readonly { readonly extension: RegExp; readonly contentType: string; readonly starts: readonly number[] }[] = [
  { extension: /\.jpg$/i, contentType: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { extension: /\.png$/i, contentType: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47] },
  { extension: /\.gif$/i, contentType: 'image/gif', starts: [0x47, 0x49, 0x46, 0x38] },
];
/** For the file dialog. */
export const AVATAR_ACCEPT = '.jpg,.gif,.png';

/** What is wrong with a chosen picture; undefined for a good one (PROF-17, PROF-18). @param head its first bytes: the content must be what the name says */
export function avatarFault(file: { readonly name: string; readonly size: number }, head: Uint8Array): TextKey | undefined {
  const type = TYPES.find(({ extension }) => extension.test(file.name));
  if (type === undefined || !type.starts.every((byte, at) => head[at] === byte)) return 'profile.err.avatarType';
  return file.size > AVATAR_BYTES ? 'profile.err.avatarSize' : undefined;
}

/** How a picture is cut: zoom from 1, and where the middle of the square lies, each from 0 to 1. */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The whole picture's middle. */
export const CENTERED: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The square of a picture that a crop shows, in its pixels. It never leaves the picture. */
export function cropSquare({ width, height }: { readonly width: number; readonly height: number }, { zoom, x, y }: Crop): { readonly left: number; readonly top: number; readonly side: number } {
  const side = Math.min(width, height) / Math.max(1, zoom);
  const within = (part: number, whole: number): number => Math.min(Math.max(part, 0), 1) * (whole - side);
  return { left: within(x, width), top: within(y, height), side };
}
