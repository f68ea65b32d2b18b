import { z } from 'zod';
import { Name, Version } from '../manifest.ts';

/** Most that one report may hold, in bytes. */
export const REPORT_BYTES = 4_096;

/** At which step a load failed, in the words of the loader; `render` and `uncaught` also name faults of a mounted module. */
export const FAILURES = ['network', 'timeout', 'integrity', 'evaluation', 'shape', 'contract', 'render'] as const;
const FAULTS = ['render', 'file', 'timeout', 'uncaught'] as const;

/** Kinds that say something about a line or a cache, and not about the version: new files meet cold caches, so they are no trial. The prober looks after files. */
export const OF_THE_NETWORK: ReadonlySet<string> = new Set(['network', 'timeout', 'file']);

/** Where in a file of a release something failed; an address of its own files and nothing else. */
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
  /** Milliseconds until it stood on screen, or at which step it failed. */
  load: z
    .union([z.strictObject({ ms: z.number().min(0).max(600_000) }), z.strictObject({ failed: z.enum(FAILURES) })])
    .exactOptional(),
  faults: z
    .array(z.strictObject({ kind: z.enum(FAULTS), code: Code.exactOptional(), frame: Frame.exactOptional() }))
    .max(10)
    .exactOptional(),
  /** What was left in the page when the module had gone. */
  leaks: z.strictObject({ nodes: Count, sheets: Count, subscriptions: Count }).exactOptional(),
});

/** Body of POST /api/phr/module-health. No text of a person, no path of a screen and no id fits into it. */
export const HealthReport = z.strictObject({ reports: z.array(Report).min(1).max(12) });
export type ModuleReport = z.output<typeof Report>;

/** What a page told, with what its server knows of who told it: nothing of which a person could be made. */
export const Told = HealthReport.extend({
  /** `personOfDay` of the account. */
  who: z.string().regex(/^[\w-]{22}$/),
  /** False for an account that has not proven its number: anybody makes five of them in a minute, and the first five loads decide on a rollout. */
  proven: z.boolean(),
});
export type Told = z.output<typeof Told>;
