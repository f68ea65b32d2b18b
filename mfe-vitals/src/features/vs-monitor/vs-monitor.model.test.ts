import { choiceOf, connectionState, DEFAULT_CHOICE, freshness } from './vs-monitor.model.ts';

test('[MON-05] the device lists watched indexes by vital key or code; unreadable ones mean the default', () => {
  expect(
    choiceOf({ LATEST_INDEXES: '["bloodPressures","8867-4","bloodPressures"]', MONITOR_INDEXES: '["spo2s"]' }),
  ).toEqual({ latest: ['bloodPressures', 'heartRates'], monitored: ['spo2s'] });
  expect(choiceOf({ LATEST_INDEXES: '[]', MONITOR_INDEXES: '["spo2s"]' })).toEqual({
    latest: [],
    monitored: ['spo2s'],
  });
  expect(choiceOf({ LATEST_INDEXES: '{', MONITOR_INDEXES: '["x", 4]' })).toEqual(DEFAULT_CHOICE);
  expect(choiceOf({})).toEqual(DEFAULT_CHOICE);
});

test('a value is live for ten seconds, then old', () => {
  expect([freshness(undefined, 0), freshness(1000, 11_000), freshness(1000, 11_001)]).toEqual([
    'none',
    'live',
    'stale',
  ]);
});

test('a connection that is only being made is not called lost, one that broke or never came is', () => {
  expect(connectionState(true, true, 0)).toBe('connected');
  expect(connectionState(false, false, 0)).toBe('connecting');
  expect(connectionState(false, true, 0)).toBe('disconnected');
  expect(connectionState(false, false, 15_001)).toBe('disconnected');
});
