import dicomParser from 'dicom-parser';
import pako from 'pako';
import { LoadError, problemOf } from '../../files/load-problem.ts';
import type { DataSet } from './data-set.model.ts';

/** Inflates a file compressed after its meta header (PS3.5 A.5). */
function inflated(bytes: Uint8Array, position: number): Uint8Array {
  const rest = pako.inflateRaw(bytes.subarray(position));
  const whole = new Uint8Array(position + rest.length);
  whole.set(bytes.subarray(0, position));
  whole.set(rest, position);
  return whole;
}

/** Elements before the pixels that may be 64-bit (offset tables), whose lengths the parser cannot read. */
const BEFORE_PIXELS = ['x7fe00001', 'x7fe00002', 'x7fe00003'];
const LONG = /^[OSU]V$/;
const [O, B] = [0x4f, 0x42];

const read = (bytes: Uint8Array, untilTag?: string): dicomParser.DataSet =>
  dicomParser.parseDicom(bytes, { inflater: inflated, ...(untilTag === undefined ? {} : { untilTag }) });

/**
 * Parses a DICOM file; may overwrite the VR of elements unknown to the parser.
 * @throws LoadError
 */
export function parseFile(bytes: Uint8Array): DataSet {
  try {
    const whole = read(bytes);
    return maskLong(bytes, whole) ? parseFile(bytes) : whole;
  } catch (error) {
    if (error instanceof LoadError) throw error;
    if (BEFORE_PIXELS.some((tag) => stopsAtLong(bytes, tag))) return parseFile(bytes);
    throw new LoadError(problemOf(error), error);
  }
}

/** Replaces 64-bit VRs by a bytes VR with the same length encoding. False if there are none. */
function maskLong(bytes: Uint8Array, { elements }: Pick<dicomParser.DataSet, 'elements'>): boolean {
  const long = Object.values(elements).find(({ vr = '' }) => LONG.test(vr));
  if (long) bytes.set([O, B], long.dataOffset - 4);
  return long !== undefined;
}

function stopsAtLong(bytes: Uint8Array, tag: string): boolean {
  try {
    const { elements } = read(bytes, tag);
    return maskLong(bytes, { elements });
  } catch {
    return false;
  }
}
