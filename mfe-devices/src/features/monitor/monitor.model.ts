import { lenientObject, text } from '@phr/fhir/json';
import type { Device } from '../devices/device.entity.ts';
import type { MeasureSession } from './measure-session.entity.ts';

const SECONDS_OF_A_MINUTE = 60;

/** Duration of a session in seconds; 0 while loading, which means neither a countdown nor an end (D-80). */
export function secondsOf(session: Pick<MeasureSession, 'minsTimeout'> | undefined): number {
  return session === undefined ? 0 : Math.max(0, session.minsTimeout * SECONDS_OF_A_MINUTE);
}

/** Remaining seconds by the monotonic clock; 0 without a countdown. */
export function secondsLeft(session: Pick<MeasureSession, 'minsTimeout'> | undefined, elapsedMs: number): number {
  return Math.max(0, secondsOf(session) - Math.floor(elapsedMs / 1000));
}

/** True only if a countdown has ended. */
export function isCountdownOver(session: Pick<MeasureSession, 'minsTimeout'> | undefined, elapsedMs: number): boolean {
  return secondsOf(session) > 0 && secondsLeft(session, elapsedMs) === 0;
}

/** Seconds as m:ss. */
export function clockOfSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const measured = lenientObject({ device: lenientObject({ identifier: lenientObject({ value: text }) }) });

/** True for a reading taken by one of these devices; readings typed meanwhile do not count. For a hub, any meter's. */
export function isFrom(observation: unknown, device: Pick<Device, 'mac' | 'isOneHub'>): boolean {
  const mac = measured(observation)?.device?.identifier?.value;
  return mac !== undefined && (device.isOneHub || mac === device.mac);
}
