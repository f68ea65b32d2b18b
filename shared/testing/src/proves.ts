/** Runs a block that acts and asserts for one requirement, inside a test that does more. Always to be awaited. */
export type Proves = (id: string, block: () => Promise<void> | void) => Promise<void>;

/** What a test runner can say about the test that runs. */
export interface Evidence {
  /** How many assertions were made until now. */
  readonly assertions: () => number;
  /** Keeps the id of a requirement that was proven. */
  readonly record: (id: string) => void;
}

/**
 * Makes `proves('VIT-25', async () => …)` for a test runner: the requirement is recorded when the block passed and asserted something.
 * @throws what the block throws; Error when it asserts nothing
 */
export const provesBy =
  ({ assertions, record }: Evidence): Proves =>
  async (id, block) => {
    const before = assertions();
    await block();
    if (assertions() === before) throw new Error(`The block that should prove ${id} asserts nothing.`);
    record(id);
  };
