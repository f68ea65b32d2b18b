/** @jest-environment node */
import { dicomMetadata } from './dicom-metadata.ts';

const URL = 'p1/history/0b8b6a52-1f4e-4c1c-9d52-6d2f3c9b7a10.dcm';
const ascii = (value: string): number[] => [...value].map((letter) => letter.charCodeAt(0));
const two = (number: number): number[] => [number & 0xff, number >> 8];
const four = (number: number): number[] => [...two(number & 0xffff), ...two(number >>> 16)];
const tag = (name: string): number[] => [
  ...two(Number.parseInt(name.slice(0, 4), 16)),
  ...two(Number.parseInt(name.slice(4), 16)),
];
const even = (value: readonly number[]): readonly number[] => (value.length % 2 === 0 ? value : [...value, 0]);

type Write = (name: string, vr: string, value: readonly number[]) => readonly number[];
const explicit: Write = (name, vr, value) => [
  ...tag(name),
  ...ascii(vr),
  ...(vr === 'SQ' || vr === 'OW' ? [0, 0, ...four(even(value).length)] : two(even(value).length)),
  ...even(value),
];
const implicit: Write = (name, _vr, value) => [...tag(name), ...four(even(value).length), ...even(value)];

const EXPLICIT = '1.2.840.10008.1.2.1';
const IMPLICIT = '1.2.840.10008.1.2';
const head = (write: Write): readonly (readonly number[])[] => [
  write('00080016', 'UI', ascii('1.2.3')),
  write('00080018', 'UI', ascii('1.2.3.4')),
  write('00080020', 'DA', ascii('20260301')),
  write('00080060', 'CS', ascii('CT')),
  write('00100010', 'PN', ascii('TRAN^CHAU')),
  write('0020000D', 'UI', ascii('1.9')),
  write('0020000E', 'UI', ascii('1.9.1')),
  write('00280010', 'US', two(512)),
  write('00280011', 'US', two(256)),
];
const dicom = (syntax: string, ...elements: readonly (readonly number[])[]): Blob =>
  new Blob([
    new Uint8Array([
      ...Array(128).fill(0),
      ...ascii('DICM'),
      ...explicit('00020010', 'UI', ascii(syntax)),
      ...elements.flat(),
    ]),
  ]);
const EXPECTED = {
  studies: [
    {
      StudyInstanceUID: '1.9',
      StudyDate: '20260301',
      series: [
        {
          SeriesInstanceUID: '1.9.1',
          Modality: 'CT',
          instances: [
            { metadata: { SOPInstanceUID: '1.2.3.4', SOPClassUID: '1.2.3', Rows: 512, Columns: 256 }, url: URL },
          ],
        },
      ],
    },
  ],
};

test('[STO-02] reads study, series and picture in both encodings, and nothing that names the person', async () => {
  expect(
    await dicomMetadata(dicom(EXPLICIT, ...head(explicit), explicit('7FE00010', 'OW', Array(100).fill(7))), URL),
  ).toEqual(EXPECTED);
  expect(
    await dicomMetadata(dicom(IMPLICIT, ...head(implicit), implicit('7FE00010', 'OW', Array(100).fill(7))), URL),
  ).toEqual(EXPECTED);
});

test('sequences with and without a length are passed over, whatever they hold', async () => {
  const inner = explicit('0020000D', 'UI', ascii('6.6'));
  const item = [...tag('FFFEE000'), ...four(0xffff_ffff), ...inner, ...tag('FFFEE00D'), ...four(0)];
  const open = [
    ...tag('00081140'),
    ...ascii('SQ'),
    0,
    0,
    ...four(0xffff_ffff),
    ...item,
    ...item,
    ...tag('FFFEE0DD'),
    ...four(0),
  ];
  const closed = explicit('00081140', 'SQ', [...tag('FFFEE000'), ...four(inner.length), ...inner]);
  const [first = [], ...rest] = head(explicit);
  expect(await dicomMetadata(dicom(EXPLICIT, first, open, closed, ...rest), URL)).toEqual(EXPECTED);
});

test('a file that is not DICOM or breaks off has no studies, or those read until then', async () => {
  expect(await dicomMetadata(new Blob(['%PDF-1.7']), URL)).toEqual({ studies: [] });
  expect(await dicomMetadata(new Blob([]), URL)).toEqual({ studies: [] });
  expect(await dicomMetadata(dicom('1.2.840.10008.1.2.1.99', ...head(explicit)), URL)).toEqual({ studies: [] });
  expect(
    await dicomMetadata(
      dicom(EXPLICIT, ...head(explicit).slice(0, 3), [...tag('00081140'), ...ascii('SQ'), 0, 0, ...four(0xffff_ffff)]),
      URL,
    ),
  ).toEqual({ studies: [] });
  expect(await dicomMetadata(dicom(EXPLICIT, ...head(explicit), [0x28, 0, 0x30]), URL)).toEqual(EXPECTED);
});
