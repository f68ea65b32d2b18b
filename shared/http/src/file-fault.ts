/** True if an error means that a build file failed to load or had the wrong hash. */
export function isFileFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /ChunkLoadError/.test(error.name) || /loading (?:css )?chunk/i.test(error.message) || isFileFault(error.cause);
}
