/** Rulings R-03: the whole of a body that is sent, and the entries of a transaction or batch. */
export const MAX_BYTES = 20 * 1_048_576;
export const MAX_ENTRIES = 1_000;
