import { writeObservation } from '@phr/clinical/assess/write';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CELSIUS, KILOGRAM, MG_PER_DL } from '@phr/clinical/units';
import { DEVICE_STATUS_URL } from '@phr/fhir/device-status';
import { weightOf } from '@phr/fhir/device-status-words';
import { decodeBloodPressure, decodeGlucose, decodeSpotCheck } from './gatt-decoders.model.ts';
import { TruncatedPacket } from './gatt-reader.port.ts';
import {
  fromBloodPressure,
  fromGlucose,
  fromSpotCheck,
  fromTemperature,
  fromWeight,
  entriesOf,
  hasSeveralUsers,
  NO_TIME,
  withReading,
  withTypedTime,
} from './meter-reading.model.ts';

const NOW = Date.parse('2025-11-27T08:05:00+07:00');
const received = (nonce = 'n') => ({ now: NOW, zone: 'Asia/Ho_Chi_Minh', nonce });
const TIME = '2025-11-27T08:03:04';
const BP = { unit: 'mmHg', systolic: 120, diastolic: 80, map: 93 } as const;

test("a meter's clock is in the person's zone; a reading without a time is of now", () => {
  expect(fromBloodPressure({ ...BP, time: TIME }, received()).at).toBe(Date.parse('2025-11-27T08:03:04+07:00'));
  const [first, second] = [fromBloodPressure(BP, received('a')), fromBloodPressure(BP, received('b'))];
  expect([first.at, first.unusable]).toEqual([NOW, undefined]);
  expect(withReading([first], second)).toHaveLength(2);
});

test('a clock that is not set, or is ahead by more than ten minutes, is no time to save under', () => {
  const at = (time: string | null) => fromBloodPressure({ ...BP, time }, received()).unusable;
  expect([at(null), at('2025-11-27T08:15:00'), at('2025-11-27T08:15:01'), at('2025-11-28T08:03:00')]).toEqual([
    'clock',
    undefined,
    'clock',
    'clock',
  ]);
  // default time of a clock after battery loss
  expect([at('2000-01-01T00:03:00'), at('1970-01-01T00:00:00'), at('2010-06-01T08:00:00')]).toEqual([
    'clock',
    'clock',
    undefined,
  ]);
});

test('kPa are kept as whole mmHg, pounds and Fahrenheit as kg and °C, mg/dL as they are', () => {
  expect(
    fromBloodPressure({ unit: 'kPa', systolic: 16, diastolic: 10.7, map: 12.4, time: TIME }, received()).parts.map(
      ({ value }) => value,
    ),
  ).toEqual([120, 80]);
  expect(fromWeight({ unit: 'lb', weight: 154.32, kg: 70, time: TIME }, received()).parts).toEqual([
    { vitalKey: 'weights', part: 'value', value: 70, unit: KILOGRAM },
  ]);
  expect(fromWeight({ unit: 'kg', weight: 54.555, time: TIME }, received()).parts[0]?.value).toBe(54.6);
  expect(fromTemperature({ unit: 'F', value: 98.6, celsius: 37, time: TIME }, received()).parts).toEqual([
    { vitalKey: 'temperatures', part: 'value', value: 37, unit: CELSIUS },
  ]);
  const glucose = {
    seq: 1,
    baseTime: TIME,
    time: TIME,
    offsetMin: null,
    unit: 'kg/L',
    raw: 0.00097,
    mgdl: 97,
    type: 1,
    location: 1,
    status: [],
    contextFollows: false,
  } as const;
  expect(fromGlucose(glucose, received())?.parts).toEqual([
    { vitalKey: 'glucoses', part: 'value', value: 97, unit: MG_PER_DL },
  ]);
});

test('what failed or cannot be is shown as such, with no value of it; a missed pulse leaves the pressure', () => {
  expect(fromBloodPressure({ ...BP, diastolic: null, time: TIME }, received())).toMatchObject({
    unusable: 'failed',
    parts: [],
  });
  expect(fromBloodPressure({ ...BP, systolic: 0, time: TIME }, received())).toMatchObject({
    unusable: 'impossible',
    parts: [],
  });
  expect(fromBloodPressure({ ...BP, pulse: null, time: TIME }, received())).toMatchObject({
    unusable: undefined,
    parts: [{ value: 120 }, { value: 80 }],
  });
  expect(fromBloodPressure({ ...BP, pulse: 300, time: TIME }, received()).parts).toHaveLength(2);
  expect(fromSpotCheck({ spo2: null, pulse: null }, received()).unusable).toBe('failed');
  expect(fromSpotCheck({ spo2: 97, pulse: 60, status: ['demonstration'] }, received()).unusable).toBe('failed');
  expect(fromSpotCheck({ spo2: 97, pulse: 60, status: ['validatedData'] }, received()).unusable).toBeUndefined();
  expect(fromWeight({ unit: 'kg', weight: null }, received()).unusable).toBe('failed');
});

test('a slot of nobody in particular is no second person', () => {
  const of = (userId: number, systolic = 120) => fromBloodPressure({ ...BP, systolic, time: TIME, userId }, received());
  expect(hasSeveralUsers([of(255), of(255, 121)])).toBe(false);
  expect(hasSeveralUsers([of(1), of(2)])).toBe(true);
});

const bytesOf = (hex: string): DataView =>
  new DataView(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)).buffer);
const SAVE = { patientId: '1', meter: 'M', now: NOW, zone: 'Asia/Ho_Chi_Minh' };

test('what a cuff doubts is kept with the reading, and so is an irregular pulse', async () => {
  const reading = fromBloodPressure(decodeBloodPressure(bytesOf('108d005d006d002300')), received());
  expect(reading).toMatchObject({ unusable: undefined, status: ['bodyMovement', 'cuffTooLoose', 'improperPosition'] });
  expect((await entriesOf(reading, SAVE)).map(({ resource }) => resource['extension'])).toEqual([
    ['bodyMovement', 'cuffTooLoose', 'improperPosition'].map((valueCode) => ({ url: DEVICE_STATUS_URL, valueCode })),
  ]);
  const irregular = fromBloodPressure(decodeBloodPressure(bytesOf('1487005800670040000400')), received());
  expect([irregular.unusable, weightOf(irregular.status)]).toEqual([undefined, 'told']);
  const plain = await entriesOf(fromBloodPressure(BP, received()), SAVE);
  expect(plain[0]?.resource).not.toHaveProperty('extension');
});

test.each([
  ['0a0100e9070b1b0803008cb0110204', ['sensorMalfunction', 'deviceFault']],
  ['0a0100e9070b1b0803008cb0110400', ['sampleTooSmall']],
  ['0a0100e9070b1b0803008cb0110800', ['stripInsertion']],
  ['0a0100e9070b1b0803008cb0111000', ['stripType']],
  ['0a0100e9070b1b0803008cb0110002', ['readInterrupted']],
])('a glucose of which the meter says %s is shown with its number and never saved', async (hex, status) => {
  const reading = fromGlucose(decodeGlucose(bytesOf(hex)), received());
  if (reading === undefined) throw new Error('dropped');
  expect(reading).toMatchObject({ unusable: 'failed', status, parts: [{ value: 140 }] });
  expect(await entriesOf(reading, SAVE)).toEqual([]);
});

test.each(['0b409ce9070b1b080300ff7f8cb0110008', '0b409ce9070b1b08030000808cb0110000'])(
  'an offset that ran over (%s) is no time: the person is asked, and may say when it was',
  async (hex) => {
    const reading = fromGlucose(decodeGlucose(bytesOf(hex)), received());
    if (reading === undefined) throw new Error('dropped');
    expect(reading).toMatchObject({ at: undefined, unusable: 'clock', parts: [{ value: 140 }] });
    expect(await entriesOf(reading, SAVE)).toEqual([]);
    const told = (date: string, time: string) => withTypedTime(reading, { date, time }, NOW, 'Asia/Ho_Chi_Minh');
    expect([withTypedTime(reading, undefined, NOW, 'UTC'), told('', '')]).toEqual([reading, reading]);
    expect(withTypedTime(reading, NO_TIME, NOW, 'UTC')).toBe(reading);
    expect([told('31/02/2025', '07:00'), told('28/11/2025', '07:00')]).toEqual([reading, reading]);
    const timed = told('27/11/2025', '07:00');
    expect(timed).toMatchObject({ unusable: undefined, at: Date.parse('2025-11-27T07:00:00+07:00') });
    expect((await entriesOf(timed, SAVE))[0]?.resource['effectiveDateTime']).toBe('2025-11-27T07:00:00+07:00');
  },
);

test('an oximeter in doubt is saved with it; one that is not connected is not', () => {
  const doubted = fromSpotCheck(decodeSpotCheck(bytesOf('02600048000040')), received());
  expect([doubted.unusable, doubted.status, weightOf(doubted.status)]).toEqual([undefined, ['questionable'], 'soft']);
  const unconnected = fromSpotCheck(decodeSpotCheck(bytesOf('0460004800000800')), received());
  expect([unconnected.unusable, unconnected.status]).toEqual(['failed', ['sensorUnconnected']]);
  expect(() => decodeSpotCheck(bytesOf('0460004800'))).toThrow(TruncatedPacket);
  expect(() => decodeSpotCheck(bytesOf('08600048'))).toThrow(TruncatedPacket);
});

test('a rare value waits to be chosen; one that reads like another unit is none', () => {
  expect(fromBloodPressure({ ...BP, systolic: 270 }, received())).toMatchObject({ isRare: true, unusable: undefined });
  expect(fromBloodPressure(BP, received()).isRare).toBe(false);
  expect(fromBloodPressure({ ...BP, systolic: 82, diastolic: 128 }, received()).isRare).toBe(true);
  expect(fromSpotCheck({ spo2: 0.91, pulse: 60 }, received()).unusable).toBe('impossible');
});

test("what is written beside a meter's numbers is what a form writes beside the same [VIT-30]", async () => {
  const birthDate = '1958-01-01';
  const goals = [
    {
      lifecycleStatus: 'active',
      startDate: TIME.slice(0, 10),
      expressedBy: { reference: 'Practitioner/1' },
      target: [
        { measure: { coding: [{ code: '8480-6' }] }, detailQuantity: { value: 160, code: 'mm[Hg]', comparator: '<' } },
      ],
    },
  ];
  const [entry] = await entriesOf(fromBloodPressure({ ...BP, systolic: 155, diastolic: 95, time: TIME }, received()), {
    ...SAVE,
    birthDate,
    goals,
  });
  const typed = writeObservation({
    vital: 'bloodPressures',
    measured: [
      { part: 'systolic', value: 155, unit: 'mm[Hg]' },
      { part: 'diastolic', value: 95, unit: 'mm[Hg]' },
    ],
    at: String(entry?.resource['effectiveDateTime']),
    zone: SAVE.zone,
    person: { birthDate },
    goals,
  });
  expect(JSON.stringify(typed.systolic)).toContain('treatment');
  expect(entry?.resource['component']).toMatchObject([{ ...typed.systolic }, { ...typed.diastolic }]);
});

test('the same reading has the same id as before, so that what was saved once is not saved twice', async () => {
  const [entry] = await entriesOf(fromBloodPressure({ ...BP, time: TIME }, received()), SAVE);
  expect(fromBloodPressure({ ...BP, time: TIME }, received()).key).toBe(`bp  ${TIME}  120 80`);
  expect(entry?.fullUrl).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
});

const CASES = path.resolve(process.cwd(), '../shared/data/cases/bluetooth.tsv');

(existsSync(CASES) ? test : test.skip)('the packets of the shared cases end as they should', () => {
  const rows = readFileSync(CASES, 'utf8').trim().split('\n').slice(1);
  const outcomes = rows.map((row) => {
    const [characteristic, hex = ''] = row.split('\t');
    try {
      const reading =
        characteristic === '2A35'
          ? fromBloodPressure(decodeBloodPressure(bytesOf(hex)), received())
          : characteristic === '2A18'
            ? fromGlucose(decodeGlucose(bytesOf(hex)), received())
            : fromSpotCheck(decodeSpotCheck(bytesOf(hex)), received());
      return reading?.unusable ?? weightOf(reading?.status ?? []);
    } catch (error) {
      return error instanceof TruncatedPacket ? 'refused' : error;
    }
  });
  expect(outcomes).toEqual(['soft', 'failed', 'clock', 'soft', 'refused']);
});
