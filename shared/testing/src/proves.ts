/** Runs an act-and-assert block for one requirement within a larger test. Must be awaited. */
export type Proves = (id: string, block: () => Promise<void> | void) => Promise<void>;

/** Test runner's view of the current test. */
export interface Evidence {
  /** Number of assertions so far. */
  readonly assertions: () => number;
  /** Records a proven requirement id. */
  readonly record: (id: string) => void;
}

/**
 * Creates `proves('VIT-25', async () => …)` for a test runner: records the requirement if the block passes with at
 * least one assertion.
 * @throws the block's error, or Error if it asserts nothing
 */
export const provesBy =
  ({ assertions, record }: Evidence): Proves =>
  async (id, block) => {
    const before = assertions();
    await block();
    if (assertions() === before) throw new Error(`The block that should prove ${id} asserts nothing.`);
    record(id);
  };
