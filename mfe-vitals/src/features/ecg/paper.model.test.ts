import { pagesOf } from './paper.model.ts';
import type { Lead } from './recording.model.ts';

const RATE = 100;
/** Leads of a minute that lie within a millivolt; `spikeAt` has one of 3 mV. */
const leads = (count: number, spikeAt?: number): readonly Lead[] =>
  Array.from({ length: count }, (_, index): Lead => {
    const signal = new Float32Array(60 * RATE);
    if (spikeAt !== undefined) signal[spikeAt * RATE] = 3;
    return { name: `V${index}`, computed: false, signal };
  });
/** Leads and seconds on each page: '0:V0,V1'. */
const told = (recorded: readonly Lead[], seconds = 60) =>
  pagesOf({ leads: recorded, rate: RATE }, seconds).map((lines) =>
    lines.map(({ from, leads: some }) => `${from}:${some.map(({ name }) => name.slice(1)).join('')}`),
  );

test('the pages of a long recording are full: lines follow each other while they fit', () => {
  expect(told(leads(3))).toEqual([
    ['0:012', '10:012'],
    ['20:012', '30:012'],
    ['40:012', '50:012'],
  ]);
  expect(told(leads(1))).toEqual([['0:0', '10:0', '20:0', '30:0', '40:0'], ['50:0']]);
});

test('leads that no page holds together go on over the page, each once and in order', () => {
  expect(told(leads(12), 20)).toEqual([['0:012345'], ['0:67891011'], ['10:012345'], ['10:67891011']]);
  expect(told(leads(4), 20)).toEqual([['0:0123'], ['10:0123']]);
  for (const count of [1, 2, 4, 5, 7, 11, 15]) {
    const lines = pagesOf({ leads: leads(count), rate: RATE }, 60).flat();
    for (const from of [0, 10, 20, 30, 40, 50])
      expect(lines.filter((line) => line.from === from).flatMap((line) => line.leads.map(({ name }) => name))).toEqual(
        leads(count).map(({ name }) => name),
      );
  }
});

test('a spike makes the line higher in which it is, and no other', () => {
  expect(told(leads(2))).toEqual([
    ['0:01', '10:01', '20:01'],
    ['30:01', '40:01', '50:01'],
  ]);
  expect(told(leads(2, 59))).toEqual([['0:01', '10:01', '20:01'], ['30:01', '40:01'], ['50:01']]);
});

test('what ends in the middle of a line ends there; nothing to draw is no page of curves', () => {
  expect(
    pagesOf({ leads: leads(1), rate: RATE }, 12.5)
      .flat()
      .map(({ from, to }) => [from, to]),
  ).toEqual([
    [0, 10],
    [10, 12.5],
  ]);
  expect(pagesOf({ leads: [], rate: RATE }, 60).flat()).toEqual([]);
});
