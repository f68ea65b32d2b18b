import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { readWoff } from './demo/woff-font.ts';
import type { Font } from './demo/woff-font.ts';

/** A4 in points; origin at the bottom left. */
export const PAGE = { width: 595, height: 842 } as const;

/** A mark on a page; positions and sizes in points. */
export type PdfMark =
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly text: string;
      readonly bold?: boolean;
      readonly align?: 'left' | 'right' | 'center';
    }
  | {
      readonly kind: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly width: number;
    }
  /** A filled box; grey from 0 (black) to 1 (white). */
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly grey: number;
    };

/** A font file in use, with the characters drawn. */
interface Face {
  readonly name: string;
  readonly font: Font;
  readonly used: Map<number, string>;
}

interface Style {
  readonly faces: readonly Face[];
}

const resolve = createRequire(import.meta.url).resolve;

/** Noto Sans is split by script: each character comes from the first file that has it. */
function styleOf(weight: 400 | 700): Style {
  return {
    faces: ['latin', 'vietnamese'].map((script) => ({
      name: `${script}${weight}`,
      font: readWoff(readFileSync(resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`))),
      used: new Map<number, string>(),
    })),
  };
}

interface Run {
  readonly face: Face;
  readonly hex: string;
  readonly width: number;
}

/**
 * Splits a text into single-font runs; widths in thousandths of the size.
 * @throws RangeError for a character missing from all fonts
 */
function runsOf(text: string, style: Style): readonly Run[] {
  const runs: Run[] = [];
  for (const character of text.normalize('NFC')) {
    const codePoint = character.codePointAt(0) ?? 0;
    const face = style.faces.find(({ font }) => font.glyphOf(codePoint) !== undefined);
    const glyph = face?.font.glyphOf(codePoint);
    if (face === undefined || glyph === undefined) throw new RangeError(`No font has the character '${character}'`);
    face.used.set(glyph, character);
    const hex = glyph.toString(16).padStart(4, '0');
    const width = (face.font.widthOf(glyph) * 1000) / face.font.unitsPerEm;
    const last = runs.at(-1);
    if (last?.face === face) runs[runs.length - 1] = { face, hex: last.hex + hex, width: last.width + width };
    else runs.push({ face, hex, width });
  }
  return runs;
}

function draw(mark: PdfMark, regular: Style, bold: Style): string {
  if (mark.kind === 'line') return `${mark.width} w ${mark.x1} ${mark.y1} m ${mark.x2} ${mark.y2} l S`;
  if (mark.kind === 'box') return `${mark.grey} g ${mark.x} ${mark.y} ${mark.width} ${mark.height} re f 0 g`;
  const runs = runsOf(mark.text, mark.bold === true ? bold : regular);
  const width = (runs.reduce((sum, run) => sum + run.width, 0) * mark.size) / 1000;
  const shift = mark.align === 'right' ? width : mark.align === 'center' ? width / 2 : 0;
  return `BT ${(mark.x - shift).toFixed(2)} ${mark.y} Td ${runs.map(({ face, hex }) => `/${face.name} ${mark.size} Tf <${hex}> Tj`).join(' ')} ET`;
}

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** ToUnicode map, so that text can be searched and copied. */
function toUnicode(used: ReadonlyMap<number, string>): string {
  const entries = [...used]
    .sort(([a], [b]) => a - b)
    .map(([glyph, character]) => `<${glyph.toString(16).padStart(4, '0')}> <${utf16(character)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += 100) {
    const block = entries.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

/** Collects numbered objects and writes the file. */
class PdfFile {
  readonly #objects: Buffer[] = [];

  add(text: string): number {
    return this.#objects.push(Buffer.from(text, 'latin1'));
  }

  addStream(data: Buffer, dictionary = ''): number {
    const packed = deflateSync(data);
    return this.#objects.push(
      Buffer.concat([
        Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${dictionary} >>\nstream\n`, 'latin1'),
        packed,
        Buffer.from('\nendstream', 'latin1'),
      ]),
    );
  }

  bytes(root: number, info: number): Uint8Array {
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1')];
    const offsets: number[] = [];
    let length = parts[0]?.length ?? 0;
    this.#objects.forEach((object, index) => {
      const whole = Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`, 'latin1'),
        object,
        Buffer.from('\nendobj\n', 'latin1'),
      ]);
      offsets.push(length);
      length += whole.length;
      parts.push(whole);
    });
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    parts.push(
      Buffer.from(
        `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${offsets.length + 1} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
        'latin1',
      ),
    );
    return Buffer.concat(parts);
  }
}

function addFont(file: PdfFile, { name, font, used }: Face): number {
  const scale = 1000 / font.unitsPerEm;
  const postScript = `PHRDEM+NotoSans-${name}`;
  const program = file.addStream(font.ttf, `/Length1 ${font.ttf.length}`);
  const box = font.box.map((edge) => Math.round(edge * scale)).join(' ');
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${postScript} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${Math.round(font.ascent * scale)} /Descent ${Math.round(font.descent * scale)} /CapHeight 714 /StemV 80 /FontFile2 ${program} 0 R >>`,
  );
  const widths = [...used.keys()]
    .sort((a, b) => a - b)
    .map((glyph) => `${glyph} [${Math.round(font.widthOf(glyph) * scale)}]`)
    .join(' ');
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${postScript} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [${widths}] >>`,
  );
  const unicode = file.addStream(Buffer.from(toUnicode(used), 'latin1'));
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${postScript} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  );
}

/**
 * Writes a PDF 1.7 with embedded Noto Sans, so that Vietnamese renders, searches and copies correctly.
 * @param title shown by viewers instead of the file name
 */
export function writePdf(title: string, pages: readonly (readonly PdfMark[])[]): Uint8Array {
  const [regular, bold] = [styleOf(400), styleOf(700)];
  const contents = pages.map((marks) => marks.map((mark) => draw(mark, regular, bold)).join('\n'));
  const file = new PdfFile();
  const fonts = [...regular.faces, ...bold.faces]
    .filter(({ used }) => used.size > 0)
    .map((face) => `/${face.name} ${addFont(file, face)} 0 R`);
  const resources = file.add(`<< /Font << ${fonts.join(' ')} >> >>`);
  const streams = contents.map((content) => file.addStream(Buffer.from(content, 'latin1')));
  // pages name their parent, which follows them: compute its number in advance
  const parent = resources + streams.length + pages.length + 1;
  const kids = streams.map((stream) =>
    file.add(
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources ${resources} 0 R /Contents ${stream} 0 R >>`,
    ),
  );
  const tree = file.add(
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  );
  const root = file.add(
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (vi-VN) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  );
  return file.bytes(root, file.add(`<< /Title <feff${utf16(title)}> /Producer (PHR demo data) >>`));
}
