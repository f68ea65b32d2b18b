import type { Config } from '../kit/config.ts';
import type { Usage, UsageCounts } from '../kit/usage-counts.ts';

/** What the parent says to the process of the record services. */
export type ToRecords =
  /** `database` is the embedded database's process: whoever remains alone ends it. */
  | { readonly kind: 'start'; readonly config: Config; readonly socket: string; readonly database: number | undefined }
  /** Asks for a sign of life. */
  | { readonly kind: 'ping'; readonly database: number | undefined }
  | { readonly kind: 'counted'; readonly id: number; readonly usage: Usage }
  | { readonly kind: 'stop' };

/** What it says to its parent. */
export type FromRecords =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'pong' }
  /** Limits count for all processes: the parent keeps the counts. */
  | { readonly kind: 'count'; readonly id: number; readonly use: Parameters<UsageCounts['add']> };
