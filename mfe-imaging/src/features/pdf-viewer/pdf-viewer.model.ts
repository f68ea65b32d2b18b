import { normalizeText } from '@phr/fhir/normalize-text';

/** Zoom range; 1 is the normal page width. `step` is one press of a button or key. */
export const ZOOM = { least: 0.3, most: 4, step: 0.1 } as const;

/** Page width at zoom 1 in CSS pixels: half of a window over 1366 wide, else all available. */
export function pageWidth(windowWidth: number, available: number): number {
  return windowWidth > 1366 ? Math.min(windowWidth / 2, available) : available;
}

/** Maximum pixels of a page canvas; phones fail on larger ones. */
const MOST_PIXELS = 16_000_000;

/** Canvas pixels per CSS pixel: the device's ratio, reduced for oversized pages. */
export function drawingScale(width: number, height: number, devicePixelRatio: number): number {
  return Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
}

/** A portable file name from the record's name. */
export function fileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
  return `${plain || 'document'}.pdf`;
}

/** A match, as offsets into the searched text. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** Finds text ignoring case and diacritics: "duong huyet" finds "đường huyết". */
export function find(text: string, query: string): Found[] {
  const wanted = normalizeText(query).replace(/\s+/g, ' ');
  if (wanted === '') return [];
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const letter of text) {
    // preserve spaces, which normalizing would drop
    const plain = /\s/.test(letter) ? ' ' : normalizeText(letter);
    if (plain !== ' ' || !folded.endsWith(' ')) {
      for (const unit of plain.split('')) {
        folded += unit;
        origin.push(at);
      }
    }
    at += letter.length;
  }
  const found: Found[] = [];
  for (let place = folded.indexOf(wanted); place >= 0; place = folded.indexOf(wanted, place + wanted.length)) {
    found.push({ from: origin[place] ?? 0, to: origin[place + wanted.length] ?? text.length });
  }
  return found;
}
