interface Watch {
  /** Asks for a sign of life. */
  readonly ask: () => void;
  /** Told at each turn in which nothing was heard for too long. */
  readonly onSilent: () => void;
  readonly everyMs: number;
  readonly silentMs: number;
}

export interface Pulse {
  /** To be called for every sign of life. */
  heard(): void;
  stop(): void;
}

/** Watches whether another process is alive. Unanswered questions are counted and no time is measured: where all processes were paused together, nobody was silent. */
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
