import { rowsOf } from './draw.port.ts';
import { type Lead, type Recording } from './recording.model.ts';
import { CLINIC, PX_PER_MM } from './scale.model.ts';

/** Seconds of one line: 250 mm at 25 mm/s, on paper laid sideways. */
const LINE_S = 10;
/** What a page holds below its head: A4 on its side has 190 mm between margins of 10 mm, the head takes 8, one is spare. */
const PAGE_PX = 181 * PX_PER_MM;
/** A line's caption and the space after it. */
const CAPTION_PX = 8 * PX_PER_MM;

/** Leads under each other for some seconds; each as high as its curve needs there. */
export interface PaperLine {
  readonly leads: readonly Lead[];
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/**
 * The lines of a recording by page, so that no page stays half empty: a line whose leads do not fit begins the next page when less than half of this one
 * is lost by that, and goes on over the page otherwise.
 * @param seconds how much of the recording is printed
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
