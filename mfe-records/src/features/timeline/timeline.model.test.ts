import { dateOrder } from '@phr/fhir/dates';
import { randomOf } from '@phr/testing/random';
import type { Moment } from './moment.entity.ts';
import { ANY_DAY, mergeStreams, orderOf, type Stream, unreadFrom, yearsOf } from './timeline.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const moment = (id: string, date: string | undefined, more: Partial<Moment> = {}): Moment => ({
  id,
  kind: 'papers',
  title: id,
  lines: [],
  to: { screen: 'record' },
  ...(date !== undefined && { date }),
  ...more,
});
const ids = (streams: readonly Stream[], zone = ZONE) => mergeStreams(streams, zone).rows.map(({ id }) => id);

test('entries of all streams stand in one order; a partial date stands at the end of its year or month', () => {
  const moments = ['2014', '2014-03-12', '2014-03', '2014-03-12T08:30:00+07:00', undefined, '2013-12-31', '2014-03-01'];
  const streams = [{ moments: moments.map((date) => moment(date ?? 'none', date)) }];
  expect(ids(streams)).toEqual([
    '2014-03-12T08:30:00+07:00',
    '2014-03-12',
    '2014-03-01',
    '2014-03',
    '2014',
    '2013-12-31',
    'none',
  ]);
  const years = yearsOf(mergeStreams(streams, ZONE).rows, ZONE);
  expect(years.map(({ year, rows }) => [year, rows.length])).toEqual([
    ['2014', 5],
    ['2013', 1],
    ['', 1],
  ]);
});

test('an hour belongs to the day of the zone: 23:30 in Hanoi on new year’s eve is no day of the new year', () => {
  expect(orderOf('2025-12-31T16:30:00Z', ZONE)).toBe('2025-12-31T23:30');
  expect(orderOf('2025-12-31T17:30:00Z', ZONE)).toBe('2026-01-01T00:30');
});

test('nothing is shown below a day that an unread page of another type could still fill', () => {
  const visits = { moments: [moment('v1', '2026-10-25'), moment('v2', '2026-03-01')] };
  const papers = { moments: [moment('p1', '2026-06-01')], unreadFrom: unreadFrom(['2026-06-01'], ZONE) };
  expect(ids([visits, papers])).toEqual(['v1']);
  expect(mergeStreams([visits, papers], ZONE).hasMore).toBe(true);
  expect(ids([visits, { moments: papers.moments }])).toEqual(['v1', 'p1', 'v2']);
  expect(ids([visits, { moments: [], unreadFrom: ANY_DAY }])).toEqual([]);
});

test('after an entry of which only the year is known, the whole year may still be filled', () => {
  expect(unreadFrom(['2014-05-02', '2014'], ZONE)).toBe('2015-01-01');
  expect(unreadFrom(['2014-02'], ZONE)).toBe('2014-03-01');
  expect(unreadFrom([undefined, undefined], ZONE)).toBe(ANY_DAY);
});

test('what belongs to a visit stands under it; nothing below it is shown until the visit is read', () => {
  const report = moment('r', '2026-10-27', { kind: 'results', visit: 'v' });
  const visit = moment('Encounter/v', '2026-10-25', { kind: 'visits' });
  const old = moment('d', '2026-10-26');
  const read = { moments: [visit], isVisits: true as const };
  const [row] = mergeStreams([read, { moments: [report] }], ZONE).rows;
  expect([row?.id, row?.under.map(({ id }) => id)]).toEqual(['Encounter/v', ['r']]);
  const unread = { moments: [], unreadFrom: '2026-10-01', isVisits: true as const };
  expect(ids([unread, { moments: [report, old, moment('n', '2026-11-01')] }])).toEqual(['n']);
  // a visit missing from the record: all visits are loaded, so the report is on its own
  expect(ids([{ moments: [], isVisits: true }, { moments: [report, old] }])).toEqual(['r', 'd']);
});

test('whatever pages come in whatever order, what is shown is the beginning of the whole timeline', () => {
  const random = randomOf('timeline');
  const upTo = (most: number) => random.int(0, most);
  const anyDate = (): string => {
    const iso = new Date(Date.UTC(2019, upTo(47), 1 + upTo(27), upTo(23), upTo(59))).toISOString();
    return [iso.slice(0, 4), iso.slice(0, 7), iso.slice(0, 10), `${iso.slice(0, 19)}Z`][upTo(3)] ?? iso;
  };
  for (let round = 0; round < 400; round += 1) {
    const zone = [ZONE, 'America/Los_Angeles', 'UTC'][round % 3] ?? ZONE;
    // the server sorts by the first moment that a date may mean
    const lists = Array.from({ length: 1 + upTo(3) }, (_, at) =>
      Array.from({ length: upTo(12) }, anyDate)
        .sort((a, b) => dateOrder(b) - dateOrder(a))
        .map((date, row) => moment(`${at}/${row}`, date)),
    );
    const whole = ids(
      lists.map((moments) => ({ moments })),
      zone,
    );
    const part = lists.map((all): Stream => {
      const moments = all.slice(0, upTo(12));
      const dates = moments.map(({ date }) => date);
      return moments.length === all.length ? { moments } : { moments, unreadFrom: unreadFrom(dates, zone) };
    });
    const shown = ids(part, zone);
    expect(shown).toEqual(whole.slice(0, shown.length));
  }
});
