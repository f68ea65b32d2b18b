/** What every screen of the module is given. */
export interface ScreenProps {
  /** Level of its first heading. */
  readonly level: number;
}
