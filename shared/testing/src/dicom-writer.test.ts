/** @jest-environment node */
import { CT_IMAGE, uidOf, writeDicom, writeGreyImage } from './dicom-writer.ts';
import type { GreyImage } from './dicom-writer.ts';

interface Read {
  readonly vr: string;
  readonly value: Buffer;
}

/** Parses explicit VR little endian; throws if malformed or tags are not ascending. */
function read(bytes: Uint8Array): ReadonlyMap<string, Read> {
  const file = Buffer.from(bytes);
  expect(file.toString('latin1', 128, 132)).toBe('DICM');
  const elements = new Map<string, Read>();
  let previous = '';
  let at = 132;
  while (at < file.length) {
    const tag =
      file.readUInt16LE(at).toString(16).padStart(4, '0') +
      file
        .readUInt16LE(at + 2)
        .toString(16)
        .padStart(4, '0');
    const vr = file.toString('latin1', at + 4, at + 6);
    const long = ['OB', 'OW', 'SQ', 'UN', 'UT'].includes(vr);
    const length = long ? file.readUInt32LE(at + 8) : file.readUInt16LE(at + 6);
    const start = at + (long ? 12 : 8);
    expect(tag > previous).toBe(true);
    expect(length % 2).toBe(0);
    expect(start + length).toBeLessThanOrEqual(file.length);
    elements.set(tag, { vr, value: file.subarray(start, start + length) });
    previous = tag;
    at = start + length;
  }
  return elements;
}

const IMAGE: GreyImage = {
  sopClass: CT_IMAGE,
  modality: 'CT',
  patient: { id: 'ANH58P002', name: 'NGUYỄN THỊ ÁNH', birthDate: '1958-06-02', sex: 'F' },
  studyUid: '2.25.1',
  seriesUid: '2.25.2',
  frameUid: '2.25.4',
  instanceUid: '2.25.3',
  instanceNumber: 7,
  accessionNumber: 'A1',
  studyDescription: 'CT lồng ngực',
  seriesDescription: 'Phổi',
  bodyPart: 'CHEST',
  institution: 'Bệnh viện',
  date: '20260101',
  time: '080000',
  rows: 2,
  columns: 3,
  pixels: Uint16Array.of(0, 1, 256, 1024, 4095, 7),
  intercept: -1024,
  windows: [
    { center: 40, width: 400, name: 'Trung thất' },
    { center: -600, width: 1500, name: 'Phổi' },
  ],
  spacing: 1.5,
  slice: { position: [-192, -192, -36], thickness: 6 },
};

test('a slice is a well-formed file and tells the viewer what it needs', () => {
  const elements = read(writeGreyImage(IMAGE));
  const text = (tag: string): string | undefined =>
    elements
      .get(tag)
      ?.value.toString('utf8')
      .replace(/[\0 ]+$/, '');
  const number = (tag: string): number | undefined => elements.get(tag)?.value.readUInt16LE(0);
  expect(elements.get('00020000')?.value.readUInt32LE(0)).toBe(
    [...elements]
      .filter(([tag]) => tag.startsWith('0002') && tag !== '00020000')
      .reduce((sum, [, { vr, value }]) => sum + value.length + (vr === 'OB' ? 12 : 8), 0),
  );
  expect(text('00020010')).toBe('1.2.840.10008.1.2.1');
  expect([text('00080016'), text('00080018')]).toEqual([text('00020002'), text('00020003')]);
  expect([text('00080005'), text('00100010'), text('00100030')]).toEqual(['ISO_IR 192', 'NGUYỄN^THỊ ÁNH', '19580602']);
  expect([text('0020000e'), text('00200013'), text('00200032'), text('00280030')]).toEqual([
    '2.25.2',
    '7',
    '-192\\-192\\-36',
    '1.5\\1.5',
  ]);
  expect([text('00281050'), text('00281051'), text('00281052')]).toEqual(['40\\-600', '400\\1500', '-1024']);
  expect([number('00280010'), number('00280011'), number('00280100'), number('00280101'), number('00280103')]).toEqual([
    2, 3, 16, 12, 0,
  ]);
  const pixels = elements.get('7fe00010')?.value ?? Buffer.alloc(0);
  expect(Array.from({ length: 6 }, (_, index) => pixels.readUInt16LE(index * 2))).toEqual([0, 1, 256, 1024, 4095, 7]);
});

test('an X-ray tells its spacing at the detector, not in the patient', () => {
  const { slice, ...flat } = IMAGE;
  expect(slice).toBeDefined();
  const elements = read(writeGreyImage({ ...flat, modality: 'DX', viewPosition: 'PA' }));
  expect(elements.has('00181164')).toBe(true);
  expect(elements.has('00280030')).toBe(false);
});

test('pixels that do not fit and files without identity are refused', () => {
  expect(() => writeGreyImage({ ...IMAGE, rows: 3 })).toThrow(RangeError);
  expect(() => writeDicom([])).toThrow('00080016');
});

test('UIDs made from UUIDs are valid', () => {
  const uid = uidOf('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(uid).toMatch(/^2\.25\.[1-9]\d*$/);
  expect(uid.length).toBeLessThanOrEqual(64);
});
