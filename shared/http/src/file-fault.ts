/** True for an error that says that a file of a build did not come, or was not the one that it should be. */
export function isFileFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /ChunkLoadError/.test(error.name) || /loading (?:css )?chunk/i.test(error.message) || isFileFault(error.cause);
}
