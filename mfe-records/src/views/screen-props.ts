/** Props of every screen of the module. */
export interface ScreenProps {
  /** Level of its first heading. */
  readonly level: number;
}
