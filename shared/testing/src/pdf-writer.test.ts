/** @jest-environment node */
import { inflateSync } from 'node:zlib';
import { writePdf } from './pdf-writer.ts';

/** Numbered objects of a file, located by its cross-reference table. */
function objectsOf(bytes: Uint8Array): readonly Buffer[] {
  const file = Buffer.from(bytes);
  const tail = file.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF/.exec(tail)?.[1]);
  const lines = tail.slice(table).split('\n');
  const count = Number(lines[1]?.split(' ')[1]);
  return Array.from({ length: count - 1 }, (_, index) => {
    const at = Number(lines[index + 3]?.slice(0, 10));
    expect(file.toString('latin1', at).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    return file.subarray(at, file.indexOf('\nendobj', at));
  });
}

const streams = (objects: readonly Buffer[]): readonly string[] =>
  objects
    .filter((object) => object.includes('stream\n'))
    .map((object) => {
      const start = object.indexOf('stream\n') + 7;
      return inflateSync(object.subarray(start, object.indexOf('\nendstream', start))).toString('latin1');
    });

const VIETNAMESE = 'Huyết áp, đường huyết: ẢẠẰẲẴẮẶẦẨẪẤẬẺẼẸỀỂỄẾỆỈỊỎỌỒỔỖỐỘỜỞỠỚỢỦỤỪỬỮỨỰỶỸỴ – 10¹²/L';

test('every Vietnamese letter is drawn with an embedded font and can be read back', () => {
  const objects = objectsOf(writePdf('Phiếu', [[{ kind: 'text', x: 50, y: 700, size: 12, text: VIETNAMESE }]]));
  const parts = streams(objects);
  const maps = parts
    .filter((part) => part.includes('begincmap'))
    .map(
      (part) =>
        new Map(
          [...part.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gm)].map(([, glyph = '', unicode = '']) => [
            glyph,
            Buffer.from(unicode, 'hex').swap16().toString('utf16le'),
          ]),
        ),
    );
  const content = parts.find((part) => part.includes(' Td ')) ?? '';
  const fonts = objects.map((object) => object.toString('latin1')).join('\n');
  const faces = [...fonts.matchAll(/\/([a-z]+\d00) (\d+) 0 R/g)].map(([, name = '']) => name);
  const text = [...content.matchAll(/\/([a-z]+\d00) 12 Tf <([0-9a-f]+)>/g)]
    .map(([, face = '', hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((glyph) => maps[faces.indexOf(face)]?.get(glyph)).join(''),
    )
    .join('');
  expect(text).toBe(VIETNAMESE);
  expect(fonts.match(/\/FontFile2/g)).toHaveLength(2);
});

test('composed and decomposed letters are drawn alike', () => {
  const draw = (text: string): string =>
    Buffer.from(writePdf('x', [[{ kind: 'text', x: 0, y: 0, size: 10, text }]])).toString('latin1');
  expect(draw('Việt'.normalize('NFD'))).toBe(draw('Việt'));
});

test('a letter that no font has is refused instead of drawn as a box', () => {
  expect(() => writePdf('x', [[{ kind: 'text', x: 0, y: 0, size: 10, text: '漢' }]])).toThrow(
    "No font has the character '漢'",
  );
});

test('each page is in the page tree', () => {
  const objects = objectsOf(writePdf('x', [[], [], []])).map((object) => object.toString('latin1'));
  const tree = objects.findIndex((object) => object.includes('/Type /Pages'));
  expect(objects[tree]).toContain('/Count 3');
  expect(objects.filter((object) => object.includes(`/Type /Page /Parent ${tree + 1} 0 R`))).toHaveLength(3);
});
