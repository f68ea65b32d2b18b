import { rowsOf } from './draw.port.ts';
import { type Lead, type Recording } from './recording.model.ts';
import { CLINIC, PX_PER_MM } from './scale.model.ts';

/** Seconds per line: 250 mm at 25 mm/s, on landscape paper. */
const LINE_S = 10;
/** Page content height: landscape A4 has 190 mm between 10 mm margins, minus an 8 mm header and 1 mm spare. */
const PAGE_PX = 181 * PX_PER_MM;
/** A line's caption and the space after it. */
const CAPTION_PX = 8 * PX_PER_MM;

/** Stacked leads for some seconds, each as high as its curve needs. */
export interface PaperLine {
  readonly leads: readonly Lead[];
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/**
 * Lines by page: a line that does not fit starts the next page if that wastes less than half of this one, otherwise it
 * is split.
 * @param seconds printed duration
 */
export function pagesOf(
  { leads, rate }: Pick<Recording, 'leads' | 'rate'>,
  seconds: number,
): readonly (readonly PaperLine[])[] {
  const pages: PaperLine[][] = [];
  let room = 0;
  const turn = () => {
    pages.push([]);
    room = PAGE_PX;
  };
  for (let from = 0; from < seconds; from += LINE_S) {
    const to = Math.min(from + LINE_S, seconds);
    let rest = leads;
    while (rest.length > 0) {
      const { rows } = rowsOf(rest, CLINIC, { rate, from, to });
      const fitting = rows.filter(({ top, height }) => top + height + CAPTION_PX <= room).length;
      if (fitting < rest.length && room < PAGE_PX && (fitting === 0 || room < PAGE_PX / 2)) {
        turn();
        continue;
      }
      const placed = rest.slice(0, Math.max(1, fitting));
      pages.at(-1)?.push({ leads: placed, from, to });
      const last = rows[placed.length - 1];
      room -= (last === undefined ? 0 : last.top + last.height) + CAPTION_PX;
      rest = rest.slice(placed.length);
      if (rest.length > 0) turn();
    }
  }
  return pages;
}
