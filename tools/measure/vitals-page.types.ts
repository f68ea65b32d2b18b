/** What the page of the vitals' drawings lets the measures do. Days and counts describe the readings to draw. */
export interface VitalsPage {
  readonly drawOwn: (days: number, count: number) => void;
  readonly drawUPlot: (days: number, count: number) => void;
  /** Opens an ECG of three leads, one minute, 500 samples a second. */
  readonly openEcg: () => Promise<void>;
  /** Pans it to the right and back, a second a step and a step a frame. Answers the words that tell which seconds are seen. */
  readonly panEcg: (steps: number) => Promise<string>;
  /** Looks for the beats of the first 30 seconds of its three leads, so many times. */
  readonly analyseEcg: (times: number) => void;
  /** Opens a screen of the module and leaves it, so many times. */
  readonly mountAndLeave: (path: string, times: number) => Promise<void>;
}
