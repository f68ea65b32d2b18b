/** A command failed and has already printed why. */
export class Failed extends Error {}
