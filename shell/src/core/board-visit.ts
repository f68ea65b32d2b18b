import { createStore } from '@phr/contract/store';

/** A form in a relative's record opened from the board while the own record was on screen. */
interface BoardVisit {
  readonly patientId: string;
  /** Path of the form. */
  readonly pathname: string;
}

/** The unfinished visit. */
export const boardVisit = createStore<BoardVisit | undefined>(undefined);
