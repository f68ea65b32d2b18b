import * as fc from 'fast-check';
import { assess } from '@phr/clinical/assess/assess';
import { dayValues } from '@phr/clinical/day-values';
import { glucoseStatistics } from '@phr/clinical/glucose-profile';
import { periodOf } from '@phr/time/period';
import { observation } from '@phr/fhir/observation';
import { dayOf } from '@phr/time/zone';
import { formatNumber } from '@phr/ui/format';
import { drawnPoints, pointsOf, summaryOf } from '../chart/series.model.ts';
import { aggregatePoints } from '../chart/aggregate-points.model.ts';
import { timedGlucoses } from '../glucose-board/glucose-board.model.ts';
import { readDays } from '../readings/days.api.ts';
import { readingsOf } from '../readings/reading.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const period = periodOf('2026-10-01', '2026-11-24', ZONE);
const context = { zone: ZONE, now: period.end };

const glucose = fc.record({
  at: fc.integer({ min: period.start, max: period.end - 1 }),
  reading: fc.oneof(
    fc.record({ value: fc.integer({ min: 30, max: 500 }), unit: fc.constant('mg/dL') }),
    fc.record({ value: fc.integer({ min: 20, max: 300 }).map((tenths) => tenths / 10), unit: fc.constant('mmol/L') }),
  ),
});

/** Day aggregates as received from the server. */
function dayAggregates(entries: readonly { readonly at: number; readonly reading: { value: number; unit: string } }[]) {
  const days = Map.groupBy(entries, ({ at }) => dayOf(at, ZONE));
  return readDays(
    [...days].flatMap(([day, ofDay]) =>
      dayValues(
        'glucoses',
        ofDay.map(({ at, reading: { value, unit } }) => ({
          numbers: [{ value, unit, code: unit }],
          count: 1,
          first: at,
          last: at,
        })),
        (measured) =>
          assess({ vital: 'glucoses', measured, zone: ZONE, now: period.end, origin: { kind: 'person' }, person: {} }),
      ).map((values) => ({
        ...values,
        day,
        first: new Date(values.first).toISOString(),
        last: new Date(values.last).toISOString(),
      })),
    ),
  );
}

test('one period has the same lowest, mean and highest on chart, table, board and from days of the server', () => {
  fc.assert(
    fc.property(
      fc.array(glucose, { minLength: 2, maxLength: 60 }),
      fc.constantFrom('mmol/L', 'mg/dL'),
      (entries, unit) => {
        const readings = readingsOf(
          entries.flatMap(({ at, reading: { value, unit: written } }, index) => {
            const one = observation({
              resourceType: 'Observation',
              id: `g${index}`,
              status: 'final',
              code: { coding: [{ system: 'http://loinc.org', code: '15074-8' }] },
              effectiveDateTime: new Date(at).toISOString(),
              valueQuantity: { value, unit: written, code: written },
            });
            return one === undefined ? [] : [one];
          }),
          context,
        );
        const single = pointsOf(readings, period, unit);
        expect(single).toHaveLength(entries.length);
        const days = drawnPoints(single, period, ZONE);
        const told = aggregatePoints(dayAggregates(entries) ?? [], [], 'glucoses', unit, context);
        const figures = [single, days, told].map((points) => {
          const [part] = summaryOf(points)?.parts ?? [];
          return [part?.lowest, part?.mean, part?.highest].map((value) => formatNumber(value, 'en-US', unit));
        });
        expect(figures[1]).toEqual(figures[0]);
        expect(figures[2]).toEqual(figures[0]);
        const board = glucoseStatistics(timedGlucoses(readings), unit);
        expect(formatNumber(board?.mean, 'en-US', unit)).toBe(figures[0]?.[1]);
      },
    ),
    { numRuns: 200 },
  );
});
