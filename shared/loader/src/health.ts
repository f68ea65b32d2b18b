import type { LoadErrorKind } from './load-error.ts';
import type { Candidate } from './resolve.ts';

/** What a host tells of a part of a module: it stands on screen, it failed, a fault of it, or what it left behind. */
export type HealthEvent =
  | { readonly ms: number }
  | { readonly failed: LoadErrorKind }
  | { readonly fault: 'render' | 'file' | 'timeout' | 'uncaught'; readonly error?: unknown }
  | { readonly left: number };

export type TellHealth = (module: string, version: string, event: HealthEvent) => void;

/** One report as the server takes it (POST /api/phr/module-health). */
export interface ModuleReport {
  readonly module: string;
  readonly version: string;
  readonly why: Candidate['why'];
  load?: { readonly ms: number } | { readonly failed: string };
  faults?: { readonly kind: string; readonly code?: string; readonly frame?: string }[];
  leaks?: { readonly nodes: number; readonly sheets: number; readonly subscriptions: number };
}

export interface HealthOptions {
  /** Sends the reports; what does not arrive is not sent again. */
  readonly send: (reports: readonly ModuleReport[]) => Promise<unknown>;
  /** Why this page has a version. */
  readonly whyOf: (module: string, version: string) => Candidate['why'] | undefined;
  /** The page, for faults that nobody caught and for its end. */
  readonly target: Pick<EventTarget, 'addEventListener'>;
}

const EACH_MS = 60_000;
/** A page that fails in a loop tells so often, and then no more. */
const MOST_FAULTS = 10;
/** What the server takes at once. */
const MOST_REPORTS = 12;
/** Failures that hosts decide on before anything is loaded: they say nothing about a version. */
const BEFORE_LOADING: ReadonlySet<string> = new Set(['registry', 'disabled']);

/**
 * Tells the server how modules do in this page: the first load of each version, faults, what was left after it had gone. Nothing personal is told: of an error its
 * name, and the place in the module's own files. Sent each minute, at once after a failure, and when the page ends.
 */
export function createHealth({ send, whyOf, target }: HealthOptions): TellHealth {
  const loaded = new Set<string>();
  const failed = new Set<string>();
  const faults = new Map<string, number>();
  let waiting = new Map<string, ModuleReport>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const reports = [...waiting.values()].slice(0, MOST_REPORTS);
    waiting = new Map();
    if (reports.length > 0) send(reports).catch(() => undefined);
  };

  const reportOf = (module: string, version: string): ModuleReport => {
    const key = `${module}@${version}`;
    const known = waiting.get(key);
    if (known !== undefined) return known;
    // what stands in for a version that failed here is on neither side of a comparison
    const report: ModuleReport = {
      module,
      version,
      why: failed.has(module) ? 'fallback' : (whyOf(module, version) ?? 'fallback'),
    };
    waiting.set(key, report);
    return report;
  };

  const noteFault = (module: string, version: string, kind: string, error: unknown): boolean => {
    const count = (faults.get(module) ?? 0) + 1;
    faults.set(module, count);
    if (count > MOST_FAULTS) return false;
    const frame = frameOf(error);
    const code = codeOf(error);
    (reportOf(module, version).faults ??= []).push({
      kind,
      ...(code === undefined ? {} : { code }),
      ...(frame === undefined ? {} : { frame: frame.text }),
    });
    return true;
  };

  const noteLoad = (module: string, version: string, load: NonNullable<ModuleReport['load']>): boolean => {
    const key = `${module}@${version}`;
    // a part that breaks after another one of the version stood is a fault of it
    if (loaded.has(key))
      return 'failed' in load && load.failed === 'render' && noteFault(module, version, 'render', undefined);
    loaded.add(key);
    reportOf(module, version).load = load;
    if ('failed' in load) failed.add(module);
    return 'failed' in load;
  };

  const tell: TellHealth = (module, version, event) => {
    let isUrgent = false;
    if ('ms' in event) noteLoad(module, version, { ms: Math.round(event.ms) });
    else if ('failed' in event) {
      if (BEFORE_LOADING.has(event.failed)) return;
      isUrgent = noteLoad(module, version, { failed: event.failed });
    } else if ('fault' in event) isUrgent = noteFault(module, version, event.fault, event.error);
    else if (event.left > 0) {
      const report = reportOf(module, version);
      report.leaks = { nodes: (report.leaks?.nodes ?? 0) + event.left, sheets: 0, subscriptions: 0 };
    }
    if (isUrgent) return flush();
    if (waiting.size > 0) timer ??= setTimeout(flush, EACH_MS);
    return undefined;
  };

  const uncaught = (error: unknown): void => {
    const frame = frameOf(error);
    if (frame !== undefined) tell(frame.module, frame.version, { fault: 'uncaught', error });
  };
  target.addEventListener('error', (event) => uncaught('error' in event ? event.error : undefined));
  target.addEventListener('unhandledrejection', (event) => uncaught('reason' in event ? event.reason : undefined));
  target.addEventListener('pagehide', flush);
  return tell;
}

interface Frame {
  /** '/m/<module>/<version>/<file>:<line>:<column>'. */
  readonly text: string;
  readonly module: string;
  readonly version: string;
}

/** The first line of a stack that lies in the files of a module; an address of the page or a text never comes out. */
function frameOf(error: unknown): Frame | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  // the message stands before the first frame, and may hold whatever a person typed
  const frames = stack.split('\n').filter((line) => /^\s*at |@/.test(line));
  for (const line of frames) {
    const [text, module, version] =
      /\/m\/([a-z0-9-]+)\/([\w.+-]+)\/[\w./-]+\.m?js:\d+:\d+(?=\)?$)/.exec(line.trim()) ?? [];
    if (text !== undefined && module !== undefined && version !== undefined) return { text, module, version };
  }
  return undefined;
}

/** The name of an error, and its code where it has one that is no sentence. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const named = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return /^[A-Za-z][\w.-]{0,39}$/.test(named) ? named : undefined;
}
