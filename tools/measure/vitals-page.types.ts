/** The functions of the charts' page that the measures call. Days and counts describe the readings to draw. */
export interface VitalsPage {
  readonly drawOwn: (days: number, count: number) => void;
  readonly drawUPlot: (days: number, count: number) => void;
  /** Opens an ECG of three leads, one minute, 500 samples a second. */
  readonly openEcg: () => Promise<void>;
  /**
   * Pans it to the right and back by one second per step and one step per frame. Returns the text with the visible
   * seconds.
   */
  readonly panEcg: (steps: number) => Promise<string>;
  /** Finds the beats in the first 30 seconds of its three leads, the given number of times. */
  readonly analyseEcg: (times: number) => void;
  /** Opens a screen of the module and leaves it, the given number of times. */
  readonly mountAndLeave: (path: string, times: number) => Promise<void>;
}
