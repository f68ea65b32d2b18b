import { chartPeriod } from '@phr/clinical/periods';
import { dayPoints, pointsOf, summaryOf } from '../chart/series.model.ts';
import { readingsOf } from '../readings/reading.model.ts';
import { language } from '../readings/sample-language.test-support.ts';
import { bloodPressure, single } from '../readings/samples.test-support.ts';
import { pictureOf, summaryPhrase } from './picture.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const context = { birthDate: '1958-06-02', zone: ZONE, now: Date.parse('2026-11-25T10:00:00+07:00') };
const period = chartPeriod('7d', '2026-11-25', ZONE);

const readings = readingsOf(
  [bloodPressure(162, 98, '2026-11-25T08:15:00+07:00'), bloodPressure(118, 76, '2026-11-24T07:50:00+07:00')],
  context,
);
const points = pointsOf(readings, period, 'mmol/L');
const picture = pictureOf({
  vitalKey: 'bloodPressures',
  points,
  chosen: { range: '7d', anchorDay: '2026-11-25' },
  period,
  language,
  day: '2026-11-25',
  context,
});

test('a point is told with value, unit, time and level', () => {
  expect(picture.describe(points[1] ?? fail())).toBe('162/98\u00a0mmHg\n08:15 25/11/2026\nRất nguy hiểm · Cao');
});
function fail(): never {
  throw new Error('No point');
}

test('[VIT-32][VIT-33] both target lines stand in words, and the bands above target inside the axis', () => {
  const { frame } = picture;
  expect(frame.targets).toEqual([
    { at: 120, label: 'dưới 120' },
    { at: 80, label: 'dưới 80' },
  ]);
  expect(frame.stripes.map(({ level: one }) => one)).toEqual(['veryMild', 'mild', 'dangerous', 'veryDangerous']);
  expect(frame.stripes.every(({ low, high }) => low >= frame.axis.min && high <= frame.axis.max)).toBe(true);
});

test('a day with several readings is told by its mean, its span and its count', () => {
  const glucose = readingsOf(
    [single('glucoses', 5.1, '2026-11-24T06:00:00+07:00'), single('glucoses', 7.1, '2026-11-24T12:00:00+07:00')],
    context,
  );
  const days = dayPoints(pointsOf(glucose, period, 'mmol/L'), ZONE);
  const { describe } = pictureOf({
    vitalKey: 'glucoses',
    points: days,
    chosen: { range: '30d', anchorDay: '2026-11-25' },
    period,
    language,
    day: '2026-11-25',
    context,
  });
  expect(describe(days[0] ?? fail())).toBe(
    'Trung bình ngày 6,1 mmol/L\n2 lần đo, 5,1–7,1 mmol/L\nMọi lần đo trong mục tiêu\n24/11/2026',
  );
  const worse = dayPoints(
    pointsOf(
      readingsOf(
        [single('glucoses', 2.9, '2026-11-24T06:00:00+07:00'), single('glucoses', 7.1, '2026-11-24T12:00:00+07:00')],
        context,
      ),
      period,
      'mmol/L',
    ),
    ZONE,
  );
  expect(describe(worse[0] ?? fail())).toBe(
    'Trung bình ngày 5,0 mmol/L\n2 lần đo, 2,9–7,1 mmol/L\nMức xấu nhất: Rất nguy hiểm · Thấp\n24/11/2026',
  );
});

test('[VIT-56] behind temperatures above 37.5 lies no green', () => {
  const temperatures = pointsOf(
    readingsOf(
      [37, 38.5].map((value) => single('temperatures', value, '2026-11-24T06:00:00+07:00')),
      { ...context, birthDate: '1990-01-01' },
    ),
    period,
    'mmol/L',
  );
  const {
    frame: { stripes },
  } = pictureOf({
    vitalKey: 'temperatures',
    points: temperatures,
    chosen: { range: '7d', anchorDay: '2026-11-25' },
    period,
    language,
    day: '2026-11-25',
    context: { ...context, birthDate: '1990-01-01' },
  });
  expect(stripes.filter(({ level }) => level === 'target')).toEqual([{ level: 'target', low: 36.8, high: 37.5 }]);
  expect(stripes).toContainEqual({ level: 'veryMild', low: 37.5, high: 38 });
});

test('a vital without bands has no stripes and no target', () => {
  const weights = pointsOf(
    readingsOf([single('weights', 58.4, '2026-11-25T08:15:00+07:00')], context),
    period,
    'mmol/L',
  );
  expect(
    pictureOf({
      vitalKey: 'weights',
      points: weights,
      chosen: { range: '7d', anchorDay: '2026-11-25' },
      period,
      language,
      day: '2026-11-25',
      context,
    }),
  ).toMatchObject({ frame: { stripes: [], targets: [] } });
});

test('a child has no adult bands', () => {
  expect(
    pictureOf({
      vitalKey: 'bloodPressures',
      points,
      chosen: { range: '7d', anchorDay: '2026-11-25' },
      period,
      language,
      day: '1966-11-25',
      context,
    }),
  ).toMatchObject({ frame: { stripes: [], targets: [] } });
});

test('[GLU-10][GLU-11] a day of glucose is joined by the rule of its 24-hour chart on every screen', () => {
  const day = chartPeriod('day', '2026-11-24', ZONE);
  const segments = (times: readonly string[]) =>
    pictureOf({
      vitalKey: 'glucoses',
      points: pointsOf(
        readingsOf(
          times.map((time) => single('glucoses', 6, `2026-11-24T${time}:00+07:00`)),
          context,
        ),
        day,
        'mmol/L',
      ),
      chosen: { range: 'day', anchorDay: '2026-11-24' },
      period: day,
      language,
      day: '2026-11-25',
      context,
    }).segments;
  const hour = (at: string) => ['00', '10', '20', '30', '40', '50'].map((minutes) => `${at}:${minutes}`);
  expect(segments([...hour('06'), ...hour('12')])).toEqual([
    [0, 1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10, 11],
  ]);
  expect(segments(hour('06'))).toEqual([]);
});

test('the sentence of a period', () => {
  expect(summaryPhrase(summaryOf(points) ?? fail(), 'bloodPressures', language)).toBe(
    '2 lần đo, số trên 118–162, số dưới 76–98 mmHg; 1 lần ngoài mục tiêu.',
  );
});
