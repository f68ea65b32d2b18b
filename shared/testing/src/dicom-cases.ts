import {
  across,
  BYTES,
  bytes,
  COLOUR,
  COLUMNS,
  COUNT,
  cs,
  deflated,
  ds,
  fileOf,
  type Header,
  jpegOfBlocks,
  lo,
  lutItem,
  PIXELS,
  rescale,
  rle,
  ROWS,
  sq,
  ss,
  SYNTAX,
  us,
  window,
  words,
} from './dicom-kinds.ts';

/** A file of one kind, and what the standard makes of it. */
export interface Case {
  readonly name: string;
  readonly file: Uint8Array;
  /** One number a pixel for grey, three for colour; 0 to 255. */
  readonly expected: readonly number[];
  readonly frame?: number;
  /** How DCMTK's dcm2pnm is asked for the same picture; absent where it does something else (said beside it). */
  readonly dcmtk?: readonly string[];
}

const WINDOW = ['+Wi', '1'];
const TABLE = ['+Wl', '1'];
const ALL = ['+Wm'];

const clamp = (value: number): number => Math.min(Math.max(value, 0), 255);
/** PS3.3 C.11.2.1.2.1, word for word. */
const linear = (c: number, w: number) => (x: number) => {
  if (x <= c - 0.5 - (w - 1) / 2) return 0;
  if (x > c - 0.5 + (w - 1) / 2) return 255;
  return ((x - (c - 0.5)) / (w - 1) + 0.5) * 255;
};
/** PS3.3 C.11.2.1.3.2 and C.11.2.1.3.1. */
const exact = (c: number, w: number) => (x: number) => clamp(((x - c) / w + 0.5) * 255);
const sigmoid = (c: number, w: number) => (x: number) => 255 / (1 + Math.exp((-4 * (x - c)) / w));

/** 0 to 4080 in steps of 272. */
const RAMP = across((column) => column * 272);
const SIGNED = RAMP.map((value) => value - 2040);
const full = (values: readonly number[]): readonly number[] => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => ((value - low) / (high - low)) * 255);
};
const inverse = (grey: readonly number[]): readonly number[] => grey.map((value) => 255 - value);
const MIDDLE = window(2048, 4096);
const middle = linear(2048, 4096);
const SIXTEEN: Header = { '00280101': us(16), '00280102': us(15) };

function* storedCases(): Generator<Case> {
  const grey = RAMP.map(middle);
  const stored = (name: string, header: Header, syntax?: string): Case => ({
    name,
    file: fileOf({ ...MIDDLE, ...header }, syntax),
    expected: grey,
    dcmtk: WINDOW,
  });
  yield stored('12 bits in words of 16', { [PIXELS]: words(RAMP) });
  yield stored('implicit value representation', { [PIXELS]: words(RAMP) }, SYNTAX.implicit);
  yield stored('big-endian words', { [PIXELS]: words(RAMP) }, SYNTAX.bigEndian);
  yield stored('HighBit 15: values stand in the upper bits', {
    '00280102': us(15),
    [PIXELS]: words(RAMP.map((value) => value << 4)),
  });
  yield stored('HighBit 13, with other bits above and below', {
    '00280102': us(13),
    [PIXELS]: words(RAMP.map((value, at) => (value << 2) | (at & 3) | ((at & 1) << 15))),
  });
  yield stored('overlay bits above HighBit', { [PIXELS]: words(RAMP.map((value, at) => value | ((at & 15) << 12))) });
  yield stored('cells of 32 bits', {
    '00280100': us(32),
    [PIXELS]: bytes(
      RAMP.flatMap((value) => [value, value >> 8, 0, 0]),
      'OW',
    ),
  });
  yield stored(
    'cells of 32 bits in big-endian words: the lower word stands first',
    {
      '00280100': us(32),
      [PIXELS]: bytes(
        RAMP.flatMap((value) => [value >> 8, value, 0, 0]),
        'OW',
      ),
    },
    SYNTAX.bigEndian,
  );
  yield {
    name: 'signed, 12 bits, without sign extension, bits above it',
    file: fileOf({
      ...window(0, 4096),
      '00280103': us(1),
      [PIXELS]: words(SIGNED.map((value, at) => (value & 0xfff) | ((at & 1) << 13))),
    }),
    expected: SIGNED.map(linear(0, 4096)),
    dcmtk: WINDOW,
  };
  yield {
    name: 'signed, 16 bits',
    file: fileOf({ ...window(-100, 900), ...SIXTEEN, '00280103': us(1), [PIXELS]: words(SIGNED) }),
    expected: SIGNED.map(linear(-100, 900)),
    dcmtk: WINDOW,
  };
  const small = across((column) => column * 16 - 120);
  yield {
    name: 'signed, 8 bits',
    file: fileOf({ ...window(0, 256), ...BYTES, '00280103': us(1), [PIXELS]: bytes(small) }),
    expected: small.map(linear(0, 256)),
    dcmtk: WINDOW,
  };
  const byte = across((column, row) => column * 16 + row);
  const swapped = byte.map((_, at) => byte[at ^ 1] ?? 0);
  yield {
    name: 'big-endian words of two 8-bit values',
    file: fileOf({ ...window(128, 256), ...BYTES, [PIXELS]: bytes(swapped, 'OW') }, SYNTAX.bigEndian),
    expected: byte.map(linear(128, 256)),
    dcmtk: WINDOW,
  };
  const bits = [across((column) => column & 1).slice(0, 15), across((column) => Number(column > 2)).slice(0, 15)];
  const packed = bits.flat();
  for (const [index, expected] of bits.entries())
    yield {
      name: `single bits, frame ${index + 1} of 2, beginning within a byte`,
      frame: index + 1,
      file: fileOf({
        '00280008': ['IS', '2'],
        '00280010': us(3),
        '00280011': us(5),
        '00280100': us(1),
        '00280101': us(1),
        '00280102': us(0),
        [PIXELS]: bytes(
          [0, 8, 16, 24].map((from) => packed.slice(from, from + 8).reduce((sum, bit, at) => sum | (bit << at), 0)),
        ),
      }),
      expected: expected.map((bit) => bit * 255),
    };
  const floats = Float32Array.from(RAMP, (value) => value / 1000 - 2);
  const doubles = Float64Array.from(floats);
  // dcm2pnm 3.6.7 reads no floats.
  for (const [name, tag, vr, cells] of [
    ['floats', '7FE00008', 'OF', floats],
    ['doubles', '7FE00009', 'OD', doubles],
  ] as const)
    yield {
      name: `${name}, with a narrow window`,
      file: fileOf({ ...window(0.1, 0.8), '00280100': us(32), [tag]: [vr, new Uint8Array(cells.buffer)] }),
      expected: [...cells].map(exact(0.1, 0.8)),
    };
}

function* modalityCases(): Generator<Case> {
  const by = (name: string, slope: number, intercept: number, [c, w]: readonly [number, number]): Case => ({
    name,
    file: fileOf({ ...rescale(slope, intercept), ...window(c, w), [PIXELS]: words(RAMP) }),
    expected: RAMP.map((value) => linear(c, w)(value * slope + intercept)),
    dcmtk: WINDOW,
  });
  yield by('a rising slope and a negative intercept', 1, -1024, [40, 400]);
  yield by('a falling slope', -1, 4080, [2048, 4096]);
  yield by('a falling slope, values below zero', -2, 100, [-4000, 3000]);
  yield by('a slope that is no whole number', 0.37, -12.5, [500.25, 800.5]);
  yield by('values beyond 16 bits', 40, -60_000, [10_000, 90_000]);
  yield {
    name: 'a falling slope without a window: all values, from dark to bright by their meaning',
    file: fileOf({ ...rescale(-1, 4080), [PIXELS]: words(RAMP) }),
    expected: full(RAMP.map((value) => 4080 - value)),
    dcmtk: ALL,
  };
  yield {
    // DCMTK leaves such a slope out, too.
    name: 'a slope of zero is none',
    file: fileOf({ ...rescale(0, 0), ...MIDDLE, [PIXELS]: words(RAMP) }),
    expected: RAMP.map(middle),
  };
  const table = Array.from({ length: 2048 }, (_, at) => Math.round(Math.sqrt(at) * 1400));
  const looked = (value: number): number => table[Math.min(Math.max(value - 1000, 0), 2047)] ?? 0;
  yield {
    name: 'a modality table that begins at 1000 and ends before the values do',
    file: fileOf({
      '00283000': sq({ ...lutItem(1000, 16, Uint16Array.from(table), 2048), '00283004': lo('OD') }),
      ...window(32_000, 64_000),
      [PIXELS]: words(RAMP),
    }),
    expected: RAMP.map((value) => linear(32_000, 64_000)(looked(value))),
    dcmtk: WINDOW,
  };
  yield {
    name: 'a modality table for signed values begins below zero',
    file: fileOf({
      '00280103': us(1),
      '00283000': sq({ ...lutItem(-500, 16, Uint16Array.from(table), 2048), '00283004': lo('OD') }),
      ...window(32_000, 64_000),
      [PIXELS]: words(SIGNED),
    }),
    expected: SIGNED.map((value) => linear(32_000, 64_000)(looked(value + 1500))),
  };
  yield {
    name: 'angiography: the modality transformation is no step of display',
    file: fileOf({
      '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.12.1'],
      '00283000': sq({ ...lutItem(0, 16, Uint16Array.from(table), 2048), '00283004': lo('US') }),
      ...MIDDLE,
      [PIXELS]: words(RAMP),
    }),
    expected: RAMP.map(middle),
  };
}

function* paddingCases(): Generator<Case> {
  // DCMTK draws padding as any other value.
  const values = across((column) => (column < 4 ? -2000 : column * 20 - 100));
  const signed: Header = { ...SIXTEEN, '00280103': us(1) };
  const visible = full(values.filter((value) => value !== -2000));
  const padded = (isPadding: (value: number) => boolean, from: readonly number[]): readonly number[] => {
    const greys = full(from.filter((value) => !isPadding(value)));
    let at = 0;
    return from.map((value) => (isPadding(value) ? 0 : (greys[at++] ?? 0)));
  };
  yield {
    name: 'padding is black and no part of all values',
    file: fileOf({ ...signed, '00280120': ss(-2000), [PIXELS]: words(values) }),
    expected: padded((value) => value === -2000, values),
  };
  const range = across((column) => (column < 4 ? 60_000 + column : column * 20));
  yield {
    name: 'padding up to its range limit, above the picture',
    file: fileOf({ ...SIXTEEN, '00280120': us(60_010), '00280121': us(60_000), [PIXELS]: words(range) }),
    expected: padded((value) => value >= 60_000, range),
  };
  yield {
    name: 'padding of an inverted picture is black as well',
    file: fileOf({ ...signed, '00280004': cs('MONOCHROME1'), '00280120': ss(-2000), [PIXELS]: words(values) }),
    expected: values.map((value) => (value === -2000 ? 0 : 255 - ((value + 20) / 220) * 255)),
  };
  yield {
    name: 'padding with a slope, by its stored value',
    file: fileOf({ ...signed, ...rescale(-1, 50), '00280120': ss(-2000), [PIXELS]: words(values) }),
    expected: values.map((value, at) =>
      value === -2000 ? 0 : 255 - (visible[at - 4 * (Math.floor(at / COLUMNS) + 1)] ?? 0),
    ),
  };
  yield {
    name: 'nothing but padding is black',
    file: fileOf({ ...signed, '00280120': ss(-2000), [PIXELS]: words(values.map(() => -2000)) }),
    expected: values.map(() => 0),
  };
}

function* voiCases(): Generator<Case> {
  yield {
    name: 'a window of width 1 is a step',
    file: fileOf({ ...window(2041, 1), [PIXELS]: words(RAMP) }),
    expected: RAMP.map((value) => (value <= 2040.5 ? 0 : 255)),
    dcmtk: WINDOW,
  };
  yield {
    name: 'a narrow LINEAR window',
    file: fileOf({ ...window(2000, 1000), [PIXELS]: words(RAMP) }),
    expected: RAMP.map(linear(2000, 1000)),
    dcmtk: WINDOW,
  };
  const few = across((column) => column);
  yield {
    name: 'LINEAR_EXACT is another line than LINEAR where values are few',
    file: fileOf({ ...window(8, 8, 'LINEAR_EXACT'), [PIXELS]: words(few) }),
    expected: few.map(exact(8, 8)),
  };
  yield {
    name: 'LINEAR where values are few',
    file: fileOf({ ...window(8, 8, 'LINEAR'), [PIXELS]: words(few) }),
    expected: few.map(linear(8, 8)),
    dcmtk: WINDOW,
  };
  yield {
    name: 'SIGMOID',
    file: fileOf({ ...window(2000, 1500, 'SIGMOID'), [PIXELS]: words(RAMP) }),
    expected: RAMP.map(sigmoid(2000, 1500)),
  };
  yield {
    name: 'SIGMOID of values with a slope',
    file: fileOf({ ...rescale(0.5, -1000), ...window(-100, 700, 'SIGMOID'), [PIXELS]: words(RAMP) }),
    expected: RAMP.map((value) => sigmoid(-100, 700)(value * 0.5 - 1000)),
  };
  yield {
    name: 'a width of zero is no window, the next one counts',
    file: fileOf({ '00281050': ds(1, 2048), '00281051': ds(0, 4096), [PIXELS]: words(RAMP) }),
    expected: RAMP.map(middle),
  };
  const falling = Array.from({ length: 4096 }, (_, at) => 255 - (at >> 4));
  yield {
    name: 'a VOI table of bytes',
    file: fileOf({ '00283010': sq(lutItem(0, 8, Uint8Array.from(falling), 4096)), [PIXELS]: words(RAMP) }),
    expected: RAMP.map((value) => falling[value] ?? 0),
    dcmtk: TABLE,
  };
  const twelve = Array.from({ length: 1000 }, (_, at) => Math.round(4095 * (at / 999) ** 2));
  yield {
    name: 'a VOI table of 12 bits that begins at 1500',
    file: fileOf({ '00283010': sq(lutItem(1500, 12, Uint16Array.from(twelve), 1000)), [PIXELS]: words(RAMP) }),
    expected: RAMP.map((value) => ((twelve[Math.min(Math.max(value - 1500, 0), 999)] ?? 0) / 4095) * 255),
    dcmtk: TABLE,
  };
  yield {
    name: 'a VOI table that begins below zero, after a negative intercept',
    file: fileOf({
      ...rescale(1, -2040),
      '00283010': sq(lutItem(-540, 12, Uint16Array.from(twelve), 1000)),
      [PIXELS]: words(RAMP),
    }),
    expected: RAMP.map((value) => ((twelve[Math.min(Math.max(value - 1500, 0), 999)] ?? 0) / 4095) * 255),
  };
  const whole = Uint16Array.from({ length: 65_536 }, (_, at) => 65_535 - at);
  const wide = across((column) => column * 4369);
  yield {
    name: 'a VOI table of 65536 entries, written 0',
    file: fileOf({ ...SIXTEEN, '00283010': sq(lutItem(0, 16, whole, 0)), [PIXELS]: words(wide) }),
    expected: wide.map((value) => 255 - value / 257),
    dcmtk: TABLE,
  };
}

function* shapeCases(): Generator<Case> {
  const grey = RAMP.map(middle);
  const shaped = (name: string, photometric: string, shape: string | undefined, expected: readonly number[]): Case => ({
    name,
    file: fileOf({
      ...MIDDLE,
      '00280004': cs(photometric),
      '20500020': shape === undefined ? undefined : cs(shape),
      [PIXELS]: words(RAMP),
    }),
    expected,
    dcmtk: WINDOW,
  });
  yield shaped('MONOCHROME1', 'MONOCHROME1', undefined, inverse(grey));
  yield shaped('shape INVERSE', 'MONOCHROME2', 'INVERSE', inverse(grey));
  yield shaped('MONOCHROME1 and INVERSE are one inversion', 'MONOCHROME1', 'INVERSE', inverse(grey));
  yield shaped('shape IDENTITY decides over MONOCHROME1', 'MONOCHROME1', 'IDENTITY', grey);
  yield {
    name: 'a table behind an inverted shape',
    file: fileOf({
      '20500020': cs('INVERSE'),
      '00283010': sq(
        lutItem(
          0,
          8,
          Uint8Array.from({ length: 4096 }, (_, at) => at >> 4),
          4096,
        ),
      ),
      [PIXELS]: words(RAMP),
    }),
    expected: RAMP.map((value) => 255 - (value >> 4)),
    dcmtk: TABLE,
  };
}

function* frameCases(): Generator<Case> {
  // dcm2pnm 3.6.7 reads no functional groups.
  const own = (slope: number, c: number, w: number): Header => ({
    '00289145': sq(rescale(slope, 0)),
    '00289132': sq(window(c, w)),
  });
  const pixels = words([...RAMP, ...RAMP]);
  const perFrame = fileOf({
    '00280008': ['IS', '2'],
    ...window(1, 2),
    '52009230': sq(own(1, 2048, 4096), own(-2, -1000, 3000)),
    [PIXELS]: pixels,
  });
  yield { name: 'slope and window of frame 1', file: perFrame, frame: 1, expected: RAMP.map(middle) };
  yield {
    name: 'slope and window of frame 2',
    file: perFrame,
    frame: 2,
    expected: RAMP.map((value) => linear(-1000, 3000)(value * -2)),
  };
  yield {
    name: 'slope and window that all frames share',
    file: fileOf({
      '00280008': ['IS', '2'],
      '52009229': sq(own(3, 6000, 9000)),
      '52009230': sq({}, {}),
      [PIXELS]: pixels,
    }),
    frame: 2,
    expected: RAMP.map((value) => linear(6000, 9000)(value * 3)),
  };
  yield {
    name: 'groups without slope and window leave those of the file',
    file: fileOf({
      '00280008': ['IS', '2'],
      ...rescale(1, 5),
      ...window(2053, 4096),
      '52009230': sq({}, {}),
      [PIXELS]: pixels,
    }),
    frame: 2,
    expected: RAMP.map(middle),
  };
}

const RGB = across((column, row) => at3(column, row)).flatMap((packed) => [
  packed >> 16,
  (packed >> 8) & 255,
  packed & 255,
]);
function at3(column: number, row: number): number {
  return ((column * 17) << 16) | ((row * 85) << 8) | (255 - column * 17);
}
const part = (values: readonly number[], which: number): readonly number[] =>
  values.filter((_, at) => at % 3 === which);
/** YBR_FULL of red, green and blue (PS3.3 C.7.6.3.1.2), rounded as a device would. */
const YBR = Array.from({ length: COUNT }, (_, at) => {
  const [r = 0, g = 0, b = 0] = RGB.slice(at * 3, at * 3 + 3);
  return [
    0.299 * r + 0.587 * g + 0.114 * b,
    -0.1687 * r - 0.3313 * g + 0.5 * b + 128,
    0.5 * r - 0.4187 * g - 0.0813 * b + 128,
  ].map((value) => Math.round(clamp(value)));
}).flat();
const back = (ybr: readonly number[]): readonly number[] =>
  ybr.flatMap((_, at) => {
    if (at % 3 !== 0) return [];
    const [y = 0, cb = 0, cr = 0] = ybr.slice(at, at + 3);
    return [y + 1.402 * (cr - 128), y - 0.3441 * (cb - 128) - 0.7141 * (cr - 128), y + 1.772 * (cb - 128)].map(clamp);
  });

function* colourCases(): Generator<Case> {
  const planes = (values: readonly number[]) => [0, 1, 2].flatMap((which) => part(values, which));
  const colour = (name: string, header: Header, expected: readonly number[], syntax?: string): Case => ({
    name,
    file: fileOf({ ...COLOUR, ...header }, syntax),
    expected,
    dcmtk: [],
  });
  yield colour('RGB by pixels', { [PIXELS]: bytes(RGB) }, RGB);
  yield colour('RGB by planes', { '00280006': us(1), [PIXELS]: bytes(planes(RGB)) }, RGB);
  yield colour('RGB by planes, big-endian', { '00280006': us(1), [PIXELS]: bytes(planes(RGB)) }, RGB, SYNTAX.bigEndian);
  yield colour('YBR_FULL by pixels', { '00280004': cs('YBR_FULL'), [PIXELS]: bytes(YBR) }, back(YBR));
  yield colour(
    'YBR_FULL by planes',
    { '00280004': cs('YBR_FULL'), '00280006': us(1), [PIXELS]: bytes(planes(YBR)) },
    back(YBR),
  );
  const pairs = Array.from({ length: COUNT / 2 }, (_, at) => YBR.slice(at * 6, at * 6 + 6));
  yield colour(
    'YBR_FULL_422: two pixels share their colour',
    {
      '00280004': cs('YBR_FULL_422'),
      [PIXELS]: bytes(pairs.flatMap(([y1 = 0, cb = 0, cr = 0, y2 = 0]) => [y1, y2, cb, cr])),
    },
    back(pairs.flatMap(([y1 = 0, cb = 0, cr = 0, y2 = 0]) => [y1, cb, cr, y2, cb, cr])),
  );
  const wide = RGB.map((value) => value * 257);
  yield colour('RGB of 16 bits', { '00280100': us(16), ...SIXTEEN, [PIXELS]: words(wide) }, RGB);
  yield colour(
    'three rows of three pixels and a byte of padding',
    { '00280010': us(3), '00280011': us(3), [PIXELS]: bytes(RGB.slice(0, 27)) },
    RGB.slice(0, 27),
  );
}

function* paletteCases(): Generator<Case> {
  const index = across((column) => 100 + column);
  const palette = (tags: string, [r, g, b]: readonly (readonly [DescriptorAndData, string])[]): Header => ({
    ...described(`0028110${tags[0]}`, `0028${r?.[1]}1`, r),
    ...described(`0028110${tags[1]}`, `0028${g?.[1]}2`, g),
    ...described(`0028110${tags[2]}`, `0028${b?.[1]}3`, b),
  });
  type DescriptorAndData = readonly [count: number, first: number, bits: number, data: Uint16Array | Uint8Array];
  const described = (
    descriptor: string,
    data: string,
    table: readonly [DescriptorAndData, string] | undefined,
  ): Header => (table ? { [descriptor]: us(...table[0].slice(0, 3).map(Number)), [data]: ['OW', table[0][3]] } : {});
  const entries = (count: number, of: (at: number) => number) => Uint16Array.from({ length: count }, (_, at) => of(at));
  const coloured = (name: string, header: Header, expected: readonly number[], dcmtk?: readonly string[]): Case => ({
    name,
    file: fileOf({ ...BYTES, '00280004': cs('PALETTE COLOR'), [PIXELS]: bytes(index), ...header }),
    expected,
    ...(dcmtk ? { dcmtk } : {}),
  });
  yield coloured(
    'a palette that begins at 100',
    palette('123', [
      [[16, 100, 16, entries(16, (at) => at * 4000)], '120'],
      [[16, 100, 16, entries(16, (at) => 60_000 - at * 4000)], '120'],
      [[16, 100, 16, entries(16, () => 30_000)], '120'],
    ]),
    index.flatMap((value) => [((value - 100) * 4000) >> 8, (60_000 - (value - 100) * 4000) >> 8, 30_000 >> 8]),
    [],
  );
  yield coloured(
    'each channel by its own descriptor',
    palette('123', [
      [[16, 100, 16, entries(16, (at) => at * 4000)], '120'],
      [[8, 104, 16, entries(8, (at) => at * 8000)], '120'],
      [[256, 0, 16, entries(256, (at) => at * 256)], '120'],
    ]),
    index.flatMap((value) => [((value - 100) * 4000) >> 8, (Math.min(Math.max(value - 104, 0), 7) * 8000) >> 8, value]),
  );
  yield coloured(
    'a palette of bytes',
    palette('123', [
      [[256, 0, 8, Uint8Array.from({ length: 256 }, (_, at) => at)], '120'],
      [[256, 0, 8, Uint8Array.from({ length: 256 }, (_, at) => 255 - at)], '120'],
      [[256, 0, 8, Uint8Array.from({ length: 256 }, () => 7)], '120'],
    ]),
    index.flatMap((value) => [value, 255 - value, 7]),
    [],
  );
  yield coloured(
    'a palette that says 16 bits and holds bytes',
    palette('123', [
      [[256, 0, 16, entries(256, (at) => at)], '120'],
      [[256, 0, 16, entries(256, (at) => 255 - at)], '120'],
      [[256, 0, 16, entries(256, () => 7)], '120'],
    ]),
    index.flatMap((value) => [value, 255 - value, 7]),
  );
  const wide = across((column) => column * 4369);
  yield coloured(
    'a palette of 65536 colours, written 0',
    {
      '00280100': us(16),
      ...SIXTEEN,
      [PIXELS]: words(wide),
      ...palette('123', [
        [[0, 0, 16, entries(65_536, (at) => at)], '120'],
        [[0, 0, 16, entries(65_536, (at) => 65_535 - at)], '120'],
        [[0, 0, 16, entries(65_536, () => 256)], '120'],
      ]),
    },
    wide.flatMap((value) => [value >> 8, (65_535 - value) >> 8, 1]),
    [],
  );
  // Two values as they stand, a line of six to 8000, a copy of the first segment, and a line back to zero.
  const segments = Uint16Array.of(0, 2, 1000, 2000, 1, 6, 8000, 2, 1, 0, 0, 1, 7, 0);
  const expanded = [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 1000, 2000];
  const line = Array.from({ length: 7 }, (_, at) => Math.round(2000 - (2000 * (at + 1)) / 7));
  const table = [...expanded, ...line].slice(0, 16);
  yield coloured(
    'a palette in segments',
    palette('123', [
      [[16, 100, 16, segments], '122'],
      [[16, 100, 16, segments], '122'],
      [[16, 100, 16, segments], '122'],
    ]),
    index.flatMap((value) => Array.from({ length: 3 }, () => (table[value - 100] ?? 0) >> 8)),
  );
}

function* compressedCases(): Generator<Case> {
  const byte = across((column, row) => column * 16 + row);
  const packed = (fragments: readonly Uint8Array[], offsets?: readonly number[]) =>
    ['OB', { fragments, ...(offsets ? { offsets } : {}) }] as const;
  yield {
    name: 'RLE of words, signed',
    file: fileOf(
      {
        ...window(0, 4096),
        '00280103': us(1),
        [PIXELS]: packed([rle([SIGNED.map((value) => (value >> 8) & 255), SIGNED.map((value) => value & 255)])]),
      },
      SYNTAX.rle,
    ),
    expected: SIGNED.map(linear(0, 4096)),
    dcmtk: WINDOW,
  };
  yield {
    name: 'RLE of colour: planes, whatever the header says',
    file: fileOf({ ...COLOUR, [PIXELS]: packed([rle([part(RGB, 0), part(RGB, 1), part(RGB, 2)])]) }, SYNTAX.rle),
    expected: RGB,
    dcmtk: [],
  };
  yield {
    name: 'RLE of words of colour',
    file: fileOf(
      {
        ...COLOUR,
        '00280100': us(16),
        ...SIXTEEN,
        [PIXELS]: packed([rle([0, 1, 2].flatMap((which) => [part(RGB, which), part(RGB, which)]))]),
      },
      SYNTAX.rle,
    ),
    expected: RGB,
  };
  yield {
    // DCMTK 3.6.7 does not know deflated frames.
    name: 'deflated frames',
    file: fileOf(
      {
        ...window(128, 256),
        ...BYTES,
        '00280008': ['IS', '2'],
        [PIXELS]: packed([deflated(byte), deflated(inverse(byte))]),
      },
      SYNTAX.deflatedFrames,
    ),
    frame: 2,
    expected: inverse(byte).map(linear(128, 256)),
  };
  const blocks = [2010, 2100, 2048, 1990];
  // Narrow enough that a few values more or less are seen.
  const narrow = linear(2048, 128);
  const stream = jpegOfBlocks(blocks, ROWS * 2, COLUMNS * 2);
  const jpeg: Header = { '00280010': us(ROWS * 2), '00280011': us(COLUMNS * 2), ...window(2048, 128) };
  const blocky = Array.from({ length: COUNT * 4 }, (_, at) =>
    narrow(blocks[Math.floor((at % (COLUMNS * 2)) / 8)] ?? 0),
  );
  yield {
    name: 'JPEG of 12 bits: the level shift is 2048',
    file: fileOf({ ...jpeg, [PIXELS]: packed([stream]) }, SYNTAX.jpeg12),
    expected: blocky,
    dcmtk: WINDOW,
  };
  const cuts = [stream.subarray(0, 30), stream.subarray(30, 60), stream.subarray(60)];
  const other = jpegOfBlocks([2030, 2030, 2030, 2030], ROWS * 2, COLUMNS * 2);
  const two: Header = { ...jpeg, '00280008': ['IS', '2'] };
  const evenLength = (piece: Uint8Array): number => piece.length + (piece.length % 2) + 8;
  const second = cuts.reduce((sum, cut) => sum + evenLength(cut), 0);
  // DCMTK 3.6.7 does not decompress a stream whose fragments end within a segment.
  yield {
    name: 'two frames in four fragments, parted by the offset table',
    file: fileOf({ ...two, [PIXELS]: packed([...cuts, other], [0, second]) }, SYNTAX.jpeg12),
    expected: blocky,
  };
  yield {
    name: 'two frames in four fragments without an offset table',
    file: fileOf({ ...two, [PIXELS]: packed([...cuts, other]) }, SYNTAX.jpeg12),
    expected: blocky,
  };
  const table = new DataView(new ArrayBuffer(16));
  table.setBigUint64(8, BigInt(second), true);
  yield {
    name: 'two frames in four fragments, parted by the extended offset table',
    file: fileOf(
      { ...two, '7FE00001': ['OV', new Uint8Array(table.buffer)], [PIXELS]: packed([...cuts, other]) },
      SYNTAX.jpeg12,
    ),
    frame: 2,
    expected: blocky.map(() => narrow(2030)),
  };
}

/** A file of each kind and edge. */
export const CASES: readonly Case[] = [
  ...storedCases(),
  ...modalityCases(),
  ...paddingCases(),
  ...voiCases(),
  ...shapeCases(),
  ...frameCases(),
  ...colourCases(),
  ...paletteCases(),
  ...compressedCases(),
];
