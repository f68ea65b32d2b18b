import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** DCMTK programs, an independent DICOM implementation, if installed. */
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

/** A frame rendered by DCMTK: one byte per pixel for grey, three for colour. */
export const drawnByDcmtk = (file: Uint8Array, frame: number, options: readonly string[]): Uint8Array =>
  pixelsOfPnm(run('draw', ['+op', '+F', String(frame), ...options], file));

/** The file re-encoded as extended process JPEG, with 12 bits if it has that many. */
export const jpegByDcmtk = (file: Uint8Array): Uint8Array => new Uint8Array(run('compress', ['+ee'], file));

/** Bytes after a PNM header (kind, width, height, maximum). */
function pixelsOfPnm(file: Buffer): Uint8Array {
  const [head = ''] = /^P[56]\s+(?:#.*\s+)*\d+\s+\d+\s+\d+\s/.exec(file.toString('latin1', 0, 512)) ?? [];
  return new Uint8Array(file.subarray(head.length));
}
