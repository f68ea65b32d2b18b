import dicomParser from 'dicom-parser';
import pako from 'pako';
import { LoadError, problemOf } from '../../files/load-problem.ts';
import type { DataSet } from './data-set.model.ts';

/** A file whose elements behind the meta header are compressed as a whole (PS3.5 A.5). */
function inflated(bytes: Uint8Array, position: number): Uint8Array {
  const rest = pako.inflateRaw(bytes.subarray(position));
  const whole = new Uint8Array(position + rest.length);
  whole.set(bytes.subarray(0, position));
  whole.set(rest, position);
  return whole;
}

/** Elements before the pixels that may have values of 64 bits (offset tables of frames), whose lengths the parser does not know how to read. */
const BEFORE_PIXELS = ['x7fe00001', 'x7fe00002', 'x7fe00003'];
const LONG = /^[OSU]V$/;
const [O, B] = [0x4f, 0x42];

const read = (bytes: Uint8Array, untilTag?: string): dicomParser.DataSet =>
  dicomParser.parseDicom(bytes, { inflater: inflated, ...(untilTag === undefined ? {} : { untilTag }) });

/** The elements of a DICOM file; may write over the representation of an element that the parser does not know. @throws LoadError */
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

/** Writes that values of 64 bits are bytes: their length is read in the same way then. False when there are none. */
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
