import { isVitalKey, vitalKeyOf, type VitalKey } from '@phr/clinical/codings';
import { DEFAULT_INDEXES } from '@phr/fhir/device-properties';

/** A value is outdated after this long without a new one, in milliseconds. */
export const STALE_MS = 10_000;

/** Grace period of the first connection, in milliseconds. */
const CONNECT_MS = 15_000;

/** Selection of this device: indexes with latest values, and watched ones. */
export interface MonitorChoice {
  readonly latest: readonly VitalKey[];
  readonly monitored: readonly VitalKey[];
}

export const DEFAULT_CHOICE: MonitorChoice = DEFAULT_INDEXES;

/**
 * Device settings LATEST_INDEXES and MONITOR_INDEXES: JSON lists of vital keys or codes; an empty list is valid.
 * Unreadable settings fall back to defaults.
 */
export function choiceOf(properties: Readonly<Record<string, string>>): MonitorChoice {
  return {
    latest: keysOf(properties['LATEST_INDEXES']) ?? DEFAULT_CHOICE.latest,
    monitored: keysOf(properties['MONITOR_INDEXES']) ?? DEFAULT_CHOICE.monitored,
  };
}

function keysOf(text: string | undefined): readonly VitalKey[] | undefined {
  if (text === undefined) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) return undefined;
    const keys = list
      .map((one) => (typeof one !== 'string' ? undefined : isVitalKey(one) ? one : vitalKeyOf(one)))
      .filter((key) => key !== undefined);
    return keys.length === 0 && list.length > 0 ? undefined : [...new Set(keys)];
  } catch {
    return undefined;
  }
}

/** Current or outdated. Nothing unmeasured is ever shown. */
export function freshness(arrivedAt: number | undefined, now: number): 'none' | 'live' | 'stale' {
  if (arrivedAt === undefined) return 'none';
  return now - arrivedAt > STALE_MS ? 'stale' : 'live';
}

/**
 * Connection state; one that was never established is not lost.
 * @param open milliseconds since the screen opened
 */
export function connectionState(
  connected: boolean,
  wasConnected: boolean,
  open: number,
): 'connected' | 'connecting' | 'disconnected' {
  if (connected) return 'connected';
  return wasConnected || open > CONNECT_MS ? 'disconnected' : 'connecting';
}
