import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Programs of DCMTK, another reader of DICOM, where it is installed. */
const PROGRAM = { draw: 'dcmj2pnm', compress: 'dcmcjpeg' } as const;

export const hasDcmtk = (() => {
  try {
    for (const program of Object.values(PROGRAM)) execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

function run(program: keyof typeof PROGRAM, options: readonly string[], file: Uint8Array): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'phr-dcmtk-'));
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  try {
    writeFileSync(from, file);
    execFileSync(PROGRAM[program], [...options, from, to], { stdio: 'ignore' });
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What DCMTK draws of a file's frame, one byte a pixel for grey, three for colour. */
export const drawnByDcmtk = (file: Uint8Array, frame: number, options: readonly string[]): Uint8Array =>
  pixelsOfPnm(run('draw', ['+op', '+F', String(frame), ...options], file));

/** The file with its pixels as JPEG of the extended process, 12 bits where it has as many. */
export const jpegByDcmtk = (file: Uint8Array): Uint8Array => new Uint8Array(run('compress', ['+ee'], file));

/** The bytes behind the four words of a PNM header: kind, width, height, largest value. */
function pixelsOfPnm(file: Buffer): Uint8Array {
  const [head = ''] = /^P[56]\s+(?:#.*\s+)*\d+\s+\d+\s+\d+\s/.exec(file.toString('latin1', 0, 512)) ?? [];
  return new Uint8Array(file.subarray(head.length));
}
