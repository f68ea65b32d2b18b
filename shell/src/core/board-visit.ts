import { createStore } from '@phr/contract/store';

/** A form in a relative's record that was opened from the board while the own record was on screen. */
interface BoardVisit {
  readonly patientId: string;
  /** Path of the form. */
  readonly pathname: string;
}

/** The visit that has not come to its end. */
export const boardVisit = createStore<BoardVisit | undefined>(undefined);
