import type { Config } from '../kit/config.ts';
import type { Usage, UsageCounts } from '../kit/usage-counts.ts';

/** Messages from the parent to the process of the record services. */
export type ToRecords =
  /** `database` is the embedded database's process id, so that the surviving process can stop it. */
  | { readonly kind: 'start'; readonly config: Config; readonly socket: string; readonly database: number | undefined }
  /** Heartbeat request. */
  | { readonly kind: 'ping'; readonly database: number | undefined }
  | { readonly kind: 'counted'; readonly id: number; readonly usage: Usage }
  | { readonly kind: 'stop' };

/** Messages to its parent. */
export type FromRecords =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'pong' }
  /** Limits apply across processes: the parent keeps the counters. */
  | { readonly kind: 'count'; readonly id: number; readonly use: Parameters<UsageCounts['add']> };
