import { assess } from '@phr/clinical/assess/assess';
import type { ServiceRequest } from '@phr/contract/host-api';
import { AppError } from '@phr/contract/app-error';
import {
  codingsToWrite,
  DIASTOLIC,
  VITAL_KEYS,
  vitalKeyOf,
  SYSTOLIC,
  vitalOf,
  type VitalKey,
} from '@phr/clinical/codings';
import { ECG_VALUES } from '@phr/clinical/ecg-codings';
import { dayValues, type EqualReadings } from '@phr/clinical/day-values';
import { partsOf, type WrittenNumber } from '@phr/clinical/parts';
import { MMOL_PER_L, UCUM, type Unit } from '@phr/clinical/units';
import { roundHalfUp } from '@phr/clinical/numbers';
import { dateBounds } from '@phr/fhir/dates';
import { searchset } from '@phr/testing/dev-page';
import type { Responder } from '@phr/testing/fake-host';
import { randomOf } from '@phr/testing/random';
import { dayOf, toZoned } from '@phr/time/zone';

interface Stored {
  readonly resourceType: string;
  readonly id: string;
  readonly code: { readonly coding: readonly { readonly code: string }[] };
  readonly subject: { readonly reference: string };
  readonly effectiveDateTime?: string;
  readonly valueQuantity?: WrittenNumber;
  readonly component?: readonly {
    readonly code: { readonly coding: readonly { readonly code: string }[] };
    readonly valueQuantity?: WrittenNumber;
    readonly dataAbsentReason?: unknown;
  }[];
  readonly [element: string]: unknown;
}

const ZONE = 'Asia/Ho_Chi_Minh';
const DAY = 86_400_000;

/** A record server in memory with two years of readings of every person asked for, for the module's own page. @param delay milliseconds before each answer */
export function createAnswers(now = Date.now(), delay = 250): Responder {
  let stored: Stored[] = [];
  const known = new Set<string>();
  let lastId = 0;

  function meet(patientId: string): void {
    if (known.has(patientId)) return;
    known.add(patientId);
    stored = [...stored, ...generated(patientId, now), ...oddities(patientId, now)];
  }

  function search({ query, path }: ServiceRequest): unknown {
    const url = new URL(path, 'http://dev.invalid');
    for (const [key, value] of Object.entries(query ?? {}))
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined) url.searchParams.append(key, String(one));
    const codes = new Set((url.searchParams.get('code') ?? '').split(','));
    const bounds = url.searchParams
      .getAll('date')
      .map((bound) => ({ sign: bound.slice(0, 2), at: Date.parse(bound.slice(2)) }));
    const patientId = url.pathname.split('/')[2] ?? '';
    meet(patientId);
    const hits = stored
      .filter(({ subject }) => subject.reference === `Patient/${patientId}`)
      .filter(({ code }) => code.coding.some((coding) => codes.has(coding.code)))
      .filter(({ effectiveDateTime }) => {
        const at = dateBounds(effectiveDateTime ?? '', 420)?.start.getTime() ?? 0;
        return bounds.every((bound) => (bound.sign === 'ge' ? at >= bound.at : at <= bound.at));
      })
      .sort(
        (a, b) =>
          (dateBounds(b.effectiveDateTime ?? '', 420)?.start.getTime() ?? 0) -
          (dateBounds(a.effectiveDateTime ?? '', 420)?.start.getTime() ?? 0),
      );
    const count = Number(url.searchParams.get('_count') ?? 20);
    const offset = Number(url.searchParams.get('_offset') ?? 0);
    const end = offset + count;
    url.searchParams.set('_offset', String(end));
    return searchset(
      hits.slice(offset, end),
      hits.length,
      end < hits.length ? `${url.pathname}${url.search}` : undefined,
    );
  }

  /** The days of a period in figures, as the server tells them. */
  function daysOf({ query }: ServiceRequest): unknown {
    const parameter = (name: string): string => String(query?.[name] ?? '');
    const vitalKey = VITAL_KEYS.find((key) => key === parameter('name')) ?? 'glucoses';
    meet(parameter('patientId'));
    const days = new Map<string, EqualReadings[]>();
    for (const reading of stored) {
      const at = Date.parse(reading.effectiveDateTime ?? '');
      if (
        reading.subject.reference !== `Patient/${parameter('patientId')}` ||
        !reading.code.coding.some(({ code }) => vitalKeyOf(code) === vitalKey) ||
        reading['status'] !== 'final' ||
        !/T/.test(reading.effectiveDateTime ?? '') ||
        at > now
      )
        continue;
      const day = dayOf(at, parameter('zone'));
      if (day < parameter('from') || day > parameter('to')) continue;
      const one: EqualReadings = {
        count: 1,
        first: at,
        last: at,
        numbers: partsOf(vitalKey).map(({ coding }) =>
          coding === undefined
            ? reading.valueQuantity
            : reading.component?.find((part) =>
                part.code.coding.some(({ code }) => code === coding.primaryCodings[0]?.code),
              )?.valueQuantity,
        ),
      };
      days.set(day, [...(days.get(day) ?? []), one]);
    }
    return [...days]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([day, readings]) =>
        dayValues(vitalKey, readings, (measured) =>
          assess({ vital: vitalKey, measured, at: day, zone: 'UTC', now, person: {}, origin: { kind: 'person' } }),
        ).map((told) => ({
          ...told,
          day,
          first: new Date(told.first).toISOString(),
          last: new Date(told.last).toISOString(),
        })),
      );
  }

  function create(body: unknown): unknown {
    lastId += 1;
    const resource = { ...(body as Stored), id: `new-${lastId}` };
    stored = [resource, ...stored];
    return resource;
  }

  return async (request: ServiceRequest): Promise<unknown> => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (request.method === 'GET' && request.path.includes('/Observation')) return search(request);
    if (request.path === '/api/phr/observation/days') return daysOf(request);
    if (request.method === 'POST' && request.path === '/Observation') return create(request.body);
    if (request.method === 'POST' && request.path === '/')
      return {
        resourceType: 'Bundle',
        type: 'transaction-response',
        entry: (request.body as { entry: { resource: unknown }[] }).entry.map(({ resource }) => ({
          resource: create(resource),
        })),
      };
    if (request.method === 'DELETE') {
      const id = request.path.split('/').pop();
      if (id === 'bp-refused') throw new AppError({ code: 'NOT_DELETABLE', httpStatus: 403 });
      stored = stored.filter((one) => one.id !== id);
      return { id };
    }
    return undefined;
  };
}

const quantity = (value: number, unit: Unit) => ({ value, unit: unit.sign, system: UCUM, code: unit.code });

function base(patientId: string, id: string, vitalKey: VitalKey, at: number, facility?: string): Stored {
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { coding: codingsToWrite(vitalKey) },
    subject: { reference: `Patient/${patientId}` },
    performer: [
      facility === undefined
        ? { reference: `Patient/${patientId}` }
        : { reference: 'Organization/clinic', display: facility },
    ],
    effectiveDateTime: toZoned(at, ZONE),
  };
}

function generated(patientId: string, now: number): Stored[] {
  const random = randomOf('dev/vitals');
  const all: Stored[] = [];
  for (let index = 0; index < 240; index += 1) {
    const at = now - index * 2.7 * DAY - random.int(0, 300) * 60_000;
    const systolic = index === 0 ? 162 : Math.round(132 + 12 * Math.sin(index / 14) + random.normal(0, 7));
    all.push({
      ...base(
        patientId,
        `bp-${index}`,
        'bloodPressures',
        at,
        index % 9 === 4 ? 'Bệnh viện Đa khoa Hoa Sen' : undefined,
      ),
      bodySite: { coding: [{ code: index % 5 === 0 ? '368208006' : '368209003' }] },
      component: [
        { code: { coding: SYSTOLIC.primaryCodings }, valueQuantity: quantity(systolic, SYSTOLIC.unit) },
        {
          code: { coding: DIASTOLIC.primaryCodings },
          valueQuantity: quantity(Math.round(systolic * 0.6 + random.normal(0, 3)), DIASTOLIC.unit),
        },
      ],
      ...(index % 17 === 3 ? { note: [{ text: 'Đo sau khi đi bộ nhanh' }] } : {}),
    });
  }
  const simple = (vitalKey: VitalKey, count: number, every: number, value: () => number, facility?: string) => {
    const [unit] = vitalOf(vitalKey).units;
    if (unit === undefined) return;
    for (let index = 0; index < count; index += 1) {
      all.push({
        ...base(patientId, `${vitalKey}-${index}`, vitalKey, now - (index * every + 0.3) * DAY, facility),
        valueQuantity: quantity(value(), unit),
      });
    }
  };
  simple('heartRates', 120, 3, () => Math.round(random.normal(76, 9)));
  simple('temperatures', 30, 11, () => roundHalfUp(random.normal(36.9, 0.5), 1));
  simple('spo2s', 40, 9, () => Math.min(100, Math.round(random.normal(97, 1.4))));
  simple('weights', 60, 8, () => roundHalfUp(random.normal(58, 0.6), 1));
  simple('heights', 4, 160, () => 157);
  // The mother wears a sensor: twenty days, every quarter of an hour, with a peak after each meal and one lost night.
  if (patientId === 'patient-mother') {
    for (let index = 0; index < 20 * 96; index += 1) {
      const at = now - index * 900_000;
      const hour = ((at + 7 * 3_600_000) % DAY) / 3_600_000;
      const meal = [7, 12, 18.5].reduce(
        (sum, time) => sum + (hour > time && hour < time + 4 ? 3.2 * Math.exp(-((hour - time - 1.2) ** 2) / 0.9) : 0),
        0,
      );
      if (index < 300 && index > 270) continue;
      all.push({
        ...base(patientId, `sensor-${index}`, 'glucoses', at),
        valueQuantity: quantity(
          roundHalfUp(Math.max(2.6, 6.1 + meal + random.normal(0, 1)), 1),
          vitalOf('glucoses').units[0] ?? MMOL_PER_L,
        ),
      });
    }
  } else simple('glucoses', 500, 0.2, () => roundHalfUp(random.normal(7.2, 1.9), 1));
  simple('cholesterols', 4, 170, () => roundHalfUp(random.normal(5.3, 0.3), 1), 'Phòng xét nghiệm Sao Mai');
  all.push({
    ...base(patientId, 'ecg-1', 'ecgs', now - 20 * DAY, 'Phòng khám Tim mạch'),
    component: ECG_VALUES.slice(0, 1).map((value) => ({
      code: { coding: value.primaryCodings },
      valueQuantity: quantity(71, value.unit),
    })),
  });
  return all;
}

/** Readings as other systems really send them: parts missing, other units, voided, partial dates. */
function oddities(patientId: string, now: number): Stored[] {
  const absent = { coding: [{ code: 'not-performed' }] };
  return [
    {
      ...base(patientId, 'bp-half', 'bloodPressures', now - 1.5 * DAY, 'Trạm y tế phường An Bình'),
      component: [
        { code: { coding: SYSTOLIC.primaryCodings }, valueQuantity: quantity(138, SYSTOLIC.unit) },
        { code: { coding: DIASTOLIC.primaryCodings }, dataAbsentReason: absent },
      ],
    },
    {
      ...base(patientId, 'bp-void', 'bloodPressures', now - 2 * DAY),
      status: 'entered-in-error',
      component: [
        { code: { coding: SYSTOLIC.primaryCodings }, valueQuantity: quantity(1200, SYSTOLIC.unit) },
        { code: { coding: DIASTOLIC.primaryCodings }, valueQuantity: quantity(80, DIASTOLIC.unit) },
      ],
    },
    {
      ...base(patientId, 'bp-refused', 'bloodPressures', now - 2.2 * DAY),
      component: [
        { code: { coding: SYSTOLIC.primaryCodings }, valueQuantity: quantity(118, SYSTOLIC.unit) },
        { code: { coding: DIASTOLIC.primaryCodings }, valueQuantity: quantity(76, DIASTOLIC.unit) },
      ],
    },
    {
      ...base(patientId, 'weight-lb', 'weights', now - 0.2 * DAY, 'General Hospital'),
      valueQuantity: { value: 152, unit: 'lb', code: '[lb_av]' },
    },
    {
      ...base(patientId, 'height-cancelled', 'heights', now),
      status: 'cancelled',
      effectiveDateTime: '2024-12-03',
      dataAbsentReason: absent,
    },
    {
      ...base(patientId, 'temperature-year', 'temperatures', now),
      effectiveDateTime: '2019',
      valueQuantity: { value: 37.2, unit: 'C', code: 'Cel' },
    },
    { ...base(patientId, 'spo2-unitless', 'spo2s', now - 3 * DAY), valueQuantity: { value: 96 } },
  ];
}
