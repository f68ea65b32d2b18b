interface Watch {
  /** Requests a heartbeat. */
  readonly ask: () => void;
  /** Called on each tick without a response for too long. */
  readonly onSilent: () => void;
  readonly everyMs: number;
  readonly silentMs: number;
}

export interface Pulse {
  /** To be called for every sign of life. */
  heard(): void;
  stop(): void;
}

/**
 * Watches whether another process is alive by counting unanswered requests rather than time, so that a pause of the
 * whole machine counts for nobody.
 */
export function watchPulse({ ask, onSilent, everyMs, silentMs }: Watch): Pulse {
  let unanswered = 0;
  const turns = setInterval(() => {
    ask();
    unanswered += 1;
    if (unanswered * everyMs >= silentMs) onSilent();
  }, everyMs);
  return {
    heard: () => {
      unanswered = 0;
    },
    stop: () => clearInterval(turns),
  };
}
