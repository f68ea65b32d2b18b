import type { TextKey } from '../../core/texts.tsx';

/** 700 x 1024; equal is allowed (D-27). */
export const AVATAR_BYTES = 716_800;
/** The stored picture, in pixels: 4 to 3, as the picker cuts it (UI-20). Where a person's face stands in a circle, its middle is shown. */
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

/** What is wrong with a chosen picture; undefined for a good one (PROF-17, PROF-18). @param head its first bytes: the content must be what the name says */
export function avatarFault(
  file: { readonly name: string; readonly size: number },
  head: Uint8Array,
): TextKey | undefined {
  const type = TYPES.find(({ extension }) => extension.test(file.name));
  if (type === undefined || !type.starts.every((byte, at) => head[at] === byte)) return 'profile.err.avatarType';
  return file.size > AVATAR_BYTES ? 'profile.err.avatarSize' : undefined;
}

/** How a picture is cut: zoom from 1, and where the middle of the cut lies, each from 0 to 1. */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The whole picture's middle. */
export const CENTERED: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The part of a picture that a crop shows, 4 to 3, in its pixels. It never leaves the picture. */
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

/** What a canvas shows, as a JPEG file. At once: a file that came later could miss the form that is sent, or take the focus from the field that is typed in. */
export function pictureIn(canvas: Pick<HTMLCanvasElement, 'toDataURL'>): Blob {
  const [, content = ''] = canvas.toDataURL('image/jpeg', PICTURE.quality).split(',');
  return new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' });
}
