import { VITALS } from '@phr/clinical/vitals/index';
import { createFakeHost } from '@phr/testing/fake-host';
import { entriesOf } from '@phr/testing/entries-of';
import module from '../module.ts';

test('every vital is found by its names in both languages and those of its parts, without a call', async () => {
  const host = createFakeHost();
  const { entries } = await entriesOf(module, host);
  expect(entries).toHaveLength(VITALS.length);
  expect(entries).toContainEqual({
    title: 'Huyết áp',
    words: expect.arrayContaining(['Blood pressure', 'Tâm thu', 'Systolic']),
    place: { screen: 'health-details', params: { name: 'bloodPressures' } },
  });
  expect(entries.find(({ title }) => title === 'Điện tim')?.place).toEqual({ screen: 'ekg-board' });
  expect(host.seen.requests).toEqual([]);
});
