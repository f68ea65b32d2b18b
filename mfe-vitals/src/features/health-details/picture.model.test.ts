import { chartPeriod } from '@phr/clinical/periods';
import type { Language } from '../readings/reading-words.ts';
import { readingsOf } from '../readings/reading.model.ts';
import { bloodPressure, single } from '../readings/samples.ts';
import vi from '../../locales/vi.json' with { type: 'json' };
import uiTexts from '@phr/ui/locales/vi' with { type: 'json' };
import { chartOption, type ChartColors } from './chart-option.model.ts';
import { pictureOf, summaryPhrase } from './picture.model.ts';
import { pointsOf, summaryOf } from './series.model.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const texts: Readonly<Record<string, string>> = { ...uiTexts, ...vi };
const language: Language = {
  t: (key, values = {}) => (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])), locale: 'vi-VN', glucoseUnit: 'mmol/L', zone: ZONE,
};
const context = { birthDate: '1958-06-02', zone: ZONE, now: Date.parse('2026-11-25T10:00:00+07:00') };
const period = chartPeriod('7d', '2026-11-25', ZONE);
const level = { target: '#1', veryMild: '#2', mild: '#3', dangerous: '#4', veryDangerous: '#5' };
const colors: ChartColors = { text: 'black', muted: 'grey', grid: 'silver', surface: 'white', series: { value: 'teal', systolic: 'teal', diastolic: 'purple' }, marks: level, tints: level };

const readings = readingsOf([bloodPressure(162, 98, '2026-11-25T08:15:00+07:00'), bloodPressure(118, 76, '2026-11-24T07:50:00+07:00')], context);
const points = pointsOf(readings, period, 'mmol/L');
const picture = pictureOf({ storeKey: 'bloodPressures', points, chosen: { range: '7d', anchorDay: '2026-11-25' }, period, language, age: 68, levelWords: () => 'Rất nguy hiểm · Cao' });

test('a point is told with value, unit, time and level', () => {
  expect(picture.describe(points[1] ?? fail())).toBe('162/98\u00a0mmHg\n08:15 25/11/2026\nRất nguy hiểm · Cao');
});
function fail(): never { throw new Error('No point'); }

test('a blood pressure is drawn as bars between two lines, with level shapes, both target lines and the bands above target', () => {
  const option = chartOption(picture, colors, false);
  expect(option.series.map(({ type }) => type)).toEqual(['custom', 'line', 'line']);
  const [, systolic, diastolic] = option.series;
  expect(systolic?.data).toMatchObject([{ symbol: 'circle', itemStyle: { color: '#1' } }, { symbol: expect.stringContaining('path://'), itemStyle: { color: '#5' } }]);
  expect(diastolic?.data).toMatchObject([{ symbol: 'circle' }, { symbol: 'triangle' }]);
  expect(picture.targets).toEqual([{ at: 120, label: 'dưới 120' }, { at: 80, label: 'dưới 80' }]);
  expect(picture.stripes.map(({ level: one }) => one)).toEqual(['veryMild', 'mild', 'dangerous', 'veryDangerous']);
  expect(picture.stripes.every(({ low, high }) => low >= picture.axis.min && high <= picture.axis.max)).toBe(true);
});

test('the tooltip is drawn without HTML, and motion only when it is welcome', () => {
  expect(chartOption(picture, colors, false)).toMatchObject({ animation: false, tooltip: { renderMode: 'richText' } });
  expect(chartOption(picture, colors, true).animation).toBe(true);
});

test('a vital without bands has no stripes and no target', () => {
  const weights = pointsOf(readingsOf([single('weights', 58.4, '2026-11-25T08:15:00+07:00')], context), period, 'mmol/L');
  expect(pictureOf({ storeKey: 'weights', points: weights, chosen: { range: '7d', anchorDay: '2026-11-25' }, period, language, age: 68, levelWords: () => undefined })).toMatchObject({ stripes: [], targets: [] });
});

test('a child has no adult bands', () => {
  expect(pictureOf({ storeKey: 'bloodPressures', points, chosen: { range: '7d', anchorDay: '2026-11-25' }, period, language, age: 8, levelWords: () => undefined })).toMatchObject({ stripes: [], targets: [] });
});

test('the sentence of a period', () => {
  expect(summaryPhrase(summaryOf(points) ?? fail(), 'bloodPressures', language)).toBe('2 lần đo, tâm thu 118–162, tâm trương 76–98 mmHg; 1 lần ngoài mục tiêu.');
});
