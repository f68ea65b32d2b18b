import { statusWords, weightOf } from './device-status-words.ts';
import { HARMLESS_STATUSES, isDoubted, statusesIn, statusExtensions } from './device-status.ts';

test('what a meter says is kept in an observation and read again, whatever else it carries', () => {
  const kept = statusExtensions(['cuffTooLoose', 'fromStorage']);
  expect(statusesIn([...kept, { url: 'https://other.example/x', valueCode: 'invalid' }])).toEqual([
    'cuffTooLoose',
    'fromStorage',
  ]);
  expect(statusesIn(undefined)).toEqual([]);
});

test('the heaviest status decides, and an unknown one says nothing', () => {
  expect(weightOf(['irregularPulse', 'bodyMovement', 'sampleTooSmall'])).toBe('hard');
  expect(weightOf(['irregularPulse', 'bodyMovement'])).toBe('soft');
  expect(weightOf(['irregularPulse', 'batteryLow'])).toBe('told');
  expect([weightOf(['batteryLow']), weightOf(['toString']), weightOf([])]).toEqual(['quiet', 'quiet', 'quiet']);
});

test('statuses have words in each language, the quiet ones none', () => {
  expect(statusWords(['cuffTooLoose', 'cuffTooLoose', 'fromStorage']).map((words) => words['en-US'])).toEqual([
    'Meter: cuff too loose',
  ]);
});

test('a reading is doubted by every status that is not known to be harmless', () => {
  expect(
    [[], ['irregularPulse', 'fromStorage'], ['irregularPulse', 'cuffTooLoose'], ['of a new meter']].map(isDoubted),
  ).toEqual([false, false, true, true]);
  expect(HARMLESS_STATUSES.map((status) => weightOf([status])).filter((weight) => weight !== 'quiet')).toEqual([
    'told',
  ]);
});
