/** Why a file cannot be shown; the text of each but `stopped` is `viewer.problem.<code>`. */
export const LOAD_PROBLEMS = [
  'stopped',
  'offline',
  'timeout',
  'denied',
  'expired',
  'missing',
  'server',
  'notDicom',
  'notPdf',
  'cut',
  'broken',
  'tooLarge',
  'unsupported',
  'noImage',
  'noSize',
  'otherSize',
  'noPalette',
  'report',
  'waveform',
  'document',
  'directory',
  'viewer',
] as const;
export type LoadProblem = (typeof LOAD_PROBLEMS)[number];

/** Trying again may help with these. */
const PASSING: readonly LoadProblem[] = ['stopped', 'offline', 'timeout', 'denied', 'missing', 'server', 'viewer'];
/** Trying again cannot help with these. */
export const FINAL: ReadonlySet<LoadProblem> = new Set(LOAD_PROBLEMS.filter((problem) => !PASSING.includes(problem)));

export class LoadError extends Error {
  readonly problem: LoadProblem;

  constructor(problem: LoadProblem, cause?: unknown) {
    super(problem, cause === undefined ? undefined : { cause });
    this.name = 'LoadError';
    this.problem = problem;
  }
}

/** Why a viewer's own code failed to load: offline, reloading would lose the page as well. */
export const codeProblem = (): LoadProblem => (navigator.onLine ? 'viewer' : 'offline');

/**
 * Maps any rejection of parser, loader or codec to a problem: errors, strings, numbers, DOM events, `{ error }`, `{
 * exception }`.
 */
export function problemOf(reason: unknown): LoadProblem {
  if (reason instanceof LoadError) return reason.problem;
  if (reason instanceof DOMException && reason.name === 'AbortError') return 'stopped';
  const text = textIn(reason);
  if (/DICM prefix not found|not a valid DICOM/i.test(text)) return 'notDicom';
  if (/no decoder for transfer syntax|unsupported|not supported|invalid photometric/i.test(text)) return 'unsupported';
  if (
    /buffer overrun|overread|past the end|attempt to read past|not have the same length|out of (?:bounds|range)|length/i.test(
      text,
    )
  )
    return 'cut';
  if (/pixel ?data is missing|no pixel data|pixel data element/i.test(text)) return 'noImage';
  if (/larger than|cache size|allocation failed|out of memory/i.test(text)) return 'tooLarge';
  return 'broken';
}

function textIn(reason: unknown): string {
  if (typeof reason === 'string') return reason;
  if (reason instanceof Error) return reason.message;
  if (typeof reason !== 'object' || reason === null) return '';
  if ('error' in reason) return textIn(reason.error);
  if ('exception' in reason) return textIn(reason.exception);
  if ('message' in reason) return String(reason.message);
  return '';
}
