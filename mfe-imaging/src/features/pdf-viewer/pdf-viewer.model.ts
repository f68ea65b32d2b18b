import { normalizeText } from '@phr/fhir/normalize-text';

/** Zoom of a page; 1 is the page's normal width. `step` is one press of a button or key. */
export const ZOOM = { least: 0.3, most: 4, step: 0.1 } as const;

/** Width of a page at zoom 1 in CSS pixels: half a window over 1366 wide, else all there is. */
export function pageWidth(windowWidth: number, available: number): number {
  return windowWidth > 1366 ? Math.min(windowWidth / 2, available) : available;
}

/** Most pixels that a page is drawn with; phones give up on larger canvases. */
const MOST_PIXELS = 16_000_000;

/** Pixels of the canvas for one CSS pixel: the device's own, fewer for a page that would be too large. */
export function drawingScale(width: number, height: number, devicePixelRatio: number): number {
  return Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
}

/** A file name that every system takes, from the record's name. */
export function fileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
  return `${plain || 'document'}.pdf`;
}

/** Where a text was found: offsets into the text that was searched. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** Finds words without regard to case and marks: "duong huyet" finds "đường huyết". */
export function find(text: string, query: string): Found[] {
  const wanted = normalizeText(query).replace(/\s+/g, ' ');
  if (wanted === '') return [];
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const letter of text) {
    // A space is kept as it is: `fold` would drop it.
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
