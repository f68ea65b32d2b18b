import { z } from 'zod';
import { COHORT } from '../../access/cohort.ts';
import { Name, Version } from '../manifest.ts';

/** Maximum report size in bytes. */
export const REPORT_BYTES = 4_096;

/** Failed load step, as named by the loader; `render` and `uncaught` also occur in mounted modules. */
export const FAILURES = ['network', 'timeout', 'integrity', 'evaluation', 'shape', 'contract', 'render'] as const;
const FAULTS = ['render', 'file', 'timeout', 'uncaught'] as const;

/**
 * Network and cache failures, which say nothing about the version: new files hit cold caches. The prober checks files.
 */
export const NETWORK_FAILURES: ReadonlySet<string> = new Set(['network', 'timeout', 'file']);

/** Location in a release file; its own URLs only. */
const Frame = z
  .string()
  .max(160)
  .regex(/^\/m\/[a-z0-9-]+\/[\w.+-]+\/[\w./-]+\.m?js:\d+:\d+$/);
const Code = z.string().regex(/^[A-Za-z][\w.-]{0,39}$/);
const Count = z.number().int().min(0).max(1_000_000);

const Report = z.strictObject({
  module: Name,
  version: Version,
  /** Why this device has this version, as `resolve` says. */
  why: z.enum(['own', 'cohort', 'rollout', 'current', 'fallback']),
  /** Milliseconds until it was on screen, or the step at which it failed. */
  load: z
    .union([z.strictObject({ ms: z.number().min(0).max(600_000) }), z.strictObject({ failed: z.enum(FAILURES) })])
    .exactOptional(),
  faults: z
    .array(z.strictObject({ kind: z.enum(FAULTS), code: Code.exactOptional(), frame: Frame.exactOptional() }))
    .max(10)
    .exactOptional(),
  /** What was left in the page after unmount. */
  leaks: z.strictObject({ nodes: Count, sheets: Count, subscriptions: Count }).exactOptional(),
});

/** Body of POST /api/phr/module-health. Has no room for personal text, screen paths or ids. */
export const HealthReport = z.strictObject({ reports: z.array(Report).min(1).max(12) });
export type ModuleReport = z.output<typeof Report>;

/** A page's report with what its server knows about the reporter: nothing identifying. */
export const ReceivedReport = HealthReport.extend({
  /** `personOfDay` of the account. */
  who: z.string().regex(/^[\w-]{22}$/),
  /**
   * False for an account without a proved number: anyone can create five a minute, and the first five loads decide a
   * rollout.
   */
  proven: z.boolean(),
  /** The person's groups, as her token names them; absent where there are none. */
  cohorts: z.array(z.string().regex(COHORT)).readonly().exactOptional(),
});
export type ReceivedReport = z.output<typeof ReceivedReport>;
