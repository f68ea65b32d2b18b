import type { SearchEntry } from '@phr/contract/today';
import { acceptEntries } from './search.ts';

const entry: SearchEntry = { title: 'Amlodipin', words: ['C08CA01'], place: { screen: 'medicines', patientId: 'p' } };
const asked = { patientId: 'p', isScreen: (screen: string) => screen === 'medicines' };

test('an entry that leads to a screen of the record asked for is taken as it is', () => {
  expect(acceptEntries({ entries: [entry] }, asked)).toEqual({ entries: [entry], missing: [] });
});

test.each<[string, object]>([
  ['that leads into the record of another person', { place: { screen: 'medicines', patientId: 'q' } }],
  ['that leads nowhere', { place: { screen: 'nowhere' } }],
  ['without a title', { title: ' ' }],
  ['with a title of 201 letters', { title: 'a'.repeat(201) }],
  ['with a detail of 201 letters', { detail: 'a'.repeat(201) }],
  ['without words', { words: undefined }],
])('an entry %s is left out', (_, fault) => {
  expect(acceptEntries({ entries: [{ ...entry, ...fault } as SearchEntry, entry] }, asked).entries).toEqual([entry]);
});

test('what could not be read is named by texts only, and words that are no text are no words', () => {
  const odd = { ...entry, words: ['C08CA01', 7] } as unknown as SearchEntry;
  expect(acceptEntries({ entries: [odd], missing: ['Đơn thuốc', ''] }, asked)).toEqual({
    entries: [entry],
    missing: ['Đơn thuốc'],
  });
});
