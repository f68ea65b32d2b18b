import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  decodeBloodPressure,
  decodeGlucose,
  decodeGlucoseContext,
  decodeRecordAnswer,
  decodeSpotCheck,
  decodeTemperature,
  decodeWeight,
} from './gatt-decoders.model.ts';
import { GattReader, TruncatedPacket } from './gatt-reader.port.ts';

interface Vector {
  readonly id: string;
  readonly characteristic: string;
  readonly hex: string;
  readonly expect: unknown;
}

const bytesOf = (hex: string): DataView =>
  new DataView(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)).buffer);
const DECODERS: Readonly<Record<string, (bytes: DataView) => unknown>> = {
  SFLOAT: (bytes) => new GattReader(bytes).sfloat(),
  FLOAT: (bytes) => new GattReader(bytes).float(),
  '2A35': decodeBloodPressure,
  '2A18': decodeGlucose,
  '2A34': decodeGlucoseContext,
  '2A1C': decodeTemperature,
  '2A5E': decodeSpotCheck,
  '2A9D': decodeWeight,
};
function decoded({ characteristic, hex }: Vector): unknown {
  try {
    return DECODERS[characteristic]?.(bytesOf(hex));
  } catch (error) {
    if (error instanceof TruncatedPacket) return { error: 'truncated' };
    throw error;
  }
}

const FILE = path.resolve(process.cwd(), '../shared/data/ble/vectors.json');
const VECTORS: readonly Vector[] = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as { readonly vectors: readonly Vector[] }).vectors
  : [];
if (VECTORS.length === 0) console.warn('skipped: the Bluetooth vectors, which are not here');

for (const vector of VECTORS.filter(({ characteristic }) => characteristic in DECODERS)) {
  test(`${vector.characteristic} ${vector.id} ${vector.hex}`, () => expect(decoded(vector)).toEqual(vector.expect));
}

test.each([
  ['07ff', 'NaN'],
  ['0800', 'NRes'],
  ['07fe', '+INF'],
  ['0802', '-INF'],
  ['0801', 'reserved'],
])('the whole word %s is %s and no number, in SFLOAT and in FLOAT', (word, special) => {
  expect(new GattReader(bytesOf(`${word.slice(2)}${word.slice(0, 2)}`)).sfloat()).toEqual({ special });
  const long =
    { '07ff': 'ffff7f00', '0800': '00008000', '07fe': 'feff7f00', '0802': '02008000', '0801': '01008000' }[word] ?? '';
  expect(new GattReader(bytesOf(long)).float()).toEqual({ special });
});

test('a packet cut anywhere is no reading', () => {
  const whole = '1e800054006300e9070b1b0803004800010000';
  for (let length = 0; length < whole.length; length += 2)
    expect(() => decodeBloodPressure(bytesOf(whole.slice(0, length)))).toThrow(TruncatedPacket);
  expect(decodeBloodPressure(bytesOf(whole))).toMatchObject({
    systolic: 128,
    diastolic: 84,
    pulse: 72,
    userId: 1,
    time: '2025-11-27T08:03:00',
  });
});

test.each([
  ['0000070b1b080300', '00'],
  ['e907001b080300', '00'],
  ['e9070d1b080300', '00'],
  ['e907021e080300', '00'],
  ['e9070b1b190300', '00'],
])('%s is no time', (time) => {
  expect(new GattReader(bytesOf(time)).time()).toBeNull();
});

test('what a meter answers to a request for its records', () => {
  expect(['06000101', '06000106', '06000108', '05000a00'].map((hex) => decodeRecordAnswer(bytesOf(hex)))).toEqual([
    'success',
    'noRecordsFound',
    'failed',
    undefined,
  ]);
});

test('a context has its meal behind the fields that its flags announce, and is told whole', () => {
  // flags 0xff: extended flags, 45 g of breakfast, after a meal, self and no health issue, 30 min at 60 %, 2 mL of insulin, HbA1c 6.5 %
  expect(decodeGlucoseContext(bytesOf('ff0700aa012dd0025108073c0102c041f0'))).toEqual({
    seq: 7,
    carbId: 1,
    carbKg: 0.045,
    meal: 2,
    tester: 1,
    health: 5,
    exerciseSeconds: 1800,
    exercisePercent: 60,
    medicationId: 1,
    medication: 0.0002,
    medicationUnit: 'L',
    hba1c: 6.5,
  });
  expect(() => decodeGlucoseContext(bytesOf('020500'))).toThrow(TruncatedPacket);
});
