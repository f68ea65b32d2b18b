import type { LoadErrorKind } from './load-error.ts';
import type { Candidate } from './resolve.ts';

/** Health event of a module part: mounted, failed, faulty later, or leaking after unmount. */
export type HealthEvent =
  | { readonly ms: number }
  | { readonly failed: LoadErrorKind }
  | { readonly fault: 'render' | 'file' | 'timeout' | 'uncaught'; readonly error?: unknown }
  | { readonly left: number };

export type TellHealth = (module: string, version: string, event: HealthEvent) => void;

/** One report as accepted by the server (POST /api/phr/module-health). */
export interface ModuleReport {
  readonly module: string;
  readonly version: string;
  readonly why: Candidate['why'];
  load?: { readonly ms: number } | { readonly failed: string };
  faults?: { readonly kind: string; readonly code?: string; readonly frame?: string }[];
  leaks?: { readonly nodes: number; readonly sheets: number; readonly subscriptions: number };
}

export interface HealthOptions {
  /** Sends reports; failures are not retried. */
  readonly send: (reports: readonly ModuleReport[]) => Promise<unknown>;
  /** Why this page has a version. */
  readonly whyOf: (module: string, version: string) => Candidate['why'] | undefined;
  /** Source of uncaught errors and of the page's end. */
  readonly target: Pick<EventTarget, 'addEventListener'>;
}

const EACH_MS = 60_000;
/** Limits reports from a page that fails in a loop. */
const MOST_FAULTS = 10;
/** Maximum batch size the server accepts. */
const MOST_REPORTS = 12;
/** Failures decided before loading, which say nothing about a version. */
const BEFORE_LOADING: ReadonlySet<string> = new Set(['registry', 'disabled']);

/**
 * Reports how modules perform in this page: first load of each version, faults, leaks. Contains nothing personal: only
 * the error's name and its location in the module's own files. Sent each minute, at once after a failure, and when the
 * page ends.
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
    // a fallback for a version that failed here belongs to neither side of a comparison
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
    // a part that breaks after another part of the version mounted is a fault
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

/** The first stack frame inside a module's files; never reveals a page URL or message. */
function frameOf(error: unknown): Frame | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  // the message precedes the first frame and may contain user input
  const frames = stack.split('\n').filter((line) => /^\s*at |@/.test(line));
  for (const line of frames) {
    const [text, module, version] =
      /\/m\/([a-z0-9-]+)\/([\w.+-]+)\/[\w./-]+\.m?js:\d+:\d+(?=\)?$)/.exec(line.trim()) ?? [];
    if (text !== undefined && module !== undefined && version !== undefined) return { text, module, version };
  }
  return undefined;
}

/** An error's name, and its code unless that is a sentence. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const named = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return /^[A-Za-z][\w.-]{0,39}$/.test(named) ? named : undefined;
}
