const COUNT = 24;
const SIZE = 256;
const UID = '2.25.310029384756';

type Value = string | number | Uint16Array;

/** URLs of a synthetic series: a ball that grows and shrinks, 24 slices 5 mm apart, the last one damaged. */
export function sampleSeries(patientName: string): string[] {
  return Array.from({ length: COUNT }, (_, slice) => {
    const bytes = sliceFile(patientName, slice);
    return URL.createObjectURL(new Blob([slice === COUNT - 1 ? bytes.slice(0, bytes.length / 2) : bytes]));
  });
}

function sliceFile(patientName: string, slice: number): Uint8Array<ArrayBuffer> {
  const meta = join([
    ['00020002', 'UI', '1.2.840.10008.5.1.4.1.1.2'],
    ['00020003', 'UI', `${UID}.${slice}`],
    ['00020010', 'UI', '1.2.840.10008.1.2.1'],
  ]);
  const body = join([
    ['00080005', 'CS', 'ISO_IR 192'],
    ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.2'],
    ['00080018', 'UI', `${UID}.${slice}`],
    ['00080020', 'DA', '20261121'],
    ['00080060', 'CS', 'CT'],
    ['0008103E', 'LO', 'Hình mẫu'],
    ['00100010', 'PN', patientName.replace(' ', '^')],
    ['0020000D', 'UI', UID],
    ['0020000E', 'UI', `${UID}.1`],
    ['00200011', 'IS', '1'],
    ['00200013', 'IS', String(slice + 1)],
    ['00200032', 'DS', `0\\0\\${slice * 5}`],
    ['00200037', 'DS', '1\\0\\0\\0\\1\\0'],
    ['00280002', 'US', 1],
    ['00280004', 'CS', 'MONOCHROME2'],
    ['00280010', 'US', SIZE],
    ['00280011', 'US', SIZE],
    ['00280030', 'DS', '0.8\\0.8'],
    ['00280100', 'US', 16],
    ['00280101', 'US', 12],
    ['00280102', 'US', 11],
    ['00280103', 'US', 0],
    ['00281050', 'DS', '600'],
    ['00281051', 'DS', '1200'],
    ['7FE00010', 'OW', ball(slice)],
  ]);
  return concat([new Uint8Array(128), text('DICM'), join([['00020000', 'UL', meta.length]]), meta, body]);
}

function ball(slice: number): Uint16Array {
  const radius = 30 + 70 * Math.sin((Math.PI * slice) / (COUNT - 1));
  return Uint16Array.from({ length: SIZE * SIZE }, (_, at) => {
    const distance = Math.hypot((at % SIZE) - SIZE / 2, Math.floor(at / SIZE) - SIZE / 2);
    return distance < radius ? 500 + 600 * (1 - distance / radius) : (at % SIZE) / 2;
  });
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const concat = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => {
    all.set(part, at);
    return at + part.length;
  }, 0);
  return all;
};

function join(elements: readonly (readonly [tag: string, vr: string, value: Value])[]): Uint8Array {
  return concat(
    elements.flatMap(([tag, vr, value]) => {
      const bytes = valueBytes(vr, value);
      const head = new DataView(new ArrayBuffer(vr === 'OW' ? 12 : 8));
      head.setUint16(0, Number.parseInt(tag.slice(0, 4), 16), true);
      head.setUint16(2, Number.parseInt(tag.slice(4), 16), true);
      head.setUint8(4, vr.charCodeAt(0));
      head.setUint8(5, vr.charCodeAt(1));
      if (vr === 'OW') head.setUint32(8, bytes.length, true);
      else head.setUint16(6, bytes.length, true);
      return [new Uint8Array(head.buffer), bytes];
    }),
  );
}

function valueBytes(vr: string, value: Value): Uint8Array {
  if (value instanceof Uint16Array) return new Uint8Array(value.buffer);
  if (vr === 'US') return new Uint8Array(Uint16Array.of(Number(value)).buffer);
  if (vr === 'UL') return new Uint8Array(Uint32Array.of(Number(value)).buffer);
  const bytes = text(String(value));
  return bytes.length % 2 === 0 ? bytes : concat([bytes, Uint8Array.of(vr === 'UI' ? 0 : 0x20)]);
}
