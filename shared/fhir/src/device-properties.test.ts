import { devicePropertiesIn, deviceQuery } from './device-properties.ts';

const kept = (code: string, text: string) => ({ type: { coding: [{ code }] }, valueCode: [{ text }] });

test('a login device is found by its own code, and its settings are read by name', () => {
  expect(deviceQuery('p1', 'A1B2C3D4E5F6')).toEqual({
    patient: 'p1',
    identifier: expect.stringMatching(/device-id\|A1B2C3D4E5F6$/),
    _count: 1,
  });
  const found = {
    resourceType: 'Bundle',
    type: 'searchset',
    entry: [
      {
        resource: {
          resourceType: 'Device',
          id: 'd',
          property: [kept('LATEST_INDEXES', '["spo2s"]'), { type: { coding: [{ code: 'FW_URL' }] } }],
        },
      },
    ],
  };
  expect(devicePropertiesIn(found)).toEqual({ LATEST_INDEXES: '["spo2s"]' });
  expect(devicePropertiesIn({ resourceType: 'Bundle', type: 'searchset' })).toEqual({});
});
