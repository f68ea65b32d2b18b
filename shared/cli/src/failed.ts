/** A command ended with a fault that it has told in words. */
export class Failed extends Error {}
