import type { TextKey } from '../../core/texts.tsx';

/** 700 x 1024 bytes, inclusive (D-27). */
export const AVATAR_BYTES = 716_800;
/** Stored size in pixels: 4:3, as cropped by the picker (UI-20). Round avatars show its middle. */
export const PICTURE = { width: 640, height: 480, quality: 0.7 } as const;

const TYPES: readonly {
  readonly extension: RegExp;
  readonly contentType: string;
  readonly starts: readonly number[];
}[] = [
  { extension: /\.jpg$/i, contentType: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { extension: /\.png$/i, contentType: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47] },
  { extension: /\.gif$/i, contentType: 'image/gif', starts: [0x47, 0x49, 0x46, 0x38] },
];
/** For the file dialog. */
export const AVATAR_ACCEPT = '.jpg,.gif,.png';

/**
 * Fault of a chosen picture; undefined if valid (PROF-17, PROF-18).
 * @param head its first bytes, which must match the name
 */
export function avatarFault(
  file: { readonly name: string; readonly size: number },
  head: Uint8Array,
): TextKey | undefined {
  const type = TYPES.find(({ extension }) => extension.test(file.name));
  if (type === undefined || !type.starts.every((byte, at) => head[at] === byte)) return 'profile.err.avatarType';
  return file.size > AVATAR_BYTES ? 'profile.err.avatarSize' : undefined;
}

/** A crop: zoom from 1, and the centre's position, 0 to 1 each. */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** Centred, whole picture. */
export const CENTERED: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The 4:3 part of a picture shown by a crop, in pixels; never exceeds the picture. */
export function cropArea(
  { width, height }: { readonly width: number; readonly height: number },
  { zoom, x, y }: Crop,
): { readonly left: number; readonly top: number; readonly width: number; readonly height: number } {
  const ratio = PICTURE.width / PICTURE.height;
  const cut = {
    width: Math.min(width, height * ratio) / Math.max(1, zoom),
    height: Math.min(height, width / ratio) / Math.max(1, zoom),
  };
  const within = (part: number, free: number): number => Math.min(Math.max(part, 0), 1) * free;
  return { left: within(x, width - cut.width), top: within(y, height - cut.height), ...cut };
}

/** The canvas as a JPEG file. Synchronous: a later file could miss the submitted form or steal focus. */
export function pictureIn(canvas: Pick<HTMLCanvasElement, 'toDataURL'>): Blob {
  const [, content = ''] = canvas.toDataURL('image/jpeg', PICTURE.quality).split(',');
  return new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' });
}
