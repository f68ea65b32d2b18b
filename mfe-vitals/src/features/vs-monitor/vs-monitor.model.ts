import { isVitalKey, vitalKeyOf, type VitalKey } from '@phr/clinical/codings';
import { DEFAULT_INDEXES } from '@phr/fhir/device-properties';

/** A value is old when nothing new came for this long, in milliseconds. */
export const STALE_MS = 10_000;

/** The first connection may take this long before it is called lost, in milliseconds. */
const CONNECT_MS = 15_000;

/** What this device shows: indexes with their latest value, and indexes that are watched. */
export interface MonitorChoice {
  readonly latest: readonly VitalKey[];
  readonly monitored: readonly VitalKey[];
}

export const DEFAULT_CHOICE: MonitorChoice = DEFAULT_INDEXES;

/** The device's settings LATEST_INDEXES and MONITOR_INDEXES: JSON lists of vital keys or codes; an empty one is a choice, too. What cannot be read is the default. */
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

/** A value of this moment, or one that nothing followed. Between two readings nothing is shown that was not measured. */
export function freshness(arrivedAt: number | undefined, now: number): 'none' | 'live' | 'stale' {
  if (arrivedAt === undefined) return 'none';
  return now - arrivedAt > STALE_MS ? 'stale' : 'live';
}

/** What is told of the live connection: one that has not been there yet is not lost. @param open milliseconds since the screen opened */
export function connectionState(
  connected: boolean,
  wasConnected: boolean,
  open: number,
): 'connected' | 'connecting' | 'disconnected' {
  if (connected) return 'connected';
  return wasConnected || open > CONNECT_MS ? 'disconnected' : 'connecting';
}
