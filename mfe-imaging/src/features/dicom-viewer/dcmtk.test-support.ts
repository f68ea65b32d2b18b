import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Another reader of DICOM: DCMTK's dcmj2pnm, where it is installed. */
export const hasDcmtk = (() => {
  try {
    execFileSync('dcmj2pnm', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What DCMTK draws of a file's frame, one byte a pixel for grey, three for colour. Undefined when it cannot. */
export function drawnByDcmtk(file: Uint8Array, frame: number, options: readonly string[]): Uint8Array | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'phr-dcmtk-'));
  const [from, to] = [path.join(folder, 'a.dcm'), path.join(folder, 'a.pnm')];
  try {
    writeFileSync(from, file);
    execFileSync('dcmj2pnm', ['+op', '+F', String(frame), ...options, from, to], { stdio: 'ignore' });
    return pixelsOfPnm(readFileSync(to));
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The bytes behind the four words of a PNM header: kind, width, height, largest value. */
function pixelsOfPnm(file: Buffer): Uint8Array {
  const [head = ''] = /^P[56]\s+(?:#.*\s+)*\d+\s+\d+\s+\d+\s/.exec(file.toString('latin1', 0, 512)) ?? [];
  return new Uint8Array(file.subarray(head.length));
}
