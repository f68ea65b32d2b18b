import type { Meal } from '@phr/clinical/meal';
import { deviceZone } from '@phr/time/zone';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import {
  decodeBloodPressure,
  decodeGlucose,
  decodeGlucoseContext,
  decodeRecordAnswer,
  decodeSpotCheck,
  decodeTemperature,
  decodeWeight,
} from './gatt-decoders.model.ts';
import { TruncatedPacket } from './gatt-reader.port.ts';
import { listenToMeter, MeterError, type MeterProblem, type ProfileName } from './meter.port.ts';
import {
  fromBloodPressure,
  fromGlucose,
  fromSpotCheck,
  fromTemperature,
  fromWeight,
  mealOfContext,
  type MeterReading,
  type Received,
  withMeal,
  withReading,
} from './meter-reading.model.ts';

/** State of listening to a meter. Received readings are kept until the screen is left. */
export interface MeterState {
  readonly step: 'idle' | 'connecting' | 'listening' | 'over';
  readonly readings: readonly MeterReading[];
  readonly problem?: MeterProblem;
  /** Unreadable data was received. */
  readonly isBroken: boolean;
}

type MeterEvent =
  | { readonly type: 'connect' | 'connected' | 'over' | 'gone' | 'broken' }
  | { readonly type: 'reading'; readonly reading: MeterReading }
  | { readonly type: 'meal'; readonly seq: number; readonly meal: Meal }
  | { readonly type: 'failed'; readonly problem: MeterProblem };

function meterAfter(now: MeterState, event: MeterEvent): MeterState {
  switch (event.type) {
    case 'connect':
      return { step: 'connecting', readings: now.readings, isBroken: false };
    case 'connected':
      return now.step === 'connecting' ? { ...now, step: 'listening' } : now;
    case 'reading':
      return { ...now, readings: withReading(now.readings, event.reading) };
    case 'meal':
      return { ...now, readings: withMeal(now.readings, event) };
    case 'broken':
      return { ...now, isBroken: true };
    case 'over':
      return { ...now, step: 'over' };
    // many meters disconnect once everything is sent
    case 'gone':
      return now.readings.length > 0 ? { ...now, step: 'over' } : { ...now, step: 'idle', problem: 'lost' };
    case 'failed':
      return { ...now, step: 'idle', problem: event.problem };
  }
}

const DECODE: Readonly<Record<ProfileName, (bytes: DataView, received: Received) => MeterReading | undefined>> = {
  bloodPressure: (bytes, received) => fromBloodPressure(decodeBloodPressure(bytes), received),
  glucose: (bytes, received) => fromGlucose(decodeGlucose(bytes), received),
  thermometer: (bytes, received) => fromTemperature(decodeTemperature(bytes), received),
  oximeter: (bytes, received) => fromSpotCheck(decodeSpotCheck(bytes), received),
  scale: (bytes, received) => fromWeight(decodeWeight(bytes), received),
};

/** Listens to a meter that the person chooses; ends when the screen is left. */
export function useMeter(
  profiles: readonly ProfileName[],
): MeterState & { readonly connect: () => void; readonly disconnect: () => void } {
  const [state, happen] = useReducer(meterAfter, { step: 'idle', readings: [], isBroken: false });
  const end = useRef<() => void>(undefined);
  const disconnect = (): void => {
    end.current?.();
    end.current = undefined;
  };
  const leave = useEffectEvent(disconnect);
  useEffect(() => () => leave(), []);

  function read(bytes: DataView, profile: ProfileName, from: 'measurement' | 'context'): void {
    try {
      if (from === 'context') {
        const context = decodeGlucoseContext(bytes);
        const meal = mealOfContext(context);
        if (meal !== undefined) happen({ type: 'meal', seq: context.seq, meal });
        return;
      }
      const reading = DECODE[profile](bytes, { now: Date.now(), zone: deviceZone(), nonce: crypto.randomUUID() });
      if (reading !== undefined) happen({ type: 'reading', reading });
    } catch (error) {
      if (!(error instanceof TruncatedPacket)) throw error;
      happen({ type: 'broken' });
    }
  }
  function connect(): void {
    happen({ type: 'connect' });
    listenToMeter(profiles, {
      onConnected: () => happen({ type: 'connected' }),
      onDisconnected: () => happen({ type: 'gone' }),
      onPacket(profile, from, bytes) {
        if (from !== 'records') return read(bytes, profile, from);
        const answer = decodeRecordAnswer(bytes);
        if (answer === undefined) return undefined;
        disconnect();
        return happen(answer === 'failed' ? { type: 'failed', problem: 'not-connected' } : { type: 'over' });
      },
    }).then(
      (stop) => {
        end.current = stop;
      },
      (error: unknown) => {
        happen({ type: 'failed', problem: error instanceof MeterError ? error.problem : 'not-connected' });
      },
    );
  }
  return {
    ...state,
    connect,
    disconnect: () => {
      disconnect();
      happen({ type: 'over' });
    },
  };
}
