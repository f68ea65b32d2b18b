import { rowsOf } from './draw.ts';
import { type Lead, type Recording } from './recording.model.ts';
import { CLINIC } from './scale.model.ts';

/** Seconds of one line: 250 mm at 25 mm/s, on paper laid sideways. */
const LINE_S = 10;
/** What a page holds below its head, in CSS pixels: A4 on its side with margins of 10 mm. */
const PAGE_PX = 680;
/** The same below the facts of the first page: a line of three quiet leads. */
const FIRST_PAGE_PX = 330;
/** A line's caption and the space after it. */
const CAPTION_PX = 30;

/** Leads under each other for some seconds; each as high as its curve needs there. */
export interface PaperLine {
  readonly leads: readonly Lead[];
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/**
 * The lines of a recording by page, so that no page stays half empty: a line whose leads do not fit goes on over the page, or begins the next one when
 * less than half of this one would be lost. The first page, which has the facts, may hold none.
 * @param seconds how much of the recording is printed
 */
export function pagesOf({ leads, rate }: Pick<Recording, 'leads' | 'rate'>, seconds: number): readonly (readonly PaperLine[])[] {
  const pages: PaperLine[][] = [[]];
  let room = FIRST_PAGE_PX;
  const turn = () => { pages.push([]); room = PAGE_PX; };
  for (let from = 0; from < seconds; from += LINE_S) {
    const to = Math.min(from + LINE_S, seconds);
    let rest = leads;
    while (rest.length > 0) {
      const { rows } = rowsOf(rest, CLINIC, { rate, from, to });
      const fitting = rows.filter(({ top, height }) => top + height + CAPTION_PX <= room).length;
      if (fitting < rest.length && room < PAGE_PX && (fitting === 0 || room < PAGE_PX / 2)) { turn(); continue; }
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
